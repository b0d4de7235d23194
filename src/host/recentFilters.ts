import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import type { JsonObject } from "../model/foundation/json.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { Titles } from "../model/content/listQuery.ts";

export interface RecentFilter {
  readonly filter: JsonObject;
  readonly titles?: Titles | undefined;
}

/** The number of filters stored for each collection. */
const most = 5;

/** The most recent filters of each collection, newest first, stored in VS Code's state. */
export class RecentFilters {
  readonly #state: vscode.Memento;

  constructor({ globalState }: { readonly globalState: vscode.Memento }) {
    this.#state = globalState;
  }

  of(place: CollectionAddress): readonly RecentFilter[] {
    return this.#state.get<readonly RecentFilter[]>(recentFiltersKey(place)) ?? [];
  }

  async note(place: CollectionAddress, recent: RecentFilter): Promise<void> {
    const others = this.of(place).filter((one) => !isDeepStrictEqual(one.filter, recent.filter));
    await this.#state.update(recentFiltersKey(place), [recent, ...others].slice(0, most));
  }

  /** Deletes the filters of one connection, or of all connections. */
  async drop(connection?: string): Promise<void> {
    const start =
      connection === undefined ? recentFiltersPrefix : recentFiltersKey({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const recentFiltersPrefix = "cms.recentFilters/";

const recentFiltersKey = ({ connection, type }: CollectionAddress): string =>
  `${recentFiltersPrefix}${connection}/${type}`;
