import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { fileMark, type Plain } from "../../host/surfaces/editorTexts.ts";
import type { FileContext } from "../../files/fileContext.ts";
import { addressIn, fromUri } from "../../files/shared/documentUri.ts";
import { stateHeading } from "../../texts/shared/headings.ts";
import { stateIcon, stateMarks, unlockedMark } from "../../host/shared/statusIcons.ts";
import { keyOf, type Address } from "../../model/foundation/address.ts";

type MarkContext = Pick<FileContext, "documents" | "locks" | "underWay">;

/** Marks a document's tab with its publication status and with unlocked production. */
export class TabMarks extends ResourceOwner implements vscode.FileDecorationProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri[] | undefined>());
  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly #context: MarkContext;
  /**
   * The URIs that VS Code has asked about, by document. VS Code caches each answer until an event
   * names the URI, also while the document is closed.
   */
  readonly #requestedUris = new Map<string, Map<string, vscode.Uri>>();

  constructor(context: MarkContext) {
    super();
    this.#context = context;
    const { documents, locks, underWay } = context;
    const change = ({ address }: { readonly address: Address }) => {
      this.#changed.fire([...(this.#requestedUris.get(keyOf(address))?.values() ?? [])]);
    };
    this.own(
      documents.onDidReadSnapshot(change),
      documents.onDidSave(change),
      underWay.onDidChange(change),
      // For all documents: of more than 250 URIs in one event, VS Code ignores some.
      locks.onDidChange(() => {
        this.#requestedUris.clear();
        this.#changed.fire(undefined);
      }),
      documents.onDidChangeEdit((address) => change({ address })),
    );
  }

  provideFileDecoration(uri: vscode.Uri): Plain<vscode.FileDecoration> | undefined {
    const { documents, locks, underWay } = this.#context;
    const anyAddress = addressIn(uri);
    if (!anyAddress) return undefined;
    const key = keyOf(anyAddress);
    const uris = this.#requestedUris.get(key) ?? new Map<string, vscode.Uri>();
    this.#requestedUris.set(key, uris.set(uri.toString(), uri));
    const address = fromUri(uri);
    if (address) {
      if (underWay.has(address)) return fileMark("…", vscode.l10n.t("Saving"));
      if (documents.isChangedElsewhere(address)) {
        const color = new vscode.ThemeColor("notificationsWarningIcon.foreground");
        return fileMark("↓", vscode.l10n.t("Changed on the service"), color);
      }
    }
    const state = address && documents.latestSnapshot(address)?.publication.knownValue?.state;
    if (locks.unlockedUntil(anyAddress.connection) !== undefined) return unlockedMark(state);
    return state && fileMark(stateMarks[state], stateHeading(state), stateIcon(state).color);
  }
}
