import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { fromText } from "../../documents/content/documentText.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { Origin, Session } from "./session.ts";
import type { Uncertain } from "./uncertain.ts";
import { versionIn } from "../../documents/content/versionIn.ts";

/** Where the base of an edit outlives the window. */
export interface BaseStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, text: string): Promise<void>;
  drop(key: string): Promise<void>;
}

/** What an edit is an edit of, and what the service held then. */
interface Base {
  readonly base: JsonObject;
  readonly origin: Origin;
  /** The version that VS Code takes its editor's text for. */
  readonly loadedVersion: number;
  /** Where the document stands, where its editor has it under another address: it was new. */
  readonly place?: Address | undefined;
  /** A save of it that was under way when it was kept. */
  readonly uncertain?: Uncertain | undefined;
}

/** What unsaved edits are edits of, as a store keeps it. */
export class Bases {
  readonly #store: BaseStore;
  readonly #kept = new Map<string, string>();

  constructor(store: BaseStore) {
    this.#store = store;
  }

  /** Of the version that a text says it was made of: another window may have edits of another one. */
  async load(address: Address, text: string): Promise<Base | undefined> {
    const record = await this.#store.load(recordOf(keyOf(address), versionIn(text)));
    // One that was cut short says nothing.
    const kept = record === undefined ? undefined : fromText(record)[1];
    return kept ? toBase(kept) : undefined;
  }

  /** The store has a base as long as there are changes of it. */
  async keep(session: Session): Promise<void> {
    const { key, editing, base, origin, textVersion } = session;
    const before = this.#kept.get(key);
    if (editing && base && origin) {
      const record = recordOf(key, textVersion ?? versionIn(JSON.stringify(base)));
      this.#kept.set(key, record);
      await this.#store.save(record, JSON.stringify(toRecord(session, { base, origin })));
    } else this.#kept.delete(key);
    if (before !== undefined && before !== this.#kept.get(key)) await this.#store.drop(before);
  }
}

const recordOf = (key: string, version = 0): string => `${key}@${version}`;

const toRecord = (
  { key, address, uncertain, loadedVersion }: Session,
  { base, origin }: Pick<Base, "base" | "origin">,
): object => ({
  version: origin.version,
  content: base,
  ...(base !== origin.content && { held: origin.content }),
  ...(loadedVersion !== origin.version && { loadedVersion }),
  ...(keyOf(address) !== key && { place: address }),
  ...(uncertain && { uncertain }),
});

function toBase(record: JsonObject): Base | undefined {
  const { version, content, held = content, loadedVersion = version } = record;
  if (typeof version !== "number" || typeof loadedVersion !== "number") return undefined;
  if (!isObject(content) || !isObject(held)) return undefined;
  const origin = { version, content: held };
  const rest = { uncertain: toUncertain(record["uncertain"]), place: toPlace(record["place"]) };
  return { base: content, origin, loadedVersion, ...rest };
}

function toPlace(kept: Json = null): Address | undefined {
  if (!isObject(kept)) return undefined;
  const [connection, type] = [textIn(kept, "connection"), textIn(kept, "type")];
  const [locale, id] = [textIn(kept, "locale"), textIn(kept, "id")];
  return { connection, type, id, ...(locale && { locale }) };
}

function toUncertain(kept: Json = null): Uncertain | undefined {
  const { sent, before, after } = isObject(kept) ? kept : {};
  return isObject(sent) && isObject(before) && isObject(after)
    ? { sent, before, after }
    : undefined;
}
