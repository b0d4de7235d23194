import assert from "node:assert/strict";
import { maxHits } from "../../../src/model/find/searchHits.ts";
import type { SearchPart } from "../../../src/model/find/textSearch.ts";
import { searchZones } from "../../../src/model/find/zoneSearch.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { must } from "../outcomes.ts";
import { teaService } from "../teas.ts";

const count = 10_000;
const pageSize = 100;

/** Teas in the order of their documentIds. Five of them have the word in their note. */
const teas = Array.from({ length: count }, (_, at) => ({
  ...{ id: at, documentId: `tea${String(at).padStart(5, "0")}`, name: `Tea ${at}` },
  updatedAt: "2026-03-02T08:00:00.000Z",
  notes: [{ __component: "tea.note", id: at, text: at % 2_000 === 0 ? "A gaiwan" : "A pot" }],
}));

describe("Find Content in the zones of many documents", () => {
  let loopback: Loopback;
  before(async () => {
    loopback = await startLoopback();
    loopback.answer((response, received) => {
      const [, last] = /"\$gt":"tea(\d+)"/.exec(JSON.stringify(received.query)) ?? [];
      const start = last === undefined ? 0 : Number(last) + 1;
      const pagination = { page: 1, pageSize, pageCount: count / pageSize, total: count };
      const data = teas.slice(start, start + pageSize);
      json({ data, meta: { pagination } })(response, received);
    });
  });
  after(() => loopback.stop());

  it("Find Content reads the zones of 10,000 documents once, and tells at most ten hits with each page", async () => {
    const parts: SearchPart[] = [];
    const service = teaService("magazine", loopback.url);
    const search = { connection: "magazine", text: "gaiwan", inZones: true, options: {} };

    const end = must(
      await searchZones(service, search, (part) => {
        parts.push(part);
        return Promise.resolve();
      }),
    );

    assert.deepEqual(end.progress, { read: count, total: count });
    // The last page is empty.
    const pageCount = count / pageSize + 1;
    assert.deepEqual([parts.length, loopback.requests.length], [pageCount, pageCount]);
    assert.ok(parts.every(({ hits }) => hits.length <= maxHits));
    assert.deepEqual(
      parts.at(-1)?.hits.map(({ title }) => title),
      ["Tea 0", "Tea 2000", "Tea 4000", "Tea 6000", "Tea 8000"],
    );
  });
});
