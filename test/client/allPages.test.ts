import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";

describe("findMany({ all: true })", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  it("findMany with all returns every document and the total", async () => {
    at.service.answer(paged(rows));

    const result = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3 } },
    });

    assert.deepEqual(result, [null, rows, { pagination: { total: 7 }, changed: false }]);
  });

  it("findMany with all returns the number of documents that it read when the service does not count", async () => {
    at.service.answer(paged(rows));

    const [, , meta] = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3, withCount: false } },
    });

    assert.deepEqual(meta, { pagination: { total: 7 }, changed: false });
  });

  it("findMany with all returns an empty list for an empty collection", async () => {
    at.service.answer(paged([]));

    const result = await articles().findMany({ all: true });

    assert.deepEqual(result, [null, [], { pagination: { total: 0 }, changed: false }]);
  });

  it("findMany with all returns the error and no documents when a later page fails", async () => {
    at.service.answer(paged(rows), refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...dataAndMeta] = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3 } },
    });

    assert.deepEqual([error?.name, ...dataAndMeta], ["ForbiddenError", null, null]);
  });

  it("findMany with all does not send `all` to the service", async () => {
    at.service.answer(paged(rows));

    await articles().findMany({ all: true, params: { status: "draft" } });

    assert.deepEqual(
      at.service.requests.map(({ query }) => Object.keys(query).sort()),
      [["pagination", "sort", "status"]],
    );
  });

  it("findMany reads one page in the service's order when all is false", async () => {
    at.service.answer(paged(rows));

    await articles().findMany({ all: false, params: { pagination: { pageSize: 3 } } });

    assert.deepEqual(
      at.service.requests.map(({ query }) => query),
      [{ pagination: { pageSize: "3" } }],
    );
  });
});

describe("Sort order", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  const orders: readonly (readonly [title: string, params: ListParams, sort: string[]])[] = [
    ["ends with the documentId", { sort: ["title:desc"] }, ["title:desc", "documentId:asc"]],
    [
      "stays unchanged for a sort by documentId",
      { sort: ["documentId:desc"] },
      ["documentId:desc"],
    ],
    [
      "does not get the documentId a second time",
      { sort: ["title:asc", "documentId"] },
      ["title:asc", "documentId"],
    ],
    [
      "ends with the documentId after a sort by the documentId of a relation",
      { sort: ["author.documentId:asc"] },
      ["author.documentId:asc", "documentId:asc"],
    ],
  ];

  for (const [title, params, sort] of orders) {
    it(`the sort order of a read by pages ${title}`, async () => {
      at.service.answer(paged(rows));

      await articles().findMany({ all: true, params });

      assert.deepEqual(
        at.service.requests.map(({ query }) => query["sort"]),
        [sort],
      );
    });
  }
});
