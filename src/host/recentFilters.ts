import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import type { JsonObject } from "../model/foundation/json.ts";
import type { Place } from "../model/query/listing/content.ts";
import type { Titles } from "../model/query/listing/narrowing.ts";

export interface RecentFilter {
  readonly filter: JsonObject;
  readonly titles?: Titles | undefined;
}

/** How many filters of a collection are kept. */
const most = 5;

/** The filters that each collection was last shown in, newest first, in VS Code's own state. */
export class RecentFilters {
  readonly #state: vscode.Memento;

  constructor({ globalState }: { readonly globalState: vscode.Memento }) {
    this.#state = globalState;
  }

  of(place: Place): readonly RecentFilter[] {
    return this.#state.get<readonly RecentFilter[]>(keyOf(place)) ?? [];
  }

  async note(place: Place, recent: RecentFilter): Promise<void> {
    const others = this.of(place).filter((one) => !isDeepStrictEqual(one.filter, recent.filter));
    await this.#state.update(keyOf(place), [recent, ...others].slice(0, most));
  }

  /** Of one connection, or of all. */
  async drop(connection?: string): Promise<void> {
    const start = connection === undefined ? prefix : keyOf({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const prefix = "cms.recentFilters/";

const keyOf = ({ connection, type }: Place): string => `${prefix}${connection}/${type}`;
