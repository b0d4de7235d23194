import { randomUUID } from "node:crypto";
import { isIdentical } from "../content/equality.ts";
import { isNew, keyOf, type Address } from "../foundation/address.ts";
import { markOf } from "../foundation/marks.ts";
import { fromText, versionOfText } from "../content/documentText.ts";
import { isObject, textIn, type JsonObject } from "../foundation/json.ts";
import type { Session, EditBase, StoredBase, Sessions } from "./session.ts";
import type { TextStore } from "../foundation/textStore.ts";

/** Whether another editor has unsaved changes of the document, such as that of one field. */
export type HasUnsavedTexts = (address: Address, inAnyLocale: boolean) => boolean;

export type BaseStore = Pick<TextStore, "names" | "load" | "save" | "drop">;

/** Tracks the unsaved changes of editors. Keeps their base as long as there are unsaved changes. */
export class UnsavedEdits {
  readonly #sessions: Sessions;
  readonly #bases: BaseStore;
  /** Part of the names of the bases that this window stores. */
  readonly #window = randomUUID();
  /** The names of the stored bases, by the key of their session. */
  readonly #recordNames = new Map<string, string>();
  readonly #hasUnsavedTexts: HasUnsavedTexts;
  readonly #onChange: (address: Address) => void;

  constructor(
    sessions: Sessions,
    bases: BaseStore,
    hasUnsavedTexts: HasUnsavedTexts,
    onChange: (address: Address) => void,
  ) {
    this.#sessions = sessions;
    this.#bases = bases;
    this.#hasUnsavedTexts = hasUnsavedTexts;
    this.#onChange = onChange;
  }

  /** The user has unsaved changes: keeps their base unchanged and stores it. */
  async begin(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    if (session.hasUnsavedChanges) return;
    session.beginEditing(versionOfText(text), fromText(text)[1] ?? undefined);
    await session.baseQueue.run(async () => {
      // The base of a text that was never seen without changes is from an earlier window.
      if (!session.editBase) session.restoreBase(await this.#storedBase(session, text));
      await this.#writeBase(session);
    });
    this.#onChange(address);
  }

  hasUnsavedChanges(address: Address, inAnyLocale = false): boolean {
    if (this.#hasUnsavedTexts(address, inAnyLocale)) return true;
    const sessions = this.#sessions;
    const openSessions = inAnyLocale ? sessions.ofDocument(address) : [sessions.find(address)];
    return openSessions.some((session) => session?.hasUnsavedChanges);
  }

  /** The document that the first save of a new document created, also before a window reload. */
  createdDocument(
    address: Address,
  ): { readonly address: Address; readonly title: string } | undefined {
    const { address: currentAddress = address, editorSnapshot } =
      this.#sessions.find(address) ?? {};
    const isMade = isNew(address) && !isNew(currentAddress);
    return isMade ? { address: currentAddress, title: editorSnapshot?.title ?? "" } : undefined;
  }

  /** The editor may have loaded the last snapshot. If it did, that snapshot becomes the base. */
  loaded(address: Address, text: string): void {
    const session = this.#sessions.open(address);
    if (session.editorSnapshot?.text !== text) return;
    session.loaded(session.editorSnapshot);
    this.#onChange(address);
  }

  /** VS Code also reports text typed during a save as clean. Only read or saved text counts. */
  async markClean(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    this.loaded(address, text);
    if (!session.hasUnsavedChanges || !isIdentical(fromText(text)[1], session.editBase?.base))
      return;
    await this.end(session);
  }

  /** Undefined if the base is unknown. */
  async base(address: Address): Promise<JsonObject | undefined> {
    const session = this.#sessions.find(address);
    await session?.whenBaseLoaded();
    return session?.editBase?.base ?? session?.editorSnapshot?.content;
  }

  /** The document as last read or written. The base may differ: it may be a saved text. */
  lastContent(address: Address): JsonObject | undefined {
    return this.#sessions.find(address)?.remoteContent;
  }

  /** No editor shows the document any more. */
  async close(address: Address): Promise<void> {
    const session = this.#sessions.open(address);
    this.#sessions.remove(session);
    await this.end(session);
  }

  async end(session: Session): Promise<void> {
    session.endEditing();
    this.#onChange(session.address);
    await this.saveBase(session);
  }

  async saveBase(session: Session): Promise<void> {
    await session.baseQueue.run(() => this.#writeBase(session));
  }

  /**
   * The stored base of a text. Undefined if there is none, or if another window has stored a
   * different one: a text keeps the version that it names when it is saved, so it may have either.
   */
  async #storedBase(session: Session, text: string): Promise<StoredBase | undefined> {
    const start = recordName(keyOf(session.address), versionOfText(text));
    const allNames = await this.#bases.names();
    const names = allNames.filter((name) => name.startsWith(start));
    const texts = await Promise.all(names.map((name) => this.#bases.load(name)));
    // A truncated record gives no base.
    const records = texts.map((storedText = "") => fromText(storedText)[1]);
    const [first, ...others] = records.flatMap((record) => (record && toBase(record)) ?? []);
    if (!first || others.some(({ base }) => !isIdentical(base, first.base))) return undefined;
    const [name = "", ...otherNames] = names;
    if (otherNames.length === 0) this.#recordNames.set(session.key, name);
    return first;
  }

  /** The store has a base as long as the document has unsaved changes. */
  async #writeBase(session: Session): Promise<void> {
    const { key, hasUnsavedChanges, unsavedBase, textVersion } = session;
    const previousName = this.#recordNames.get(key);
    if (hasUnsavedChanges && unsavedBase) {
      const version = textVersion ?? versionOfText(JSON.stringify(unsavedBase.base));
      const currentName = `${recordName(key, version)}-${this.#window}.json`;
      this.#recordNames.set(key, currentName);
      await this.#bases.save(currentName, JSON.stringify(toRecord(session, unsavedBase)));
    } else this.#recordNames.delete(key);
    if (previousName !== undefined && previousName !== this.#recordNames.get(key))
      await this.#bases.drop(previousName);
  }
}

/** The start of a name: a hash, because a key may be longer than a file name. */
const recordName = (key: string, version = 0): string => markOf(`${key}@${version}`, 64);

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
  const {
    version,
    content,
    held = content,
    loadedVersion = version,
    uncertain,
    place: address,
  } = record;
  if (typeof version !== "number" || typeof loadedVersion !== "number") return undefined;
  if (!isObject(content) || !isObject(held)) return undefined;
  const { sent, before, after } = isObject(uncertain) ? uncertain : {};
  const isSave = isObject(sent) && isObject(before) && isObject(after);
  return {
    base: content,
    remoteBase: { version, content: held },
    loadedVersion,
    unconfirmedSave: isSave ? { sent, before, after } : undefined,
    savedAddress: isObject(address) ? toAddress(address) : undefined,
  };
}

function toAddress(record: JsonObject): Address {
  const [connection, type] = [textIn(record, "connection"), textIn(record, "type")];
  const [locale, id] = [textIn(record, "locale"), textIn(record, "id")];
  return { connection, type, id, ...(locale && { locale }) };
}
