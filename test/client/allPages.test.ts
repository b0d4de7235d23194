import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";

describe("Reading all pages at once", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  it("gives every document, and the total", async () => {
    at.service.answer(paged(rows));

    const result = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3 } },
    });

    assert.deepEqual(result, [null, rows, { pagination: { total: 7 }, changed: false }]);
  });

  it("tells how many it read where the service does not count", async () => {
    at.service.answer(paged(rows));

    const [, , meta] = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3, withCount: false } },
    });

    assert.deepEqual(meta, { pagination: { total: 7 }, changed: false });
  });

  it("gives an empty list where there is nothing", async () => {
    at.service.answer(paged([]));

    const result = await articles().findMany({ all: true });

    assert.deepEqual(result, [null, [], { pagination: { total: 0 }, changed: false }]);
  });

  it("gives the error and no documents when a later page fails", async () => {
    at.service.answer(paged(rows), refusal(403, "ForbiddenError", "Forbidden"));

    const [error, ...rest] = await articles().findMany({
      all: true,
      params: { pagination: { pageSize: 3 } },
    });

    assert.deepEqual([error?.name, ...rest], ["ForbiddenError", null, null]);
  });

  it("does not ask for `all` on the wire", async () => {
    at.service.answer(paged(rows));

    await articles().findMany({ all: true, params: { status: "draft" } });

    assert.deepEqual(
      at.service.requests.map(({ query }) => Object.keys(query).sort()),
      [["pagination", "sort", "status"]],
    );
  });

  it("reads one page, in the service's own order, without `all`", async () => {
    at.service.answer(paged(rows));

    await articles().findMany({ all: false, params: { pagination: { pageSize: 3 } } });

    assert.deepEqual(
      at.service.requests.map(({ query }) => query),
      [{ pagination: { pageSize: "3" } }],
    );
  });
});

describe("The order of what is read page by page", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  const orders: readonly (readonly [title: string, params: ListParams, sort: string[]])[] = [
    ["ends a sort with the documentId", { sort: ["title:desc"] }, ["title:desc", "documentId:asc"]],
    ["leaves a sort by documentId as it is", { sort: ["documentId:desc"] }, ["documentId:desc"]],
    [
      "does not add the documentId a second time",
      { sort: ["title:asc", "documentId"] },
      ["title:asc", "documentId"],
    ],
    [
      "takes a field of a relation for what it is",
      { sort: ["author.documentId:asc"] },
      ["author.documentId:asc", "documentId:asc"],
    ],
  ];

  for (const [title, params, sort] of orders) {
    it(title, async () => {
      at.service.answer(paged(rows));

      await articles().findMany({ all: true, params });

      assert.deepEqual(
        at.service.requests.map(({ query }) => query["sort"]),
        [sort],
      );
    });
  }
});
