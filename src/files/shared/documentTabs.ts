import * as vscode from "vscode";
import { untitled } from "../../texts/shared/failureWords.ts";
import { keyOf, type Address } from "../../model/foundation/address.ts";
import { Emitter, ResourceOwner } from "../../model/foundation/events.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { fromUri, toUri } from "./documentUri.ts";
import { textTabs } from "./openEditors.ts";

/** The URIs under which documents open. One with a tab has the URI of that tab, for any title. */
export class DocumentTabs extends ResourceOwner {
  readonly #changed = this.own(new Emitter<readonly Address[]>());
  /** Fires with the documents whose tabs were opened or closed. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  /** By address. Undefined until it is needed, and after tabs were opened or closed. */
  #uris: ReadonlyMap<string, vscode.Uri> | undefined;

  constructor(connections: Connections) {
    super();
    this.#connections = connections;
    this.own(
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        this.#uris = undefined;
        const addresses = [...opened, ...closed].flatMap(({ input }) =>
          input instanceof vscode.TabInputText ? (fromUri(input.uri) ?? []) : [],
        );
        if (addresses.length > 0) this.#changed.fire(addresses);
      }),
    );
  }

  uriOf(address: Address, title: string): vscode.Uri {
    this.#uris ??= new Map(
      textTabs(() => true).flatMap(({ uri }) => {
        const tabAddress = fromUri(uri);
        return tabAddress ? [[keyOf(tabAddress), uri] as const] : [];
      }),
    );
    const connectionName = this.#connections.get(address.connection)?.name ?? "";
    const name = title || untitled();
    return this.#uris.get(keyOf(address)) ?? toUri(address, { connectionName, title: name });
  }
}
