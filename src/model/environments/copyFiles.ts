import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BulkFailure } from "../bulk/bulkFailure.ts";
import { readEarlierRuns } from "../bulk/importing/earlierRuns.ts";
import { ResultsFile } from "../bulk/files/resultsFile.ts";
import type { Sides } from "./pairs.ts";

/** The results logs of copies that are not complete, one for each direction of two connections. */
export class CopyFiles {
  readonly #folder: string;
  readonly #describe: (failure: BulkFailure) => string;

  /**
   * @param storage The folder of the extension's or the tool's own files.
   * @param describe The text of a failure, which the log contains as the reason of a result.
   */
  constructor(storage: string, describe: (failure: BulkFailure) => string) {
    this.#folder = join(storage, "copies");
    this.#describe = describe;
  }

  async open({ from, to }: Sides<string>): Promise<ResultsFile> {
    // Only the user may read which documents were copied.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = [from, to].map(encodeURIComponent).join("+");
    return new ResultsFile(join(this.#folder, name), this.#describe);
  }

  /**
   * Deletes the results of a copy that is complete, or that was undone. Keeps them if the outcome of
   * a document is unknown, so that no later copy creates it a second time.
   */
  async close(results: ResultsFile): Promise<void> {
    const { byRecord } = await readEarlierRuns(results.lines(), { connection: "", type: "" });
    if ([...byRecord.values()].every(({ isDone }) => isDone))
      await rm(results.path, { force: true });
  }
}
