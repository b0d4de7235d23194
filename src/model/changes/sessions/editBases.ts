import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { fromText, versionOfText } from "../../content/documentText.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject, textIn } from "../../foundation/json.ts";
import type { TextStore } from "../../foundation/storedFiles.ts";
import type { EditBase, Session, StoredBase, UnconfirmedSave } from "./session.ts";

export type BaseStore = Pick<TextStore, "load" | "save" | "drop">;

export class EditBases {
  readonly #store: BaseStore;
  readonly #recordNames = new Map<string, string>();

  constructor(store: BaseStore) {
    this.#store = store;
  }

  /**
   * Loads the base of the version that the text names. Another window may have edits of another
   * version.
   */
  async load(address: Address, text: string): Promise<StoredBase | undefined> {
    const record = await this.#store.load(recordName(keyOf(address), versionOfText(text)));
    // A truncated record gives no base.
    const kept = record === undefined ? undefined : fromText(record)[1];
    return kept ? toBase(kept) : undefined;
  }

  /** The store has a base as long as the document has unsaved changes. */
  async save(session: Session): Promise<void> {
    const { key, hasUnsavedChanges, editBase, textVersion } = session;
    const before = this.#recordNames.get(key);
    if (hasUnsavedChanges && editBase) {
      const record = recordName(key, textVersion ?? versionOfText(JSON.stringify(editBase.base)));
      this.#recordNames.set(key, record);
      await this.#store.save(record, JSON.stringify(toRecord(session, editBase)));
    } else this.#recordNames.delete(key);
    if (before !== undefined && before !== this.#recordNames.get(key))
      await this.#store.drop(before);
  }
}

const recordName = (key: string, version = 0): string => `${key}@${version}`;

const toRecord = (
  { key, address, unconfirmedSave }: Session,
  { base, remoteBase, loadedVersion }: EditBase,
): object => ({
  version: remoteBase.version,
  content: base,
  ...(base !== remoteBase.content && { held: remoteBase.content }),
  ...(loadedVersion !== remoteBase.version && { loadedVersion }),
  ...(keyOf(address) !== key && { place: address }),
  ...(unconfirmedSave && { uncertain: unconfirmedSave }),
});

function toBase(record: JsonObject): StoredBase | undefined {
  const { version, content, held = content, loadedVersion = version } = record;
  if (typeof version !== "number" || typeof loadedVersion !== "number") return undefined;
  if (!isObject(content) || !isObject(held)) return undefined;
  return {
    base: content,
    remoteBase: { version, content: held },
    loadedVersion,
    unconfirmedSave: toUnconfirmedSave(record["uncertain"]),
    savedAddress: toAddress(record["place"]),
  };
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
