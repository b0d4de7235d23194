import { createReadStream } from "node:fs";
import { appendFile, open, rename, stat } from "node:fs/promises";
import { basename, join, parse } from "node:path";
import { createInterface } from "node:readline";
import { toLine, type ResultWords } from "./earlierRuns.ts";
import type { ResultLine, ResultsStore } from "./recordResult.ts";
import { whyOf } from "../foundation/outcome.ts";

/** The results log of imports of a file or folder, in `name.results.ndjson` next to it. */
export class ResultsFile implements ResultsStore {
  readonly path: string;
  readonly #words: ResultWords;
  #isWhole: Promise<boolean> | undefined;

  constructor(imported: string, words: ResultWords) {
    this.#words = words;
    this.path = resultsPathOf(imported);
  }

  get name(): string {
    return basename(this.path);
  }

  async isThere(): Promise<boolean> {
    return (await this.#size()) > 0;
  }

  /** Renames the results of earlier imports. They no longer count, but they are kept. */
  async putAside(): Promise<void> {
    const { dir, name } = parse(this.path);
    const when = new Date().toISOString().replaceAll(":", "-");
    await rename(this.path, join(dir, `${name}.${when}.ndjson`));
  }

  async *lines(): AsyncGenerator<string, void, void> {
    if (!(await this.isThere())) return;
    yield* createInterface({ input: createReadStream(this.path), crlfDelay: Infinity });
  }

  async append(...results: readonly ResultLine[]): Promise<string | undefined> {
    try {
      this.#isWhole ??= this.#endsWhole();
      const before = (await this.#isWhole) ? "" : "\n";
      this.#isWhole = Promise.resolve(true);
      const lines = results.map((result) => toLine(result, this.#words));
      // What is about to be created must be known even after a power failure.
      const flush = results.some((line) => "outcome" in line && line.outcome === "sent");
      await appendFile(this.path, before + lines.join(""), { flush });
      return undefined;
    } catch (error) {
      // The write may be incomplete.
      this.#isWhole = undefined;
      return whyOf(error);
    }
  }

  /** If the process was killed, the last line may be incomplete. */
  async #endsWhole(): Promise<boolean> {
    const size = await this.#size();
    if (size === 0) return true;
    const file = await open(this.path);
    try {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
      return buffer.toString() === "\n";
    } finally {
      await file.close();
    }
  }

  async #size(): Promise<number> {
    const file = await stat(this.path).catch(() => undefined);
    return file?.size ?? 0;
  }
}

/** The path of the results log of a file or folder. */
export function resultsPathOf(imported: string): string {
  const { dir, base } = parse(imported);
  return join(dir, `${base}.results.ndjson`);
}
