import * as vscode from "vscode";
import { agrees } from "../host/prompts.ts";
import { describe, plain } from "../host/words.ts";
import type { Address } from "../model/address.ts";
import type { Documents } from "../model/documents.ts";
import type { Outcome } from "../model/outcome.ts";
import { toFileError } from "./errors.ts";
import { openDocuments } from "./openDocuments.ts";
import { fromUri, isFolder } from "./uri.ts";

const folder: vscode.FileStat = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };

/** Documents as files: what VS Code asks, the model answers. */
export class ContentFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #documents: Documents;
  readonly #listening: { dispose(): void };
  /** Failures that were shown: a stat and the read beside it share theirs. */
  readonly #shown = new WeakSet();

  constructor(documents: Documents) {
    this.#documents = documents;
    this.#listening = documents.onDidChange(({ address, kind }) => {
      const type =
        kind === "deleted" ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed;
      this.#changed.fire(openDocuments(address).map(({ uri }) => ({ type, uri })));
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return folder;
    const address = addressOf(uri);
    const isEdited = openDocuments(address).some(({ isDirty }) => isDirty);
    const outcome = await this.#documents.stat(address);
    // The save that follows a stat of an edited document fails too, and VS Code tells of that.
    if (outcome[0] && isEdited) throw toFileError(outcome[0]);
    const { modified, created, size, isReadonly } = this.#opened(outcome);
    const permissions = isReadonly ? { permissions: vscode.FilePermission.Readonly } : {};
    return { type: vscode.FileType.File, ctime: created, mtime: modified, size, ...permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const snapshot = this.#opened(await this.#documents.read(addressOf(uri)));
    return new TextEncoder().encode(snapshot.text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const text = decode(bytes);
    const agree = ({ cleared }: { readonly cleared: readonly string[] }) =>
      agrees(
        vscode.l10n.t("Clear {0}?", cleared.join(", ")),
        vscode.l10n.t("What was taken out of the text is emptied on the service."),
        vscode.l10n.t("Clear and Save"),
      );
    const [failure, saved] = await this.#documents.write(addressOf(uri), { text, agree });
    if (failure) throw toFileError(failure);
    const [own, linked] = [saved.touchedFacts, saved.ignored.join(", ")];
    if (own) warn(vscode.l10n.t("Not sent: $ and $schema belong to the service."));
    if (linked) warn(vscode.l10n.t("Not sent: {0} is changed in what it links to.", linked));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  watch(): vscode.Disposable {
    // The service tells nobody of its changes; our own are fired as they happen.
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** An editor hides why it could not open a document, so it is said beside it, once. */
  #opened<T>([failure, value]: Outcome<T>): T {
    if (!failure) return value;
    if (failure.code !== "gone" && !this.#shown.has(failure)) {
      this.#shown.add(failure);
      void vscode.window.showErrorMessage(plain(describe(failure)));
    }
    throw toFileError(failure);
  }
}

const warn = (words: string): void => void vscode.window.showWarningMessage(plain(words));

/** Bytes that are not UTF-8 would be sent as other characters than the person sees. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw toFileError({ code: "not-utf-8" });
  }
}

function addressOf(uri: vscode.Uri): Address {
  const address = fromUri(uri);
  if (!address) throw vscode.FileSystemError.FileNotFound(uri);
  return address;
}
