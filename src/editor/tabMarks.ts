import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { addressIn } from "../files/textUri.ts";
import { fromUri } from "../files/uri.ts";
import { stateHeading } from "../host/words/headings.ts";
import { stateIcon, stateMarks, unlockedMark } from "../host/stateIcons.ts";
import type { Address } from "../model/address.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Documents } from "../model/documents/documents.ts";

/** The state of a document on its tab, in the shape that it has in the tree, and whether it is unlocked production. */
export class TabMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #documents: Documents;
  readonly #locks: Locks;
  readonly #listening: vscode.Disposable;

  constructor(documents: Documents, locks: Locks) {
    this.#documents = documents;
    this.#locks = locks;
    const change = ({ address }: { readonly address: Address }) => {
      this.#changed.fire(openDocuments(address).map(({ uri }) => uri));
    };
    this.#listening = vscode.Disposable.from(
      documents.onDidLearn(change),
      documents.onDidSave(change),
      locks.onDidChange(({ id }) => {
        const uris = vscode.workspace.textDocuments.map(({ uri }) => uri);
        this.#changed.fire(uris.filter((uri) => addressIn(uri)?.connection === id));
      }),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = fromUri(uri);
    const state = address && this.#documents.known(address)?.standing.now?.state;
    const { connection = "" } = addressIn(uri) ?? {};
    const isUnlocked = this.#locks.unlockedUntil(connection) !== undefined;
    if (isUnlocked) return unlockedMark(state);
    if (!state) return undefined;
    const { color } = stateIcon(state);
    return new vscode.FileDecoration(stateMarks[state], stateHeading(state), color);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
