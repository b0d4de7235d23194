import type * as vscode from "vscode";
import type { ListQueryStore } from "../model/query/listing/content.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { ListQuery } from "../model/content/listQuery.ts";

/**
 * The list queries of collections, stored in VS Code's state. Each has its own key, so that windows
 * don't overwrite each other.
 */
export class StoredListQueries implements ListQueryStore {
  readonly #state: vscode.Memento;

  constructor({ globalState }: vscode.ExtensionContext) {
    this.#state = globalState;
  }

  load(place: CollectionAddress): ListQuery | undefined {
    return this.#state.get<ListQuery>(listQueryKey(place));
  }

  async save(place: CollectionAddress, listQuery: ListQuery): Promise<void> {
    await this.#state.update(listQueryKey(place), listQuery);
  }

  async drop(connection?: string): Promise<void> {
    const start =
      connection === undefined ? listQueryPrefix : listQueryKey({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const listQueryPrefix = "cms.listQuery/";

const listQueryKey = ({ connection, type }: CollectionAddress): string =>
  `${listQueryPrefix}${connection}/${type}`;
