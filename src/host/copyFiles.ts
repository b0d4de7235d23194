import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ResultsFile } from "../model/bulk/files/resultsFile.ts";
import type { Sides } from "../model/environments/pairs.ts";
import { describe } from "../texts/words.ts";

/** The results logs of copies that are not complete, one for each direction of two connections. */
export class CopyFiles {
  readonly #folder: string;

  /** @param storage The folder of the extension's own files. */
  constructor(storage: string) {
    this.#folder = join(storage, "copies");
  }

  async open({ from, to }: Sides<string>): Promise<ResultsFile> {
    // Only the user may read which documents were copied.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = [from, to].map(encodeURIComponent).join("+");
    return new ResultsFile(join(this.#folder, name), describe);
  }

  /** Deletes the results of a copy that is complete, or that was undone. */
  async close({ path }: ResultsFile): Promise<void> {
    await rm(path, { force: true });
  }
}
