import assert from "node:assert/strict";
import type { ComparedRow } from "../../../src/model/compare/comparison.ts";
import { CopyTypes } from "../../../src/model/compare/copyTypes.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import { SourceRows } from "../../../src/model/compare/sourceRows.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { CopyLog } from "../../../src/model/copy/copyLog.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import { collectTargets, documentOf } from "../../../src/model/copy/copySelection.ts";
import { CopySource, itemsOf } from "../../../src/model/copy/copySource.ts";
import { mediaOfCopy } from "../../../src/model/copy/mediaCopy.ts";
import { LinkingResolver } from "../../../src/model/import/referenceResolver.ts";
import { noEarlierRuns } from "../../../src/model/import/earlierRuns.ts";
import { RecordIndex } from "../../../src/model/import/recordIndex.ts";
import { TargetFinder } from "../../../src/model/import/targetFinder.ts";
import { must } from "../outcomes.ts";
import { CountedPairs } from "../compare/countedPairs.ts";
import { teaService, teaUid } from "../teas.ts";
import { TestModel } from "../testModel.ts";

const count = 10_000;
const numbers = Array.from({ length: count }, (_, at) => at);

/** The types of two services for teas that nothing answers for. */
async function openTypes(store = new CountedPairs()): Promise<CopyTypes> {
  const connectionOf = (id: string) => ({ id, name: id, url: "http://localhost:1" });
  return new CopyTypes(
    { from: connectionOf("a"), to: connectionOf("b") },
    { from: teaService("a"), to: teaService("b") },
    { pairs: await DocumentPairs.load({ from: "a", to: "b" }, store) },
  );
}

/** A plan that creates these documents. */
function planOf(items: CopyPlan["parts"]["items"], types: CopyTypes): CopyPlan {
  const service = teaService("b");
  const target = { connection: "b", type: "teas", relations: new Map<string, string>() };
  const index = new RecordIndex([{ target, service }], noEarlierRuns);
  for (const { line } of items)
    index.add({ line, record: { line, documentId: `a${line}`, content: {} } });
  const media = mediaOfCopy(types);
  const targets = new TargetFinder(service);
  const resolver = new LinkingResolver(index, { targets, files: media }, media);
  const none = { planned: [], refused: [], converted: [], unchanged: [] };
  return {
    ...{ connections: types.connections, version: "draft", ...none, publishing: [], modified: [] },
    ...{ unfinished: [], lacking: [], incomplete: [], files: [], folders: [], linking: [] },
    ...{ personal: [], live: [] },
    parts: { types, records: { ...none, done: [], index, resolver }, items, media },
  };
}

describe("Copy of many documents", () => {
  it("the log of a copy of 10,000 documents appends a line for each step, and reads each document at most ten times", async () => {
    let reads = 0;
    const documents = numbers.map((at) => ({
      ...{ type: teaUid, title: "Tea", fromId: `a${at + 1}`, parts: [{}] },
    }));
    const items = itemsOf(documents).map(({ line, document }) => ({
      line,
      get document() {
        reads += 1;
        return document;
      },
    }));
    const store = new CountedPairs();
    const types = await openTypes(store);
    const plan = planOf(items, types);

    await SourceRows.use(types, "draft", async (rows) => {
      const log = new CopyLog(plan, new CopySource(items, rows));
      await log.begin();
      for (const entry of plan.parts.records.index.all) {
        const sent = { entry, kind: "create", pending: [] } as const;
        await log.sent(sent);
        entry.group.documentId = `b${entry.line}`;
        await log.answered(entry, entry.line);
        await log.written({ ...sent, written: null });
      }
      await log.end();
    });

    assert.equal(store.appended, 3 * count);
    assert.ok(reads <= 10 * count, `${reads} reads`);
    assert.equal(types.pairs.counterpart("from", teaUid, `a${count}`), `b${count}`);
    assert.deepEqual(types.pairs.sentWrites(teaUid, `a${count}`), []);
  });

  it("the default choice among 10,000 compared documents reads each row at most ten times", async () => {
    let reads = 0;
    const rows = numbers.map((at): ComparedRow => ({
      ...{ type: teaUid, title: "Tea", locales: [], fromId: `a${at}` },
      get kind() {
        reads += 1;
        return at % 2 === 0 ? "new" : "same";
      },
    }));
    const types = await openTypes();

    const documents = defaultRows({ rows }).flatMap((row) => documentOf(row, types) ?? []);

    assert.equal(documents.length, count / 2);
    assert.ok(reads <= 10 * count, `${reads} reads`);
  });

  it("the targets of 10,000 documents without relations are collected with at most 20 reads of each", async () => {
    let reads = 0;
    const documents = numbers.map((at) => ({
      ...{ type: teaUid, title: "Tea", parts: [] },
      get fromId() {
        reads += 1;
        return `a${at}`;
      },
    }));
    const types = await openTypes();
    const model = new TestModel({ url: "http://localhost:1", token: "" });

    const collected = await SourceRows.use(types, "draft", (rows) =>
      collectTargets(documents, {
        rows,
        signal: undefined,
        incomplete: false,
        dependencies: model,
      }),
    );

    model.close();
    assert.equal(must(collected).documents.length, count);
    assert.ok(reads <= 20 * count, `${reads} reads`);
  });
});
