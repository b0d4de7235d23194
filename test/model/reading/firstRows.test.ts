import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { readFirst } from "../../../src/model/reading/lookup.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";
import { must } from "../outcomes.ts";

/** A list of 30 rows in pages of at most 7, of which the route returns only some. */
const listOf =
  (isReturned: (at: number) => boolean, hasTotal = true): Reply =>
  (response, received) => {
    const requestedRange = received.query["pagination"] as Record<"start" | "limit", string>;
    const [start, limit] = [
      Number(requestedRange.start),
      Math.min(Number(requestedRange.limit), 7),
    ];
    const data = Array.from({ length: 30 }, (_, at) => at)
      .slice(start, start + limit)
      .filter(isReturned)
      .map((at) => ({ documentId: `document${at}` }));
    const pagination = { start, limit, ...(hasTotal && { total: 30 }) };
    json({ data, meta: { pagination } })(response, received);
  };

const all = () => true;

describe("First rows of a list", () => {
  let service: Loopback;
  before(async () => {
    service = await startLoopback();
  });
  after(() => service.stop());

  async function read(count: number, reply: Reply) {
    service.answer(reply);
    const cms = createCms({ baseUrl: service.url });
    const typed = { cms, type: { name: "articles" } };
    const { rows, ...end } = must(await readFirst(typed, { count, params: {} }));
    await cms.close();
    return { ids: rows.map(({ documentId }) => documentId), ...end };
  }

  it("the first rows of a list are as many as asked for, and truncated, if there are more", async () => {
    const { ids, isTruncated, total } = await read(10, listOf(all));
    assert.deepEqual([ids.length, isTruncated, total], [10, true, 30]);
  });

  it("the first rows of a list are all rows, and not truncated, if there are no more", async () => {
    const { ids, isTruncated } = await read(30, listOf(all));
    assert.deepEqual([ids.length, isTruncated], [30, false]);
  });

  it("the first rows of a list have no row twice if the route hides rows of a page", async () => {
    const { ids, isTruncated } = await read(
      20,
      listOf((at) => at % 3 > 0),
    );
    assert.deepEqual([new Set(ids).size, ids.length, isTruncated], [20, 20, false]);
  });

  it("the first rows of a list are read to an empty page if the service sends no total", async () => {
    const { ids, isTruncated } = await read(40, listOf(all, false));
    assert.deepEqual([ids.length, isTruncated], [30, false]);
  });

  it("the first rows of a list are read beyond pages of which the route hides every row", async () => {
    const { ids, isTruncated } = await read(
      10,
      listOf((at) => at > 20),
    );
    assert.deepEqual([ids.length, isTruncated], [9, false]);
  });
});
