import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { describeUnsupportedMarkdown } from "../texts/proseWords.ts";
import { proseFieldName } from "../model/content/prose/field.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Json } from "../model/foundation/json.ts";
import { toFileError, decode, FixedFiles, folderStat } from "./virtualFileSystem.ts";
import { openTexts, textEditorsOf, onDidEdit, openDocuments, closeTexts } from "./openDocuments.ts";
import type { OpenText } from "./openDocuments.ts";
import { proseTextOf } from "./prose.ts";
import type { HeldText, Prose } from "./prose.ts";
import { Saves } from "./saves.ts";
import { fromTextUri, isTextFolder, keyOfText, fromUri } from "./uri.ts";
import type { TextPlace } from "./uri.ts";
import type { Documents } from "../model/changes/saving/documents.ts";

/** A text and the value that its field stores for it. */
interface WrittenVersion {
  readonly text: string;
  readonly value: Json;
}

interface TextVersion extends WrittenVersion {
  readonly mtime: number;
  readonly size: number;
  /** The text and the value that were last written to the document from this text. */
  readonly written?: WrittenVersion | undefined;
  /** Whether the written value is not saved to the service yet. */
  readonly isPending?: boolean;
}

/**
 * The modification times and sizes of texts, as VS Code requests them. The size is a hash of the
 * field's value, never its length. VS Code treats a file as changed only if its time is later and
 * its size differs. So the same value is never a conflict, in whatever form the user typed it. A
 * different value is a conflict, even after a reload of the window.
 */
export class TextVersions {
  readonly #known = new Map<string, TextVersion>();

  stat(key: string, { text, value }: WrittenVersion): TextVersion {
    const known = this.#known.get(key);
    if (known?.text === text) return known;
    const mtime = Math.max(Date.now(), (known?.mtime ?? 0) + 1);
    const version = { ...known, text, value, mtime, size: sizeOf(value, known) };
    this.#known.set(key, version);
    return version;
  }

  /** Whether a text differs from the one that VS Code last received. */
  hasMoved(key: string, text: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.text !== text;
  }

  /** Records a value that this text wrote, so that it is no other client's change. */
  put(key: string, written: WrittenVersion): void {
    this.#known.set(key, { ...this.stat(key, written), written, isPending: true });
  }

  /** Records that the written value is saved. Later values may come from other clients. */
  settle(key: string): void {
    const known = this.#known.get(key);
    if (known) this.#known.set(key, { ...known, isPending: false });
  }

  isPut(key: string, value: Json): boolean {
    const known = this.#known.get(key);
    return known?.isPending === true && isDeepStrictEqual(known.written?.value, value);
  }

  /** The text that the user typed for this value: Markdown has several for one value. */
  written(key: string, value: Json): string | undefined {
    const { written } = this.#known.get(key) ?? {};
    return isDeepStrictEqual(written?.value, value) ? written?.text : undefined;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** Far below the file size above which VS Code asks before it opens a file. */
const sizes = 900_000;

function sizeOf(value: Json, known: TextVersion | undefined): number {
  if (known && isDeepStrictEqual(known.value, value)) return known.size;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest();
  const size = 1 + (digest.readUIntBE(0, 6) % sizes);
  return size === known?.size ? size + 1 : size;
}

/** A file system of prose fields: a file has the value in its document's text, saved or not. */
export class TextFiles extends FixedFiles implements vscode.FileSystemProvider {
  readonly #prose: Prose;
  readonly #versions = new TextVersions();
  readonly #saving = new Saves(keyIn);
  readonly followSaves = this.#saving.follow;

  constructor(prose: Prose) {
    super();
    this.#prose = prose;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isTextFolder(uri)) return folderStat;
    const place = placeIn(uri);
    const key = keyOfText(place);
    const isSave = this.#saving.begin(key);
    let isStopped = true;
    try {
      const stat = await this.#stat(uri, place, isSave);
      isStopped = false;
      return stat;
    } finally {
      if (isSave) this.#saving.answered(key, isStopped);
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const place = placeIn(uri);
    try {
      const text = this.#text(keyOfText(place), await this.#prose.held(uri, place));
      return new TextEncoder().encode(isReadAsUtf8(uri, text) ? text : byteOrderMark + text);
    } catch (error) {
      // The stat next to this read fails too. The failure is shown once.
      void this.#prose.tell(error, uri, place);
      throw error;
    }
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const place = placeIn(uri);
    const key = keyOfText(place);
    const kind = this.#saving.end(key);
    // As with documents, only the editor that has read a text may write it.
    if (openTexts(place).length === 0) throw toFileError({ code: "never-opened" });
    const held = await this.#prose.held(uri, place);
    if (this.#prose.isReadonly(place)) throw toFileError({ code: "read-only" });
    // The value has changed since VS Code's stat. Retry makes VS Code check again.
    const hasMoved = this.#versions.hasMoved(key, this.#text(key, held));
    if (hasMoved) throw toFileError({ code: "changed-meanwhile" });
    await this.#put(place, held, decode(bytes));
    // An auto-save only updates the text of the document. It sends no draft that the user didn't
    // save.
    if (kind === "auto-save") return;
    const { document } = held;
    const refusal = document.isDirty ? await this.#prose.save(document, place, kind) : undefined;
    if (refusal !== undefined) throw vscode.FileSystemError.Unavailable(refusal);
    this.#versions.settle(key);
  }

  /** Call this when a document's text has changed, so that the field's editor follows. */
  async follow({ place, document: { uri } }: OpenText): Promise<void> {
    const held = await this.#prose.heldNow(uri, place);
    const key = keyOfText(place);
    // While the user types, the value may be unreadable. The shown text then stays.
    if (!held || held.reading.toText(held.value)[0]) return;
    if (!this.#versions.hasMoved(key, this.#text(key, held))) return;
    this.tell([uri], vscode.FileChangeType.Changed);
  }

  /**
   * Writes the unsaved texts of a document to the document, as auto-save does. A later action on
   * the document then includes all changes.
   */
  async takeOver(address: Address): Promise<void> {
    for (const { place, document } of textEditorsOf(address).filter(
      (text) => text.document.isDirty,
    )) {
      const held = await this.#prose.held(document.uri, place);
      const key = keyOfText(place);
      if (this.#versions.hasMoved(key, this.#text(key, held))) throw changedOnBothSides(place);
      await this.#put(place, held, document.getText());
    }
  }

  /** Call this when no editor shows the text. */
  forget(place: TextPlace): void {
    this.#versions.forget(keyOfText(place));
  }

  /** Whether an unsaved text already equals the value of its field. */
  async isTaken({ place, document }: OpenText): Promise<boolean> {
    const held = await this.#prose.heldNow(document.uri, place);
    return held !== undefined && says(document, held);
  }

  async #stat(uri: vscode.Uri, place: TextPlace, isSave: boolean): Promise<vscode.FileStat> {
    const key = keyOfText(place);
    const held = await this.#prose.held(uri, place);
    const shown = { text: this.#text(key, held), value: held.value };
    const { mtime, size } = this.#versions.stat(key, shown);
    // An unannounced save looks like any other stat of an unsaved text.
    const maySave = isSave || openTexts(place).some(({ isDirty }) => isDirty);
    const isLocked = this.#prose.isLocked(place) && !isSave;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      // This time is older than any version that VS Code has loaded. So its check before a save
      // finds no change.
      mtime: maySave && this.#isOurs(place, held) ? 0 : mtime,
      size,
      ...((isLocked || this.#prose.isReadonly(place)) && {
        permissions: vscode.FilePermission.Readonly,
      }),
    };
  }

  #text(key: string, held: HeldText): string {
    return this.#versions.written(key, held.value) ?? proseTextOf(held);
  }

  async #put(
    place: TextPlace,
    { document, reading, value }: HeldText,
    text: string,
  ): Promise<void> {
    const [unsupported, put] = reading.toValue(text, value);
    if (unsupported)
      throw vscode.FileSystemError.Unavailable(describeUnsupportedMarkdown(unsupported));
    if (put !== value) await this.#prose.put(document, place, put);
    this.#versions.put(keyOfText(place), { text, value: put });
  }

  /** Whether the field's value comes from its editor, or was written to the document from there. */
  #isOurs(place: TextPlace, held: HeldText): boolean {
    if (this.#versions.isPut(keyOfText(place), held.value)) return true;
    return openTexts(place).some((document) => document.isDirty && says(document, held));
  }
}

const changedOnBothSides = ({ field }: TextPlace): Error =>
  new Error(
    vscode.l10n.t(
      "{field} has unsaved changes in both the Markdown and the document. Save one of them first.",
      { field: proseFieldName(field) },
    ),
  );

const says = (document: vscode.TextDocument, { reading, value }: HeldText): boolean =>
  reading.toValue(document.getText(), value)[1] === value;

/** With this mark, VS Code doesn't guess the encoding, whatever the user's settings are. */
const byteOrderMark = "\uFEFF";

function isReadAsUtf8(uri: vscode.Uri, text: string): boolean {
  if (text.startsWith(byteOrderMark)) return false;
  const files = vscode.workspace.getConfiguration("files", { uri, languageId: "markdown" });
  return files.get("encoding") === "utf8" && files.get("autoGuessEncoding") === false;
}

function keyIn(uri: vscode.Uri): string | undefined {
  const place = fromTextUri(uri);
  return place && keyOfText(place);
}

function placeIn(uri: vscode.Uri): TextPlace {
  const place = fromTextUri(uri);
  if (!place) throw vscode.FileSystemError.FileNotFound(uri);
  return place;
}

/** How long a document rests before the texts of its fields follow, in milliseconds. */
const calm = 150;

export function followTexts(files: TextFiles, documents: Documents): vscode.Disposable {
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
    waiting.set(key, setTimeout(follow, calm));
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
    onDidEdit(followSoon),
    vscode.workspace.onDidSaveTextDocument((document) => void saveTexts(files, document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const place = fromTextUri(uri);
      if (place && openTexts(place).length === 0) files.forget(place);
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

/** A saved document also saves the texts of its fields, whichever editor started the save. */
async function saveTexts(files: TextFiles, document: vscode.TextDocument): Promise<void> {
  const address = fromUri(document.uri);
  if (!address || document.isDirty) return;
  const unsaved = textEditorsOf(address).filter((text) => text.document.isDirty);
  await Promise.all(
    unsaved.map(async (text) => {
      if (await files.isTaken(text)) await text.document.save();
    }),
  );
}
