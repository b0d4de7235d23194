import type * as vscode from "vscode";
import type { NarrowingStore, Place } from "../model/query/listing/content.ts";
import type { Narrowing } from "../model/query/listing/narrowing.ts";

/** What collections are narrowed to, in VS Code's own state: a key each, so that windows don't meet. */
export class KeptNarrowings implements NarrowingStore {
  readonly #state: vscode.Memento;

  constructor({ globalState }: vscode.ExtensionContext) {
    this.#state = globalState;
  }

  load(place: Place): Narrowing | undefined {
    return this.#state.get<Narrowing>(keyOf(place));
  }

  async save(place: Place, narrowing: Narrowing): Promise<void> {
    await this.#state.update(keyOf(place), narrowing);
  }

  async drop(connection?: string): Promise<void> {
    const start = connection === undefined ? prefix : keyOf({ connection, type: "" });
    for (const key of this.#state.keys()) {
      if (key.startsWith(start)) await this.#state.update(key, undefined);
    }
  }
}

const prefix = "cms.narrowing/";

const keyOf = ({ connection, type }: Place): string => `${prefix}${connection}/${type}`;
