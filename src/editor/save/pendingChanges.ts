import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isSame, type Address } from "../../model/foundation/address.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import type { PendingSave } from "../../model/save/saveDecision.ts";
import { untilQuiet } from "../shared/editorTasks.ts";

interface CountedChanges {
  readonly address: Address;
  readonly version: number;
  readonly counting: Promise<Outcome<PendingSave, Failure>>;
  isWaiting: boolean;
}

/**
 * The changes that a save of an open document would send. They are computed once per version of its
 * text for every view.
 */
export class PendingChanges extends ResourceOwner {
  readonly #documents: OpenDocuments;
  readonly #counted = new Map<string, CountedChanges>();

  constructor(documents: OpenDocuments) {
    super();
    this.#documents = documents;
    const forget = ({ address }: { readonly address: Address }): void => {
      for (const [key, counted] of this.#counted) {
        if (isSame(address, counted.address)) this.#counted.delete(key);
      }
    };
    this.own(
      documents.onDidSave(forget),
      documents.onDidChange(forget),
      documents.onDidChangeEdit((address) => forget({ address })),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#counted.delete(uri.toString())),
    );
  }

  /** Undefined for other documents. With a large text, it waits until the user pauses. */
  async of(document: vscode.TextDocument): Promise<Outcome<PendingSave, Failure> | undefined> {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    const key = document.uri.toString();
    const known = this.#counted.get(key);
    if (known && (known.isWaiting || known.version === document.version)) return known.counting;
    const { version } = document;
    const counted: CountedChanges = {
      address,
      version,
      isWaiting: true,
      counting: untilQuiet(document).then(() => {
        counted.isWaiting = false;
        return this.#documents.pending(address, document.getText());
      }),
    };
    this.#counted.set(key, counted);
    const outcome = await counted.counting;
    // A failed computation may succeed later with the same text. The result for an older version is
    // outdated.
    const isStale = outcome[0] !== null || document.version !== version;
    if (isStale && this.#counted.get(key) === counted) this.#counted.delete(key);
    return outcome;
  }
}
