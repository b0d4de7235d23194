import type { Address } from "../../../src/model/foundation/address.ts";
import { isSame } from "../../../src/model/foundation/address.ts";
import type { Disposable } from "../../../src/model/foundation/events.ts";
import type {
  OpenDocuments,
  AnnouncedSave,
  SaveRequest,
} from "../../../src/model/save/openDocuments.ts";
import type { Stat } from "../../../src/model/edit/session.ts";
import type { Failure } from "../../../src/model/failure.ts";

export type SaveOutcome = "saved" | "blocked" | "failed";

export interface Saving extends Pick<AnnouncedSave, "ask">, Pick<SaveRequest, "confirmTaking"> {
  /** Whether the user agrees to clear attributes. */
  readonly agrees: boolean;
  /** Whether the user selects Overwrite in the notification of a save that VS Code blocked. */
  readonly isOverwrite?: boolean;
  /** The user's edit while the save is in progress. */
  readonly typing?: ((text: string) => string) | undefined;
}

/**
 * Simulates an editor in VS Code and the order of its calls to the model. Includes the checks that block a save, and
 * when a text is clean or is reloaded.
 */
export class Editor {
  readonly address: Address;
  readonly #documents: OpenDocuments;
  readonly #listening: Disposable;
  text = "";
  /** Whether the editor has unsaved changes. */
  isDirty = false;
  /** The stat of the last load or save; undefined when the document is not open. */
  #known: Stat | undefined;
  /** The failure of the last save. */
  refusal: Failure | undefined;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(documents: OpenDocuments, address: Address) {
    this.#documents = documents;
    this.address = address;
    this.#listening = documents.onDidChange((change) => {
      if (!isSame(change.address, address)) return;
      // A clean editor of a deleted document closes. An editor with unsaved changes remains open.
      if (change.kind === "deleted") this.#close();
      else this.#reloading = this.#reloading.then(() => this.#reload());
    });
  }

  get isOpen(): boolean {
    return this.#known !== undefined;
  }

  /** Requests stat and content at the same time; returns false when one of them fails. */
  async open(): Promise<boolean> {
    const [[, stat], [, snapshot]] = await Promise.all([
      this.#documents.stat(this.address),
      this.#documents.read(this.address),
    ]);
    if (!stat || !snapshot) return false;
    this.#known = stat;
    this.text = snapshot.text;
    this.#documents.edits.loaded(this.address, this.text);
    return true;
  }

  /** Restores an unsaved text in the next window. A clean editor opens the document again. */
  async reopenIn(documents: OpenDocuments): Promise<Editor> {
    const next = new Editor(documents, this.address);
    this.dispose();
    if (!this.isDirty) await next.open();
    else {
      next.#known = this.#known;
      next.text = this.text;
      next.isDirty = true;
      await documents.edits.begin(this.address, this.text);
    }
    return next;
  }

  type(text: string): void {
    this.text = text;
    // VS Code reports the first edit as a change of a clean text.
    if (!this.isDirty) this.#documents.edits.loaded(this.address, text);
    this.isDirty = true;
    void this.#documents.edits.begin(this.address, text);
  }

  async save(saving: Saving): Promise<SaveOutcome> {
    const { text } = this;
    const stopped = await this.#validate(text, saving);
    if (stopped) return stopped;

    const agree = () => Promise.resolve(saving.agrees);
    const { confirmTaking = agree } = saving;
    const request = { text, confirmClearing: agree, confirmTaking };
    const writing = this.#documents.write(this.address, request);
    if (saving.typing) this.type(saving.typing(text));
    const [refusal] = await writing;
    this.refusal = refusal ?? undefined;
    if (refusal) return "failed";
    const [blind, written] = await this.#documents.stat(this.address);
    if (blind) return "failed";

    this.#learn(written);
    this.isDirty = this.text !== text;
    await this.#documents.edits.markClean(this.address, this.text);
    this.#documents.finishSave(this.address);
    await this.untilLoaded();
    return "saved";
  }

  /** Discards the unsaved text; returns false when the document can't be loaded. */
  async revert(): Promise<boolean> {
    const [[, stat], [, snapshot]] = [
      await this.#documents.stat(this.address),
      await this.#documents.read(this.address),
    ];
    if (!stat || !snapshot) return false;
    this.#known = stat;
    this.isDirty = false;
    this.#show(snapshot.text);
    await this.#documents.edits.markClean(this.address, this.text);
    return true;
  }

  /** Resolves after all reloads. */
  async untilLoaded(): Promise<void> {
    let last;
    while (last !== this.#reloading) {
      last = this.#reloading;
      await last;
    }
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** VS Code's check before a write. When the stat fails, VS Code saves anyway. */
  async #validate(text: string, { ask, isOverwrite }: Saving): Promise<SaveOutcome | undefined> {
    const [, stat] = await this.#documents.stat(this.address, { text, ...(ask && { ask }) });
    if (stat?.isReadonly) return "failed";
    return stat && this.#isNewer(stat) && !isOverwrite ? "blocked" : undefined;
  }

  #isNewer({ modified, size }: Stat): boolean {
    return !this.#known || (modified > this.#known.modified && size !== this.#known.size);
  }

  /** Ignores a stat that is older than the known one. */
  #learn(stat: Stat): void {
    if (!this.#known || stat.modified >= this.#known.modified) this.#known = stat;
  }

  async #reload(): Promise<void> {
    if (this.isDirty || !this.#known) return;
    const { text } = this;
    const [, stat] = await this.#documents.stat(this.address);
    if (!stat) return;
    const isSame = stat.modified === this.#known.modified && stat.size === this.#known.size;
    if (isSame) return;
    const [, snapshot] = await this.#documents.read(this.address);
    // Keeps an edit that the user made during the read.
    if (!snapshot || this.text !== text) return;
    this.#learn(stat);
    this.#show(snapshot.text);
  }

  #close(): void {
    if (this.isDirty || !this.#known) return;
    this.#known = undefined;
    void this.#documents.edits.close(this.address);
  }

  #show(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.#documents.edits.loaded(this.address, text);
  }
}
