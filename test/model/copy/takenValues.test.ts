import assert from "node:assert/strict";
import { noEarlierRuns } from "../../../src/model/import/earlierRuns.ts";
import { RecordIndex } from "../../../src/model/import/recordIndex.ts";
import { refuseKeptValues } from "../../../src/model/copy/takenValues.ts";
import { teaService } from "../teas.ts";

/** Entries for documents `id1`, `id2` and so on, which exist on the target. */
function entriesOf(count: number) {
  const target = { connection: "to", type: "teas", relations: new Map<string, string>() };
  const index = new RecordIndex([{ target, service: teaService("to") }], noEarlierRuns);
  for (let line = 1; line <= count; line += 1) {
    index.add({ line, record: { line, documentId: `id${line}`, content: {} } });
    index.at(line)!.group.documentId = `id${line}`;
  }
  return index.all;
}

const holderOf = (documentId: string) => ({ documentId, slug: "" });

describe("Taken unique values", () => {
  it("taken unique values are refused in a chain of 10,000 documents in less than a second", () => {
    const entries = entriesOf(10_000);
    // Each document is to get the value of the next one, and somebody else has that of the last.
    const values = entries.map((entry, at) => ({
      claims: [{ name: "slug", value: `v${at + 1}`, entry, locale: undefined }] as const,
      holders: [holderOf(at + 1 < entries.length ? `id${at + 2}` : "another")],
    }));
    const startedAt = performance.now();

    refuseKeptValues(values);

    assert.ok(entries.every(({ failure }) => failure?.code === "taken-value"));
    assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  });

  it("a unique value that 10,000 documents have is refused for 10,000 others in less than a second", () => {
    const entries = entriesOf(10_000);
    const [first, ...others] = entries.map((entry) => ({
      ...{ name: "slug", value: "tea", entry, locale: undefined },
    }));
    const holders = entries.map((_, at) => holderOf(`other${at}`));
    const startedAt = performance.now();

    refuseKeptValues([{ claims: [first!, ...others], holders }]);

    assert.ok(entries.every(({ failure }) => failure?.code === "taken-value"));
    assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  });

  it("unique values that documents exchange are not refused", () => {
    const entries = entriesOf(3);
    const values = entries.map((entry, at) => ({
      claims: [{ name: "slug", value: `v${at}`, entry, locale: undefined }] as const,
      holders: [holderOf(`id${((at + 1) % 3) + 1}`)],
    }));

    refuseKeptValues(values);

    assert.deepEqual(
      entries.map(({ failure }) => failure),
      [undefined, undefined, undefined],
    );
  });
});
