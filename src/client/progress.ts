import type { ResumeParams } from "./types/params.ts";

/** How far a reading of many pages came before it failed. */
export class Progress {
  /** Documents read. */
  readonly read: number;
  /**
   * The params that read the rest, with `pages()` or `findMany({ all: true })`. With several locales the
   * rows of the last document come once more.
   */
  readonly resume: ResumeParams;
  readonly #documents: readonly unknown[];

  constructor(read: number, resume: ResumeParams, documents: readonly unknown[] = []) {
    this.read = read;
    this.resume = resume;
    this.#documents = documents;
  }

  /** What `findMany({ all: true })` had read; `pages()` has given it already. Kept out of what a log prints. */
  get documents(): readonly unknown[] {
    return this.#documents;
  }
}
