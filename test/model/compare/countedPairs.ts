import type { PairLine, PairStore } from "../../../src/model/compare/documentPairs.ts";

/** A store with these lines. Counts the lines that are read and appended. */
export class CountedPairs implements PairStore {
  readonly #lines: readonly PairLine[];
  reads = 0;
  appended = 0;

  constructor(lines: readonly PairLine[] = []) {
    this.#lines = lines;
  }

  *lines(): Generator<PairLine, void, void> {
    for (const line of this.#lines) {
      this.reads += 1;
      yield line;
    }
  }

  append(_: unknown, lines: readonly PairLine[]): Promise<undefined> {
    this.appended += lines.length;
    return Promise.resolve(undefined);
  }

  compact(): Promise<void> {
    return Promise.resolve();
  }

  partners(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  flush(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
