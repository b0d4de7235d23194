import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { fromText, versionOfText } from "../../documents/content/documentText.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { RemoteBase, Session, UnconfirmedSave } from "./session.ts";

/** Where the base of an edit outlives the window. */
export interface BaseStore {
  load(key: string): Promise<string | undefined>;
  save(key: string, text: string): Promise<void>;
  drop(key: string): Promise<void>;
}

/** What an edit is an edit of, and what the service held then. */
interface EditBase {
  readonly base: JsonObject;
  readonly remoteBase: RemoteBase;
  /** The version that VS Code takes its editor's text for. */
  readonly loadedVersion: number;
  /** Where the document stands, where its editor has it under another address: it was new. */
  readonly savedAddress?: Address | undefined;
  /** A save of it that was under way when it was kept. */
  readonly unconfirmedSave?: UnconfirmedSave | undefined;
}

/** What unsaved edits are edits of, as a store keeps it. */
export class EditBases {
  readonly #store: BaseStore;
  readonly #recordNames = new Map<string, string>();

  constructor(store: BaseStore) {
    this.#store = store;
  }

  /** Of the version that a text says it was made of: another window may have edits of another one. */
  async load(address: Address, text: string): Promise<EditBase | undefined> {
    const record = await this.#store.load(recordName(keyOf(address), versionOfText(text)));
    // One that was cut short says nothing.
    const kept = record === undefined ? undefined : fromText(record)[1];
    return kept ? toBase(kept) : undefined;
  }

  /** The store has a base as long as there are changes of it. */
  async save(session: Session): Promise<void> {
    const { key, hasUnsavedChanges, base, remoteBase, textVersion } = session;
    const before = this.#recordNames.get(key);
    if (hasUnsavedChanges && base && remoteBase) {
      const record = recordName(key, textVersion ?? versionOfText(JSON.stringify(base)));
      this.#recordNames.set(key, record);
      await this.#store.save(record, JSON.stringify(toRecord(session, { base, remoteBase })));
    } else this.#recordNames.delete(key);
    if (before !== undefined && before !== this.#recordNames.get(key))
      await this.#store.drop(before);
  }
}

const recordName = (key: string, version = 0): string => `${key}@${version}`;

const toRecord = (
  { key, address, unconfirmedSave, loadedVersion }: Session,
  { base, remoteBase }: Pick<EditBase, "base" | "remoteBase">,
): object => ({
  version: remoteBase.version,
  content: base,
  ...(base !== remoteBase.content && { held: remoteBase.content }),
  ...(loadedVersion !== remoteBase.version && { loadedVersion }),
  ...(keyOf(address) !== key && { place: address }),
  ...(unconfirmedSave && { uncertain: unconfirmedSave }),
});

function toBase(record: JsonObject): EditBase | undefined {
  const { version, content, held = content, loadedVersion = version } = record;
  if (typeof version !== "number" || typeof loadedVersion !== "number") return undefined;
  if (!isObject(content) || !isObject(held)) return undefined;
  const remoteBase = { version, content: held };
  const rest = {
    unconfirmedSave: toUnconfirmedSave(record["uncertain"]),
    savedAddress: toAddress(record["place"]),
  };
  return { base: content, remoteBase, loadedVersion, ...rest };
}

function toAddress(kept: Json = null): Address | undefined {
  if (!isObject(kept)) return undefined;
  const [connection, type] = [textIn(kept, "connection"), textIn(kept, "type")];
  const [locale, id] = [textIn(kept, "locale"), textIn(kept, "id")];
  return { connection, type, id, ...(locale && { locale }) };
}

function toUnconfirmedSave(kept: Json = null): UnconfirmedSave | undefined {
  const { sent, before, after } = isObject(kept) ? kept : {};
  return isObject(sent) && isObject(before) && isObject(after)
    ? { sent, before, after }
    : undefined;
}
