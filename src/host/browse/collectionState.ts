import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import type { CollectionAddress } from "../../model/foundation/address.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { Titles } from "../../model/content/listQuery.ts";

/**
 * A value for each collection, stored in VS Code's state. Each has its own key, so that windows
 * don't overwrite each other.
 */
export class CollectionState<Value> {
  readonly #state: vscode.Memento;
  readonly #name: string;

  /** @param name The first part of the keys, such as `cms.listQuery`. */
  constructor({ globalState }: { readonly globalState: vscode.Memento }, name: string) {
    this.#state = globalState;
    this.#name = name;
  }

  load(collection: CollectionAddress): Value | undefined {
    return this.#state.get<Value>(this.#keyOf(collection));
  }

  /** Undefined deletes the value. */
  async save(collection: CollectionAddress, value: Value | undefined): Promise<void> {
    await this.#state.update(this.#keyOf(collection), value);
  }

  /** Deletes the values of one connection, or of all connections. */
  async drop(connection?: string): Promise<void> {
    const start =
      connection === undefined ? `${this.#name}/` : this.#keyOf({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }

  #keyOf({ connection, type }: CollectionAddress): string {
    return `${this.#name}/${connection}/${type}`;
  }
}

export interface RecentFilter {
  readonly filter: JsonObject;
  readonly titles?: Titles | undefined;
}

const maxFiltersPerCollection = 5;

export class RecentFilters extends CollectionState<readonly RecentFilter[]> {
  constructor(context: { readonly globalState: vscode.Memento }) {
    super(context, "cms.recentFilters");
  }

  of(collection: CollectionAddress): readonly RecentFilter[] {
    return this.load(collection) ?? [];
  }

  async note(collection: CollectionAddress, recent: RecentFilter): Promise<void> {
    const otherFilters = this.of(collection).filter(
      (other) => !isDeepStrictEqual(other.filter, recent.filter),
    );
    await this.save(collection, [recent, ...otherFilters].slice(0, maxFiltersPerCollection));
  }
}
