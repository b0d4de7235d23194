import type { ResumeParams } from "./types/params.ts";

/** How far a read of many pages came before it failed. */
export class ReadProgress {
  /** The number of documents read. */
  readonly read: number;
  /**
   * The params that read the rest, with `pages()` or `findMany({ all: true })`. With several
   * locales, the rows of the last document are returned again.
   */
  readonly resume: ResumeParams;
  readonly #documents: readonly unknown[];

  constructor(read: number, resume: ResumeParams, documents: readonly unknown[] = []) {
    this.read = read;
    this.resume = resume;
    this.#documents = documents;
  }

  /**
   * The documents that `findMany({ all: true })` had read. Empty for `pages()`, which has yielded
   * them already. A getter, so that logs don't print it.
   */
  get documents(): readonly unknown[] {
    return this.#documents;
  }
}
