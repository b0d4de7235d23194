import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { fromUri } from "../files/uri.ts";
import { stateHeading } from "../host/words/headings.ts";
import { stateIcon, stateMarks } from "../host/stateIcons.ts";
import type { Address } from "../model/address.ts";
import type { Documents } from "../model/documents/documents.ts";

/** The state of a document on its tab, in the shape that it has in the tree. */
export class TabMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #documents: Documents;
  readonly #listening: vscode.Disposable;

  constructor(documents: Documents) {
    this.#documents = documents;
    const change = ({ address }: { readonly address: Address }) => {
      this.#changed.fire(openDocuments(address).map(({ uri }) => uri));
    };
    this.#listening = vscode.Disposable.from(
      documents.onDidLearn(change),
      documents.onDidSave(change),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = fromUri(uri);
    const state = address && this.#documents.known(address)?.standing.now?.state;
    if (!state) return undefined;
    const { color } = stateIcon(state);
    return new vscode.FileDecoration(stateMarks[state], stateHeading(state), color);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
