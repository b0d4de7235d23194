import { isIdentical } from "../../content/sameValue.ts";
import { isNew } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { EditBases } from "./editBases.ts";
import type { BaseStore } from "./editBases.ts";
import { fromText, versionOfText } from "../../content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
/**
 * Returns whether another editor of the document has unsaved changes, such as the editor of one
 * field's text. Checks its locale or all locales.
 */
export type HasUnsavedTexts = (address: Address, inAnyLocale: boolean) => boolean;

/** Tracks the unsaved changes of editors. Keeps their base as long as there are unsaved changes. */
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

  /** The user has unsaved changes: keeps their base unchanged and stores it. */
  async begin(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    if (session.hasUnsavedChanges) return;
    session.beginEditing(versionOfText(text));
    await session.baseQueue.run(async () => {
      // A text that was never seen without changes comes from an earlier window: restores its
      // stored base.
      if (!session.editBase) session.restoreBase(await this.#bases.load(session.address, text));
      await this.#bases.save(session);
    });
    this.#onChange(address);
  }

  /**
   * Returns whether an editor has unsaved changes of a document, in its locale or in any locale.
   */
  hasUnsavedChanges(address: Address, inAnyLocale = false): boolean {
    if (this.#hasUnsavedTexts(address, inAnyLocale)) return true;
    const sessions = this.#sessions;
    const all = inAnyLocale ? sessions.ofDocument(address) : [sessions.find(address)];
    return all.some((session) => session?.hasUnsavedChanges);
  }

  /**
   * Returns the document that the first save of a new document created, also before a window
   * reload.
   */
  createdDocument(
    address: Address,
  ): { readonly address: Address; readonly title: string } | undefined {
    const { address: there = address, editorSnapshot } = this.#sessions.find(address) ?? {};
    const isMade = isNew(address) && !isNew(there);
    return isMade ? { address: there, title: editorSnapshot?.title ?? "" } : undefined;
  }

  /** The editor may have loaded the last snapshot. If it did, that snapshot becomes the base. */
  loaded(address: Address, text: string): void {
    const session = this.#sessions.open(address);
    if (session.editorSnapshot?.text !== text) return;
    session.loaded(session.editorSnapshot);
    this.#onChange(address);
  }

  /**
   * VS Code reports that the editor has no unsaved changes. It also reports this for text typed
   * during a save. So only text that was read or saved counts as clean.
   */
  async markClean(address: Address, text: string): Promise<void> {
    const session = this.#sessions.open(address);
    this.loaded(address, text);
    if (!session.hasUnsavedChanges || !isIdentical(fromText(text)[1], session.editBase?.base))
      return;
    await this.end(session);
  }

  /** Returns the base of a text in an editor; undefined if it is unknown. */
  async base(address: Address): Promise<JsonObject | undefined> {
    const session = this.#sessions.find(address);
    // An edit that has just begun may still be loading its base.
    await session?.baseQueue.run(() => Promise.resolve());
    return session?.editBase?.base ?? session?.editorSnapshot?.content;
  }

  /**
   * Returns the document as it was last read or written. The base may differ: it may be a saved
   * text.
   */
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
    await session.baseQueue.run(() => this.#bases.save(session));
  }
}
