import { isDeepStrictEqual } from "node:util";
import type { Address } from "../../foundation/address.ts";
import { EditBases } from "./editBases.ts";
import type { BaseStore } from "./editBases.ts";
import { fromText, versionOfText } from "../../documents/content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
/**
 * Whether another editor than the document's own has unsaved changes to it, in its locale or in any: one of a field's
 * text.
 */
export type HasUnsavedTexts = (address: Address, inAnyLocale: boolean) => boolean;

/** What happens to texts in their editors: what unsaved changes are changes of is kept while there are any. */
export class Edits {
  readonly #sessions: Sessions;
  readonly #bases: EditBases;
  readonly #hasUnsavedTexts: HasUnsavedTexts;
  readonly #onChange: (address: Address) => void;

  constructor(
    sessions: Sessions,
    bases: BaseStore,
    hasUnsavedTexts: HasUnsavedTexts,
    onChange: (address: Address) => void,
  ) {
    this.#sessions = sessions;
    this.#bases = new EditBases(bases);
    this.#hasUnsavedTexts = hasUnsavedTexts;
    this.#onChange = onChange;
  }

  /** The person has unsaved changes: what they are changes of is held still, and kept. */
  async begin(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    if (session.hasUnsavedChanges) return;
    session.beginEditing(versionOfText(text));
    await session.baseQueue.run(async () => {
      // One that was never seen clean has outlived its window: it is an edit of what it was then.
      if (!session.base) session.restoreBase(await this.#bases.load(session.address, text));
      await this.#bases.save(session);
    });
    this.#onChange(address);
  }

  /** Whether an editor has unsaved changes to a document, in its locale or in any. */
  hasUnsavedChanges(address: Address, inAnyLocale = false): boolean {
    if (this.#hasUnsavedTexts(address, inAnyLocale)) return true;
    const sessions = this.#sessions;
    const all = inAnyLocale ? sessions.ofDocument(address) : [sessions.find(address)];
    return all.some((session) => session?.hasUnsavedChanges);
  }

  /** What the first save of a new document's text has made, also before the window was reloaded. */
  createdDocument(address: Address): ReturnType<Sessions["createdDocument"]> {
    return this.#sessions.createdDocument(address);
  }

  /** The editor may have loaded what was last read: then that is what changes are changes of. */
  loaded(address: Address, text: string): void {
    const session = this.#sessions.open(address);
    if (session.editorSnapshot?.text !== text) return;
    session.loaded(session.editorSnapshot);
    this.#onChange(address);
  }

  /**
   * The editor is said to have no unsaved changes any more. What is typed while a save is under way is
   * called saved too, and is not: only what was read or saved is clean.
   */
  async markClean(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    this.loaded(address, text);
    if (!session.hasUnsavedChanges || !isDeepStrictEqual(fromText(text)[1], session.base)) return;
    await this.end(session);
  }

  /** What a text in an editor is a change of; undefined where that is not known. */
  async base(address: Address): Promise<JsonObject | undefined> {
    const session = this.#sessions.find(address);
    // An edit that has just begun is still finding out what it is an edit of.
    await session?.baseQueue.run(() => Promise.resolve());
    return session?.base ?? session?.editorSnapshot?.content;
  }

  /** The document as it was last read or written; a base may be the text that was saved. */
  lastContent(address: Address): JsonObject | undefined {
    return this.#sessions.find(address)?.remoteContent;
  }

  /** No editor shows the document any more. */
  async close(address: Address): Promise<void> {
    const session = this.#sessions.open(address);
    this.#sessions.remove(session);
    await this.end(session);
  }

  /** There are no unsaved changes. */
  async end(session: Session): Promise<void> {
    session.endEditing();
    this.#onChange(session.address);
    await this.saveBase(session);
  }

  /** The store follows what the changes are changes of. */
  async saveBase(session: Session): Promise<void> {
    await session.baseQueue.run(() => this.#bases.save(session));
  }
}
