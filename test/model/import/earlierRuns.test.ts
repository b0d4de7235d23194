import assert from "node:assert/strict";
import { isNextRun, readEarlierRuns } from "../../../src/model/import/earlierRuns.ts";
import type { RecordResult, RunStarted } from "../../../src/model/import/recordResult.ts";
import { teaService } from "../teas.ts";

const run: RunStarted = { run: "run-1", at: "2026-03-02", connection: "magazine", type: "teas" };

/** The lines of a results log, and how many of them were read. */
class ResultLines {
  readonly #lines: readonly (RecordResult | RunStarted)[];
  reads = 0;

  constructor(lines: readonly (RecordResult | RunStarted)[]) {
    this.#lines = lines;
  }

  async *read(): AsyncGenerator<string, void, void> {
    for (const line of this.#lines) {
      this.reads += 1;
      yield await Promise.resolve(JSON.stringify(line));
    }
  }
}

// Work that grows with the square of the number exceeds the time limit of a test.
describe("Earlier runs of a large import", () => {
  const count = 10_000;
  const numbers = Array.from({ length: count }, (_, at) => at);
  const service = teaService("magazine");
  const resultOf = (at: number, result: Pick<RecordResult, "outcome" | "documentId">) => ({
    ...{ line: at + 1, record: `record${at}`, source: `source${at}`, ...result },
  });

  it("earlier runs of 10,000 records are known after one read of the results log", async () => {
    const lines = new ResultLines([
      run,
      ...numbers.flatMap((at): RecordResult[] => [
        { ...resultOf(at, { outcome: "sent" }), mark: at },
        { ...resultOf(at, { outcome: "sent", documentId: `tea${at}` }), isAnswered: true },
        resultOf(at, { outcome: "created", documentId: `tea${at}` }),
      ]),
      { ...run, run: "run-2" },
      ...numbers.map((at) => resultOf(at, { outcome: "unchanged", documentId: `tea${at}` })),
    ]);

    const runs = await readEarlierRuns(lines.read(), [run]);
    const isNext = await isNextRun({ ...run, run: "run-2" }, 3 * count + 1, lines.read());

    assert.deepEqual([runs.lineCount, lines.reads], [4 * count + 2, 2 * (4 * count + 2)]);
    assert.deepEqual([runs.createdDocuments.size, isNext], [count, true]);
    assert.equal(runs.documentIdOf("source7"), "tea7");
    assert.equal(runs.isKnown("tea7", service), true);
  });

  it("earlier runs tell that each of 10,000 records of one document is superseded by the next", async () => {
    const results = numbers.map((at) => resultOf(at, { outcome: "created", documentId: "tea" }));

    const runs = await readEarlierRuns(new ResultLines([run, ...results]).read(), [run]);

    const current = numbers.filter((at) => {
      const record = { line: at + 1, content: {} };
      return runs.resultOf({ name: `record${at}` }, record, service)?.isSuperseded !== true;
    });
    assert.deepEqual(current, [count - 1]);
  });
});
