import type { Address } from "../../../src/model/foundation/address.ts";
import { isSame } from "../../../src/model/foundation/address.ts";
import type { Disposable } from "../../../src/model/foundation/events.ts";
import type { Documents, AnnouncedSave } from "../../../src/model/changes/saving/documents.ts";
import type { Failure } from "../../../src/model/foundation/outcome.ts";
import type { Stat } from "../../../src/model/changes/sessions/session.ts";

export type SaveOutcome = "saved" | "blocked" | "failed";

export interface Saving extends Pick<AnnouncedSave, "ask"> {
  /** Whether the person agrees to what is about to be cleared. */
  readonly agrees: boolean;
  /** VS Code's own Overwrite, on the notification of a save that it blocked. */
  readonly isOverwrite?: boolean;
  /** What is typed while the save is under way. */
  readonly typing?: ((text: string) => string) | undefined;
}

/**
 * An editor as VS Code has it, with what the extension tells the model of it: which calls come in which
 * order, what blocks a save, when a text is clean, when it is loaded anew.
 */
export class Editor {
  readonly address: Address;
  readonly #documents: Documents;
  readonly #listening: Disposable;
  text = "";
  /** The mark on its tab. */
  isDirty = false;
  /** Of what it has loaded or saved last; undefined: it could not be opened. */
  #known: Stat | undefined;
  /** Why the last save failed, as the model says it. */
  refusal: Failure | undefined;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(documents: Documents, address: Address) {
    this.#documents = documents;
    this.address = address;
    this.#listening = documents.onDidChange((change) => {
      if (!isSame(change.address, address)) return;
      // What is gone is not shown any more; what is unsaved stays.
      if (change.kind === "deleted") this.#close();
      else this.#reloading = this.#reloading.then(() => this.#reload());
    });
  }

  get isOpen(): boolean {
    return this.#known !== undefined;
  }

  /** A stat and a read at once; whether both went well. */
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

  /** What an unsaved text is in the next window; a clean one is opened anew. */
  async reopenIn(documents: Documents): Promise<Editor> {
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
    // What was typed first comes as a change of a clean text.
    if (!this.isDirty) this.#documents.edits.loaded(this.address, text);
    this.isDirty = true;
    void this.#documents.edits.begin(this.address, text);
  }

  async save(saving: Saving): Promise<SaveOutcome> {
    const { text } = this;
    const stopped = await this.#validate(text, saving);
    if (stopped) return stopped;

    const agree = () => Promise.resolve(saving.agrees);
    const writing = this.#documents.write(this.address, { text, confirmClearing: agree });
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

  /** Gives up what is unsaved; whether what the service holds could be loaded. */
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

  /** Resolves when it has loaded what it was told to load. */
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

  /** What VS Code asks before it writes. Where the stat fails, it saves all the same. */
  async #validate(text: string, { ask, isOverwrite }: Saving): Promise<SaveOutcome | undefined> {
    const [, stat] = await this.#documents.stat(this.address, { text, ...(ask && { ask }) });
    if (stat?.isReadonly) return "failed";
    return stat && this.#isNewer(stat) && !isOverwrite ? "blocked" : undefined;
  }

  #isNewer({ modified, size }: Stat): boolean {
    return !this.#known || (modified > this.#known.modified && size !== this.#known.size);
  }

  /** An older time than the known one is not taken over. */
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
    // What was typed meanwhile stays.
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
