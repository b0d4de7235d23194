import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { json } from "../support/loopback.ts";
import { makeArticle, makeDraft, makeSeries } from "./made.ts";
import { articles, must } from "./realCms.ts";
import type { Article } from "./realCms.ts";

const titles = (rows: readonly Article[] | null) => rows?.map(({ title }) => title);

describe("collection() reads on the real service", () => {
  let series: ListParams;
  before(async () => {
    const kicker = await makeSeries(["Assam", "Bancha", "Congou", "Darjeeling", "Earl Grey"]);
    series = { filters: { kicker: { $eq: kicker } }, sort: ["title:asc"] };
  });

  it("findMany returns one page of GET /api/<uid>", async () => {
    const [error, rows, meta] = await articles().findMany({
      params: { ...series, pagination: { page: 2, pageSize: 2 } },
    });

    assert.deepEqual([error, titles(rows)], [null, ["Congou", "Darjeeling"]]);
    assert.deepEqual(meta?.pagination, { page: 2, pageSize: 2, pageCount: 3, total: 5 });
  });

  it("findMany with all returns every page", async () => {
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
    it(`pages yields one page per iteration, by ${Object.keys(pagination).join()}`, async () => {
      const pages: unknown[] = [];
      for await (const [, rows] of articles().pages({ params: { ...series, pagination } })) {
        pages.push(titles(rows));
      }

      assert.deepEqual(pages, [["Assam", "Bancha"], ["Congou", "Darjeeling"], ["Earl Grey"]]);
    });
  }

  it("find returns the document of GET /api/<uid>/<documentId>", async () => {
    const documentId = await makeArticle();

    const [error, document] = await articles().find({ documentId });

    const { data } = (await must("GET", `/articles/${documentId}`)) as { data: unknown };
    assert.deepEqual([error, document], [null, data]);
  });

  it("find returns a NotFoundError for a missing document", async () => {
    const [error, ...dataAndMeta] = await articles().find({ documentId: "nobody" });

    assert.deepEqual(
      [error?.name, error?.status, ...dataAndMeta],
      ["NotFoundError", 404, null, null],
    );
  });

  it("find returns a NotFoundError for an unpublished document, and its draft with status=draft", async () => {
    const documentId = await makeDraft();

    const [error] = await articles().find({ documentId });
    const [, draft] = await articles().find({ documentId, params: { status: "draft" } });

    assert.deepEqual([error?.name, draft?.documentId], ["NotFoundError", documentId]);
  });

  it("findFirst returns the first match", async () => {
    const [error, first] = await articles().findFirst({
      params: { ...series, sort: ["title:desc"] },
    });

    assert.deepEqual([error, first?.title], [null, "Earl Grey"]);
  });

  it("findFirst returns null when nothing matches", async () => {
    const [error, first] = await articles().findFirst({
      params: { filters: { title: { $eq: "No such tea" } } },
    });

    assert.deepEqual([error, first], [null, null]);
  });

  it("count returns meta.pagination.total", async () => {
    const [error, count, meta] = await articles().count({ params: series });

    assert.deepEqual([error, count, meta?.pagination?.total], [null, 5, 5]);
  });

  describe("with pagination", () => {
    it("findFirst reads a page of one row, whatever the page size is", async () => {
      const params = { ...series, pagination: { pageSize: 4 } };

      const [, first, meta] = await articles().findFirst({ params });

      assert.deepEqual(
        [first?.title, meta?.pagination],
        ["Assam", { page: 1, pageSize: 1, pageCount: 5, total: 5 }],
      );
    });

    for (const pagination of [{ start: 2 }, { limit: 4 }, { start: 2, limit: 4 }]) {
      const { start = 0 } = pagination;
      it(`findFirst stays in offset mode with ${Object.keys(pagination).join(" and ")}`, async () => {
        const [, first, meta] = await articles().findFirst({ params: { ...series, pagination } });

        const title = start === 2 ? "Congou" : "Assam";
        assert.deepEqual([first?.title, meta?.pagination], [title, { start, limit: 1, total: 5 }]);
      });
    }

    it("count returns the total in page mode", async () => {
      const [, count, meta] = await articles().count({
        params: { ...series, pagination: { page: 2, pageSize: 4 } },
      });

      assert.deepEqual([count, meta?.pagination?.pageSize], [5, 1]);
    });

    it("count returns the total in offset mode", async () => {
      const [, count, meta] = await articles().count({
        params: { ...series, pagination: { start: 4, limit: 4 } },
      });

      assert.deepEqual([count, meta?.pagination?.limit], [5, 1]);
    });

    it("count returns the total when withCount is false", async () => {
      const [, count] = await articles().count({
        params: { ...series, pagination: { withCount: false } },
      });

      assert.equal(count, 5);
    });
  });
});

describe("collection().count on a loopback server", () => {
  const at = loopbackCms();

  it("count returns the length of the page for an answer without pagination", async () => {
    at.service.answer(json({ data: [{ documentId: "tea1" }] }), json({ data: [] }));
    const collection = at.cms.collection<Article>("articles");

    const [, count] = await collection.count();
    const [, none] = await collection.count();

    assert.deepEqual([count, none], [1, 0]);
  });
});
