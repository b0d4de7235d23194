import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { describeUnsupportedMarkdown } from "../host/words/proseWords.ts";
import { proseFieldName } from "../model/documents/prose/field.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Json } from "../model/foundation/json.ts";
import { toFileError } from "./errors.ts";
import { openTexts, textEditorsOf } from "./openTexts.ts";
import type { OpenText } from "./openTexts.ts";
import { proseTextOf } from "./prose.ts";
import type { HeldText, Prose } from "./prose.ts";
import { Saves } from "./saves.ts";
import { fromTextUri, isTextFolder, keyOfText } from "./textUri.ts";
import type { TextPlace } from "./textUri.ts";
import { decode, FixedFiles, folderStat } from "./virtualFileSystem.ts";

/** A text, and what its field holds of it. */
interface WrittenVersion {
  readonly text: string;
  readonly value: Json;
}

interface TextVersion extends WrittenVersion {
  readonly mtime: number;
  readonly size: number;
  /** What was last put into the document from here. */
  readonly written?: WrittenVersion | undefined;
  /** Whether it is not on the service yet. */
  readonly isPending?: boolean;
}

/**
 * When a text has changed, as VS Code asks it. The size is made of what the field holds and is never its length:
 * VS Code takes a file for another one only where time has moved on and the size differs. So what is as it was is
 * no conflict, in whatever form it was typed, and something else is, also when the window was reloaded in between.
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

  /** Whether a text is another one than that which VS Code was last told of. */
  hasMoved(key: string, text: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.text !== text;
  }

  /** This is in the document from here: what stands there is nobody else's. */
  put(key: string, written: WrittenVersion): void {
    this.#known.set(key, { ...this.stat(key, written), written, isPending: true });
  }

  /** What was put there is on the service: what stands there from now on may be anybody's. */
  settle(key: string): void {
    const known = this.#known.get(key);
    if (known) this.#known.set(key, { ...known, isPending: false });
  }

  isPut(key: string, value: Json): boolean {
    const known = this.#known.get(key);
    return known?.isPending === true && isDeepStrictEqual(known.written?.value, value);
  }

  /** How a person has written what the field holds; there may be other ways to say the same. */
  written(key: string, value: Json): string | undefined {
    const { written } = this.#known.get(key) ?? {};
    return isDeepStrictEqual(written?.value, value) ? written?.text : undefined;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** Far below the size from which on VS Code asks before it opens a file. */
const sizes = 900_000;

function sizeOf(value: Json, known: TextVersion | undefined): number {
  if (known && isDeepStrictEqual(known.value, value)) return known.size;
  const digest = createHash("sha256").update(JSON.stringify(value)).digest();
  const size = 1 + (digest.readUIntBE(0, 6) % sizes);
  return size === known?.size ? size + 1 : size;
}

/** Fields with prose as files: what they hold is what the text of their document says, saved or not. */
export class TextFiles extends FixedFiles implements vscode.FileSystemProvider {
  readonly #prose: Prose;
  readonly #versions = new TextVersions();
  readonly #saving = new Saves(keyIn);
  /** Hears which saves begin. */
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
      // The stat beside it fails as well: it is told once.
      void this.#prose.tell(error, uri, place);
      throw error;
    }
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const place = placeIn(uri);
    const key = keyOfText(place);
    const kind = this.#saving.end(key);
    // As with documents: written by the editor that has read it, and by nothing else.
    if (openTexts(place).length === 0) throw toFileError({ code: "never-opened" });
    const held = await this.#prose.held(uri, place);
    if (this.#prose.isReadonly(place)) throw toFileError({ code: "read-only" });
    // It has changed since VS Code asked: with Retry it asks again.
    const hasMoved = this.#versions.hasMoved(key, this.#text(key, held));
    if (hasMoved) throw toFileError({ code: "changed-meanwhile" });
    await this.#put(place, held, decode(bytes));
    // What VS Code saves by itself is only taken over: no draft is sent that nobody meant to send.
    if (kind === "auto-save") return;
    const { document } = held;
    const refusal = document.isDirty ? await this.#prose.save(document, place, kind) : undefined;
    if (refusal !== undefined) throw vscode.FileSystemError.Unavailable(refusal);
    this.#versions.settle(key);
  }

  /** The text of a document has changed: the editor of its field follows, where that has. */
  async follow({ place, document: { uri } }: OpenText): Promise<void> {
    const held = await this.#prose.heldNow(uri, place);
    const key = keyOfText(place);
    // What can't be told at the moment, while somebody types, stays as it is shown.
    if (!held || held.reading.toText(held.value)[0]) return;
    if (!this.#versions.hasMoved(key, this.#text(key, held))) return;
    this.tell([uri], vscode.FileChangeType.Changed);
  }

  /** Puts what is unsaved in the texts of a document into it, as auto-save does: what is done with it then is done with all of it. */
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

  /** No editor shows the text any more. */
  forget(place: TextPlace): void {
    this.#versions.forget(keyOfText(place));
  }

  /** Whether an unsaved text is what its field holds already. */
  async isTaken({ place, document }: OpenText): Promise<boolean> {
    const held = await this.#prose.heldNow(document.uri, place);
    return held !== undefined && says(document, held);
  }

  async #stat(uri: vscode.Uri, place: TextPlace, isSave: boolean): Promise<vscode.FileStat> {
    const key = keyOfText(place);
    const held = await this.#prose.held(uri, place);
    const shown = { text: this.#text(key, held), value: held.value };
    const { mtime, size } = this.#versions.stat(key, shown);
    // A save that is not announced looks like any other stat of an unsaved text.
    const maySave = isSave || openTexts(place).some(({ isDirty }) => isDirty);
    const isLocked = this.#prose.isLocked(place) && !isSave;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      // Older than anything that VS Code has loaded: its check before a save finds nothing new.
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

  /** Whether what the field holds is what its editor has, or what was put there from it. */
  #isOurs(place: TextPlace, held: HeldText): boolean {
    if (this.#versions.isPut(keyOfText(place), held.value)) return true;
    return openTexts(place).some((document) => document.isDirty && says(document, held));
  }
}

const changedOnBothSides = ({ field }: TextPlace): Error =>
  new Error(
    vscode.l10n.t(
      "{0} was changed in its Markdown and in the document, and neither is saved. Save one of them first.",
      proseFieldName(field),
    ),
  );

/** Whether the text of an editor says what the field holds. */
const says = (document: vscode.TextDocument, { reading, value }: HeldText): boolean =>
  reading.toValue(document.getText(), value)[1] === value;

/** Before it VS Code stops guessing, whatever a person has set for their files. */
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
