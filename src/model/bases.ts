import { keyOf } from "./address.ts";
import type { Address } from "./address.ts";
import { fromText } from "./documentText.ts";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Session } from "./session.ts";

/** Where the base of an edit outlives the window. */
export interface BaseStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, text: string): Promise<void>;
  drop(key: string): Promise<void>;
}

/** What unsaved edits are edits of, as a store keeps it. */
export class Bases {
  readonly #store: BaseStore;

  constructor(store: BaseStore) {
    this.#store = store;
  }

  async load(address: Address): Promise<JsonObject | undefined> {
    const record = await this.#store.load(keyOf(address));
    // One that was cut short says nothing: then the edit is one of what was last read.
    const kept = record === undefined ? undefined : fromText(record)[1]?.["content"];
    return isObject(kept) ? kept : undefined;
  }

  /** The store has a base as long as there are changes of it. */
  async keep({ address, editing, base, read }: Session): Promise<void> {
    const key = keyOf(address);
    if (!editing) await this.#store.drop(key);
    else if (base) {
      const record = { version: read?.version, content: base };
      await this.#store.save(key, JSON.stringify(record));
    }
  }
}
