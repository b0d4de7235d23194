import { BasesInMemory, JournalInMemory } from "../ports.ts";

/** Whether a window has ended. Its stores then ignore all calls. */
export interface Life {
  isOver: boolean;
}

/** The data that a window leaves for later windows. */
export interface Kept {
  readonly bases: Map<string, string>;
  readonly journal: Map<string, string>;
}

/** The bases of one window, in addition to the bases that earlier windows stored. */
export class WindowBases extends BasesInMemory {
  override readonly texts: Map<string, string>;
  readonly #life: Life;

  constructor({ bases }: Kept, life: Life) {
    super();
    this.texts = bases;
    this.#life = life;
  }

  override async save(key: string, text: string): Promise<void> {
    if (!this.#life.isOver) await super.save(key, text);
  }

  override async drop(key: string): Promise<void> {
    if (!this.#life.isOver) await super.drop(key);
  }
}

/** The journal files of one window, in addition to the files that earlier windows stored. */
export class WindowJournal extends JournalInMemory {
  override readonly texts: Map<string, string>;
  readonly #life: Life;

  constructor({ journal }: Kept, life: Life) {
    super();
    this.texts = journal;
    this.#life = life;
  }

  override save(name: string, text: string): Promise<string | undefined> {
    return this.#life.isOver ? Promise.resolve("The window is gone.") : super.save(name, text);
  }

  override async drop(name: string): Promise<void> {
    if (!this.#life.isOver) await super.drop(name);
  }
}
