import * as vscode from "vscode";
import type { Failures } from "../host/failures.ts";
import { whyLocked } from "../host/unlocking.ts";
import { isNew, keyOf } from "../model/address.ts";
import type { Address } from "../model/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Documents, Edit } from "../model/documents/documents.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Failure, Outcome } from "../model/outcome.ts";
import { isMissing } from "../model/outcome.ts";
import { toFileError, toSaveError } from "./errors.ts";
import { decode, FixedFiles, folderStat, toFileStat } from "./fixedFiles.ts";
import { Mending } from "./mending.ts";
import type { MendingParts } from "./mending.ts";
import type { NewDocuments } from "./newDocuments.ts";
import { openDocuments } from "./openDocuments.ts";
import { agreesToClear, askAboutConflict, askPasswordOfNew, tellAside } from "./questions.ts";
import { Saves } from "./saves.ts";
import { Unopened } from "./unopened.ts";
import type { Localizations } from "./unopened.ts";
import { fromUri, isFolder } from "./uri.ts";

/**
 * The text document that is meant. After typing during a save VS Code calls it saved, until the next key:
 * a save that was announced is one all the same.
 */
function editedDocument(
  address: Address,
  uri: vscode.Uri,
  isSave: boolean,
): vscode.TextDocument | undefined {
  const open = openDocuments(address).filter(({ isDirty }) => isDirty || isSave);
  return open.find((one) => one.uri.toString() === uri.toString()) ?? open[0];
}

/** One document has one base: changes of two editors would take back each other's. */
const isEditedElsewhere = (address: Address, uri: vscode.Uri): boolean =>
  openDocuments(address).some((one) => one.isDirty && one.uri.toString() !== uri.toString());

interface Parts extends MendingParts {
  readonly locks: Locks;
  readonly newDocuments: NewDocuments;
  readonly failures: Failures;
  readonly localizations: Localizations;
}

/** Documents as files: what VS Code asks, the model answers. */
export class ContentFiles extends FixedFiles implements vscode.FileSystemProvider {
  readonly #documents: Documents;
  readonly #connections: Connections;
  readonly #locks: Locks;
  readonly #mending: Mending;
  readonly #newDocuments: NewDocuments;
  readonly #unopened: Unopened;
  readonly #saving = new Saves((uri) => {
    const address = fromUri(uri);
    return address && keyOf(address);
  });
  /** Hears which saves begin. */
  readonly followSaves = this.#saving.follow;
  readonly #listening: { dispose(): void };

  constructor(parts: Parts) {
    super();
    const { documents, connections, newDocuments, localizations, failures } = parts;
    this.#locks = parts.locks;
    this.#documents = documents;
    this.#connections = connections;
    this.#newDocuments = newDocuments;
    this.#mending = new Mending(parts);
    this.#unopened = new Unopened(localizations, failures);
    this.#listening = documents.onDidChange(({ address, kind }) => {
      const type =
        kind === "deleted" ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed;
      const uris = openDocuments(address).map(({ uri }) => uri);
      this.tell(uris, type);
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return folderStat;
    const address = addressOf(uri);
    const isSave = this.#saving.begin(keyOf(address));
    const edited = editedDocument(address, uri, isSave);
    const edit = edited && isSave ? this.#editOf(edited, address) : undefined;
    const outcome = await this.#documents.stat(address, edit);
    // The save that follows a stat of an edited document fails too, and VS Code tells of that.
    if (outcome[0] && edited) throw toFileError(outcome[0]);
    // What was begun before is gone on with: a save of it asks.
    const isLocked = !edited && this.#locks.locked(address.connection) !== undefined;
    return toFileStat(this.#opened(outcome, address), isLocked);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressOf(uri);
    const snapshot = this.#opened(await this.#documents.read(address), address);
    return new TextEncoder().encode(snapshot.text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const address = addressOf(uri);
    const isByHand = this.#saving.isByHand(keyOf(address));
    this.#saving.end(keyOf(address));
    const refusal = await this.#whyNot(address, uri, isByHand);
    if (refusal) throw toSaveError(refusal);
    const text = decode(bytes);
    const askPassword = () => askPasswordOfNew(this.#connections, address, text);
    const agree = agreesToClear(this.#connections, address);
    const save = { text, ...(isByHand && { agree, askPassword }) };
    const outcome = await this.#documents.write(address, save);
    const [failure, saved] = isByHand
      ? await this.#mending.settled(outcome, address, save)
      : outcome;
    if (failure) throw toSaveError(failure);
    if (!saved) return;
    this.#newDocuments.note(address, this.#documents.edits.made(address), text);
    tellAside(saved);
  }

  /**
   * Saves a text by hand, before its editor is asked to, and gives why it could not be. Of a save that an
   * editor was asked for VS Code tells itself, beside whoever asked. A document that is gone is left to its editor.
   */
  async saveAhead(document: vscode.TextDocument, address: Address): Promise<Failure | undefined> {
    const refusal = await this.#whyNot(address, document.uri, true);
    if (refusal) return refusal;
    // Its own editor makes it, and becomes what was made.
    if (isNew(address)) return undefined;
    const agree = agreesToClear(this.#connections, address);
    const save = { text: document.getText(), agree, isAhead: true };
    const outcome = await this.#documents.write(address, save);
    if (isGone(outcome)) return undefined;
    const [failure, saved] = await this.#mending.settled(outcome, address, save);
    if (failure?.code === "conflict") return this.#saveOver(failure, document, address);
    if (saved) tellAside(saved);
    return failure ?? undefined;
  }

  /** Whether there is no such document, in whatever locale: an editor of it says so, and nobody else. */
  async isGone(address: Address): Promise<boolean> {
    const [failure] = await this.#documents.stat(address);
    return failure?.code === "gone" && !(await this.#unopened.other(address));
  }

  override dispose(): void {
    super.dispose();
    this.#listening.dispose();
  }

  /** Why nothing of it may be written. */
  async #whyNot(
    address: Address,
    uri: vscode.Uri,
    isByHand: boolean,
  ): Promise<Failure | undefined> {
    if (isEditedElsewhere(address, uri)) return { code: "two-editors" };
    return whyLocked(this.#locks, address, isByHand);
  }

  #editOf(document: vscode.TextDocument, address: Address): Edit {
    const text = document.getText();
    if (!this.#saving.isByHand(keyOf(address))) return { text };
    return {
      text,
      ask: (conflict) => askAboutConflict(this.#connections, document, address, conflict),
    };
  }

  /** Once the person has chosen, over what is there then. */
  async #saveOver(
    failure: Extract<Failure, { readonly code: "conflict" }>,
    document: vscode.TextDocument,
    address: Address,
  ): Promise<Failure | undefined> {
    const { conflict } = failure;
    const side = await askAboutConflict(this.#connections, document, address, conflict);
    const isChosen = side !== undefined && this.#documents.choose(address, side);
    return isChosen ? this.saveAhead(document, address) : failure;
  }

  #opened<T>([failure, value]: Outcome<T>, address: Address): T {
    if (!failure) return value;
    this.#unopened.tell(failure, address);
    throw toFileError(failure);
  }
}

const isGone = ([failure]: Outcome<unknown>): boolean => failure !== null && isMissing(failure);

function addressOf(uri: vscode.Uri): Address {
  const address = fromUri(uri);
  if (!address) throw vscode.FileSystemError.FileNotFound(uri);
  return address;
}
