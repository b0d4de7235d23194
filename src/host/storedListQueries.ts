import type * as vscode from "vscode";
import type { ListQueryStore, CollectionAddress } from "../model/query/listing/content.ts";
import type { ListQuery } from "../model/query/listing/listQuery.ts";

/** What collections are limited to, in VS Code's own state: a key each, so that windows don't meet. */
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
