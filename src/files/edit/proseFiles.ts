import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { describeUnsupportedMarkdown } from "../../texts/edit/markdownWords.ts";
import { proseFieldName } from "../../model/content/markdown/proseField.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Json } from "../../model/foundation/json.ts";
import { toFileError, decode, FixedFiles, folderStat } from "../shared/virtualFileSystem.ts";
import {
  openTexts,
  textEditorsOf,
  onDidEdit,
  openDocuments,
  closeTexts,
} from "../shared/openEditors.ts";
import type { OpenText } from "../shared/openEditors.ts";
import { proseTextOf, type OpenField, type ProseTexts } from "./proseTexts.ts";
import { AnnouncedSaves } from "../save/announcedSaves.ts";
import { fromTextUri, isTextFolder, keyOfText, fromUri } from "../shared/documentUri.ts";
import type { TextLocation } from "../shared/documentUri.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";

interface TextVersion {
  readonly text: string;
  readonly value: Json;
  readonly mtime: number;
  readonly size: number;
  /** The text and the value that were last written to the document from this text. */
  readonly written?: WrittenVersion | undefined;
  /** Whether the written value is not saved to the service yet. */
  readonly isPending?: boolean;
}

type WrittenVersion = Pick<TextVersion, "text" | "value">;

/**
 * The modification times and sizes of texts, as VS Code requests them. The size is a hash of the
 * field's value, never its length. VS Code treats a file as changed only if its time is later and
 * its size differs. So the same value is never a conflict, in whatever form the user typed it. A
 * different value is a conflict, even after a reload of the window.
 */
export class ProseVersions {
  readonly #versions = new Map<string, TextVersion>();

  stat(key: string, { text, value }: WrittenVersion): TextVersion {
    const latest = this.#versions.get(key);
    if (latest?.text === text) return latest;
    const mtime = Math.max(Date.now(), (latest?.mtime ?? 0) + 1);
    const version = { ...latest, text, value, mtime, size: sizeOf(value, latest) };
    this.#versions.set(key, version);
    return version;
  }

  /** Whether a text differs from the one that VS Code last received. */
  hasMoved(key: string, text: string): boolean {
    const latest = this.#versions.get(key);
    return latest !== undefined && latest.text !== text;
  }

  /** Records a value that this text wrote, so that it is no other client's change. */
  put(key: string, written: WrittenVersion): void {
    this.#versions.set(key, { ...this.stat(key, written), written, isPending: true });
  }

  /** Records that the written value is saved. Later values may come from other clients. */
  settle(key: string): void {
    const latest = this.#versions.get(key);
    if (latest) this.#versions.set(key, { ...latest, isPending: false });
  }

  isPut(key: string, value: Json): boolean {
    const latest = this.#versions.get(key);
    return latest?.isPending === true && isDeepStrictEqual(latest.written?.value, value);
  }

  /** The text that the user typed for this value: Markdown has several for one value. */
  written(key: string, value: Json): string | undefined {
    const { written } = this.#versions.get(key) ?? {};
    return isDeepStrictEqual(written?.value, value) ? written?.text : undefined;
  }

  forget(key: string): void {
    this.#versions.delete(key);
  }
}

/** Far below the file size above which VS Code asks before it opens a file. */
const maxSize = 900_000;

function sizeOf(value: Json, latest: TextVersion | undefined): number {
  if (latest && isDeepStrictEqual(latest.value, value)) return latest.size;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest();
  const size = 1 + (digest.readUIntBE(0, 6) % maxSize);
  return size === latest?.size ? size + 1 : size;
}

/** A file system of prose fields: a file has the value in its document's text, saved or not. */
export class ProseFiles extends FixedFiles implements vscode.FileSystemProvider {
  readonly #prose: ProseTexts;
  readonly #versions = new ProseVersions();
  readonly #saving = new AnnouncedSaves((uri) => {
    const location = fromTextUri(uri);
    return location && keyOfText(location);
  });
  readonly followSaves = this.#saving.follow;

  constructor(prose: ProseTexts) {
    super();
    this.#prose = prose;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isTextFolder(uri)) return folderStat;
    const location = locationIn(uri);
    const key = keyOfText(location);
    const isSave = this.#saving.begin(key);
    let isStopped = true;
    try {
      const field = await this.#prose.read(uri, location);
      const textVersion = { text: this.#text(key, field), value: field.value };
      const { mtime, size } = this.#versions.stat(key, textVersion);
      // An unannounced save looks like any other stat of an unsaved text.
      const maySave = isSave || openTexts(location).some(({ isDirty }) => isDirty);
      // Whether the field's value comes from its editor, or was written to the document from there.
      const isOurs =
        this.#versions.isPut(key, field.value) ||
        openTexts(location).some((document) => document.isDirty && matchesValue(document, field));
      const isLocked = this.#prose.isLocked(location) && !isSave;
      isStopped = false;
      return {
        type: vscode.FileType.File,
        ctime: 0,
        // This time is older than any version that VS Code has loaded. So its check before a save
        // finds no change.
        mtime: maySave && isOurs ? 0 : mtime,
        size,
        ...((isLocked || this.#prose.isReadonly(location)) && {
          permissions: vscode.FilePermission.Readonly,
        }),
      };
    } finally {
      if (isSave) this.#saving.answered(key, isStopped);
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const location = locationIn(uri);
    try {
      const text = this.#text(keyOfText(location), await this.#prose.read(uri, location));
      return new TextEncoder().encode(isReadAsUtf8(uri, text) ? text : byteOrderMark + text);
    } catch (error) {
      // The stat next to this read fails too. The failure is shown once.
      void this.#prose.tell(error, uri, location);
      throw error;
    }
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const location = locationIn(uri);
    const key = keyOfText(location);
    const kind = this.#saving.end(key);
    // As with documents, only the editor that has read a text may write it.
    if (openTexts(location).length === 0) throw toFileError({ code: "never-opened" });
    const field = await this.#prose.read(uri, location);
    if (this.#prose.isReadonly(location)) throw toFileError({ code: "read-only" });
    // The value has changed since VS Code's stat. Retry makes VS Code check again.
    const hasMoved = this.#versions.hasMoved(key, this.#text(key, field));
    if (hasMoved) throw toFileError({ code: "changed-meanwhile" });
    await this.#put(location, field, decode(bytes));
    // An auto-save only updates the text of the document. It sends no draft that the user didn't
    // save.
    if (kind === "auto-save") return;
    const { document } = field;
    const refusal = document.isDirty ? await this.#prose.save(document, location, kind) : undefined;
    if (refusal !== undefined) throw vscode.FileSystemError.Unavailable(refusal);
    this.#versions.settle(key);
  }

  /** Call this when a document's text has changed, so that the field's editor follows. */
  async follow({ location, document: { uri } }: OpenText): Promise<void> {
    const field = await this.#prose.readNow(uri, location);
    const key = keyOfText(location);
    // While the user types, the value may be unreadable. The shown text then stays.
    if (!field || field.codec.toText(field.value)[0]) return;
    if (!this.#versions.hasMoved(key, this.#text(key, field))) return;
    this.tell([uri], vscode.FileChangeType.Changed);
  }

  /**
   * Writes the unsaved texts of a document to the document, as auto-save does. A later action on
   * the document then includes all changes.
   */
  async takeOver(address: Address): Promise<void> {
    for (const { location, document } of textEditorsOf(address).filter(
      (text) => text.document.isDirty,
    )) {
      const field = await this.#prose.read(document.uri, location);
      const key = keyOfText(location);
      if (this.#versions.hasMoved(key, this.#text(key, field)))
        throw new Error(
          vscode.l10n.t(
            "{field} has unsaved changes in both the Markdown and the document. Save one of them first.",
            { field: proseFieldName(location.field) },
          ),
        );
      await this.#put(location, field, document.getText());
    }
  }

  /** Call this when no editor shows the text. */
  forget(location: TextLocation): void {
    this.#versions.forget(keyOfText(location));
  }

  /** Whether an unsaved text already equals the value of its field. */
  async isTaken({ location, document }: OpenText): Promise<boolean> {
    const field = await this.#prose.readNow(document.uri, location);
    return field !== undefined && matchesValue(document, field);
  }

  #text(key: string, field: OpenField): string {
    return this.#versions.written(key, field.value) ?? proseTextOf(field);
  }

  async #put(
    location: TextLocation,
    { document, codec, value }: OpenField,
    text: string,
  ): Promise<void> {
    const [unsupported, newValue] = codec.toValue(text, value);
    if (unsupported)
      throw vscode.FileSystemError.Unavailable(describeUnsupportedMarkdown(unsupported));
    if (newValue !== value) await this.#prose.put(document, location, newValue);
    this.#versions.put(keyOfText(location), { text, value: newValue });
  }
}

const matchesValue = (document: vscode.TextDocument, { codec, value }: OpenField): boolean =>
  codec.toValue(document.getText(), value)[1] === value;

/** With this mark, VS Code doesn't guess the encoding, whatever the user's settings are. */
const byteOrderMark = "\uFEFF";

function isReadAsUtf8(uri: vscode.Uri, text: string): boolean {
  if (text.startsWith(byteOrderMark)) return false;
  const files = vscode.workspace.getConfiguration("files", { uri, languageId: "markdown" });
  return files.get("encoding") === "utf8" && files.get("autoGuessEncoding") === false;
}

function locationIn(uri: vscode.Uri): TextLocation {
  const location = fromTextUri(uri);
  if (!location) throw vscode.FileSystemError.FileNotFound(uri);
  return location;
}

const followDelayMs = 150;

export function followTexts(files: ProseFiles, documents: OpenDocuments): vscode.Disposable {
  const waiting = new Map<string, NodeJS.Timeout>();
  const followSoon = (document: vscode.TextDocument): void => {
    const address = fromUri(document.uri);
    if (!address || textEditorsOf(address).length === 0) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const follow = (): void => {
      waiting.delete(key);
      for (const text of textEditorsOf(address)) void files.follow(text);
    };
    waiting.set(key, setTimeout(follow, followDelayMs));
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
    onDidEdit(followSoon),
    // A saved document also saves the texts of its fields, whichever editor started the save.
    vscode.workspace.onDidSaveTextDocument((document) => {
      const address = fromUri(document.uri);
      if (!address || document.isDirty) return;
      for (const text of textEditorsOf(address).filter((open) => open.document.isDirty))
        void files.isTaken(text).then((isTaken) => isTaken && text.document.save());
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const location = fromTextUri(uri);
      if (location && openTexts(location).length === 0) files.forget(location);
    }),
    documents.onDidChange(({ address, kind }) => {
      const uris = textEditorsOf(address).map(({ document }) => document.uri);
      if (kind === "deleted") {
        files.tell(uris, vscode.FileChangeType.Deleted);
        void closeTexts(address);
      } else if (openDocuments(address).length === 0) {
        // No open document reports this change, so this function does.
        files.tell(uris, vscode.FileChangeType.Changed);
      }
    }),
  );
}
