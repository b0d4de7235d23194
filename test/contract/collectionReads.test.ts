import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { json } from "../support/loopback.ts";
import { makeArticle, makeDraft, makeSeries } from "./made.ts";
import { articles, must } from "./realCms.ts";
import type { Article } from "./realCms.ts";

const titles = (rows: readonly Article[] | null) => rows?.map(({ title }) => title);

describe("Specification 4.2 Collections, reads", () => {
  let series: ListParams;
  before(async () => {
    const kicker = await makeSeries(["Assam", "Bancha", "Congou", "Darjeeling", "Earl Grey"]);
    series = { filters: { kicker: { $eq: kicker } }, sort: ["title:asc"] };
  });

  it("findMany: GET /api/<uid> returns one page", async () => {
    const [error, rows, meta] = await articles().findMany({
      params: { ...series, pagination: { page: 2, pageSize: 2 } },
    });

    assert.deepEqual([error, titles(rows)], [null, ["Congou", "Darjeeling"]]);
    assert.deepEqual(meta?.pagination, { page: 2, pageSize: 2, pageCount: 3, total: 5 });
  });

  it("findMany: with all it returns every page", async () => {
    const [error, rows, meta] = await articles().findMany({
      all: true,
      params: { ...series, pagination: { pageSize: 2 } },
    });

    assert.deepEqual(
      [error, titles(rows), meta?.pagination?.total],
      [null, ["Assam", "Bancha", "Congou", "Darjeeling", "Earl Grey"], 5],
    );
  });

  for (const pagination of [{ pageSize: 2 }, { limit: 2 }]) {
    it(`pages: GET /api/<uid> yields one page per iteration, by ${Object.keys(pagination).join()}`, async () => {
      const pages: unknown[] = [];
      for await (const [, rows] of articles().pages({ params: { ...series, pagination } })) {
        pages.push(titles(rows));
      }

      assert.deepEqual(pages, [["Assam", "Bancha"], ["Congou", "Darjeeling"], ["Earl Grey"]]);
    });
  }

  it("find: GET /api/<uid>/<documentId> returns the document", async () => {
    const documentId = await makeArticle();

    const [error, document] = await articles().find({ documentId });

    const { data } = (await must("GET", `/articles/${documentId}`)) as { data: unknown };
    assert.deepEqual([error, document], [null, data]);
  });

  it("find: NotFoundError when the document is missing", async () => {
    const [error, ...rest] = await articles().find({ documentId: "nobody" });

    assert.deepEqual([error?.name, error?.status, ...rest], ["NotFoundError", 404, null, null]);
  });

  it("find: NotFoundError when the document was never published, and the draft when that is asked", async () => {
    const documentId = await makeDraft();

    const [error] = await articles().find({ documentId });
    const [, draft] = await articles().find({ documentId, params: { status: "draft" } });

    assert.deepEqual([error?.name, draft?.documentId], ["NotFoundError", documentId]);
  });

  it("findFirst: GET /api/<uid> returns the first match", async () => {
    const [error, first] = await articles().findFirst({
      params: { ...series, sort: ["title:desc"] },
    });

    assert.deepEqual([error, first?.title], [null, "Earl Grey"]);
  });

  it("findFirst: null when nothing matches", async () => {
    const [error, first] = await articles().findFirst({
      params: { filters: { title: { $eq: "No such tea" } } },
    });

    assert.deepEqual([error, first], [null, null]);
  });

  it("count: GET /api/<uid> returns meta.pagination.total", async () => {
    const [error, count, meta] = await articles().count({ params: series });

    assert.deepEqual([error, count, meta?.pagination?.total], [null, 5, 5]);
  });

  describe("rules 3 and 4", () => {
    it("3: findFirst forces a page of one row, whatever size was given", async () => {
      const params = { ...series, pagination: { pageSize: 4 } };

      const [, first, meta] = await articles().findFirst({ params });

      assert.deepEqual(
        [first?.title, meta?.pagination],
        ["Assam", { page: 1, pageSize: 1, pageCount: 5, total: 5 }],
      );
    });

    for (const pagination of [{ start: 2 }, { limit: 4 }, { start: 2, limit: 4 }]) {
      const { start = 0 } = pagination;
      it(`3: findFirst keeps offset mode with ${Object.keys(pagination).join(" and ")}`, async () => {
        const [, first, meta] = await articles().findFirst({ params: { ...series, pagination } });

        const title = start === 2 ? "Congou" : "Assam";
        assert.deepEqual([first?.title, meta?.pagination], [title, { start, limit: 1, total: 5 }]);
      });
    }

    it("4: count is the total of a one-row read in page mode", async () => {
      const [, count, meta] = await articles().count({
        params: { ...series, pagination: { page: 2, pageSize: 4 } },
      });

      assert.deepEqual([count, meta?.pagination?.pageSize], [5, 1]);
    });

    it("4: count is the total of a one-row read in offset mode", async () => {
      const [, count, meta] = await articles().count({
        params: { ...series, pagination: { start: 4, limit: 4 } },
      });

      assert.deepEqual([count, meta?.pagination?.limit], [5, 1]);
    });

    it("4: count is the total even when the caller's own reads do without", async () => {
      const [, count] = await articles().count({
        params: { ...series, pagination: { withCount: false } },
      });

      assert.equal(count, 5);
    });
  });
});

describe("Specification 4.2 Collections, count on a loopback server", () => {
  const at = loopbackCms();

  it("4: returns the length of the page when the response has no pagination meta", async () => {
    at.service.answer(json({ data: [{ documentId: "tea1" }] }), json({ data: [] }));
    const collection = at.cms.collection<Article>("articles");

    const [, one] = await collection.count();
    const [, none] = await collection.count();

    assert.deepEqual([one, none], [1, 0]);
  });
});
