import { BasesInMemory, JournalInMemory } from "../ports.ts";

/** Whether a window is there still: nothing that it does after its end gets through. */
export interface Life {
  isOver: boolean;
}

/** What outlives the windows. */
export interface Kept {
  readonly bases: Map<string, string>;
  readonly journal: Map<string, string>;
}

/** The bases of one window, over what the one before it has kept. */
export class MortalBases extends BasesInMemory {
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

/** The journal's files of one window, over what the one before it has kept. */
export class MortalJournal extends JournalInMemory {
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
