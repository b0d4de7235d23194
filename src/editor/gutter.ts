import * as vscode from "vscode";
import { fromUri } from "../files/uri.ts";
import { keyOf } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { JsonObject } from "../model/foundation/json.ts";
import { restoreText } from "./restoreText.ts";
import type { PendingChanges } from "./pendingChanges.ts";
import { isLarge } from "./typingPause.ts";
import type { Versions } from "./versions.ts";

interface GutterDependencies {
  readonly documents: Documents;
  readonly pending: PendingChanges;
  readonly versions: Versions;
}

/**
 * Marks beside the lines that a save would change: against the base, and in our documents alone. VS Code asks it
 * about every file there is, and lists a source control: it is there only while it has to be.
 */
export class Gutter implements vscode.QuickDiffProvider, vscode.Disposable {
  readonly #parts: GutterDependencies;
  readonly #originals = new Map<string, vscode.Uri>();
  readonly #listening: vscode.Disposable;

  constructor(parts: GutterDependencies) {
    this.#parts = parts;
    this.#listening = vscode.Disposable.from(
      createControl(this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#originals.delete(uri.toString())),
      // What was saved is no change any more, though no key is pressed that would have it looked at.
      parts.documents.onDidSave(({ address }) => {
        this.#catchUp(address);
      }),
    );
  }

  async provideOriginalResource(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const document = documentOf(uri);
    const outcome = document && (await this.#parts.pending.of(document));
    if (!outcome) return undefined;
    const [failure, pending] = outcome;
    // A text that is no JSON at the moment keeps the marks that it had.
    if (failure) return this.#originals.get(uri.toString());
    const names = Object.keys(pending.changes.data);
    if (names.length > 0) return this.#original(document, names);
    // VS Code draws no mark any more where an original has gone and comes back: it is the text itself.
    return this.#originals.has(uri.toString())
      ? this.#show(document, document.getText())
      : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #original(document: vscode.TextDocument, names: readonly string[]): vscode.Uri | undefined {
    const address = fromUri(document.uri);
    const base = address && this.#parts.documents.baseText(address);
    if (base === undefined) return undefined;
    const isExact = !isLarge(document);
    const text = isExact
      ? restoreText(document.getText(), names, JSON.parse(base) as JsonObject)
      : base;
    return this.#show(document, text);
  }

  #show(document: vscode.TextDocument, text: string): vscode.Uri {
    const { uri } = document;
    const name = uri.path.split("/").at(-1) ?? "";
    const original = this.#parts.versions.show(name, text, `base ${uri.toString()}`);
    this.#originals.set(uri.toString(), original);
    return original;
  }

  /** The change of the original is what has VS Code ask again. */
  #catchUp(address: Address): void {
    for (const document of vscode.workspace.textDocuments) {
      const other = fromUri(document.uri);
      const isShown = this.#originals.has(document.uri.toString());
      if (!isShown || !other || keyOf(other) !== keyOf(address)) continue;
      this.#show(document, document.getText());
    }
  }
}

function createControl(provider: vscode.QuickDiffProvider): vscode.SourceControl {
  const control = vscode.scm.createSourceControl("cms", "CMS");
  control.inputBox.visible = false;
  control.quickDiffProvider = provider;
  return control;
}

const documentOf = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
