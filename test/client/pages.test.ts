import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { ListParams } from "../../src/client/index.ts";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";
import { watchStrays } from "./strays.ts";

const threePages = [["Tea 0", "Tea 1", "Tea 2"], ["Tea 3", "Tea 4", "Tea 5"], ["Tea 6"]];

describe("pages()", () => {
  const at = loopbackCms();
  const articles = () => at.cms.collection<Article>("articles");

  /** The titles of each page, or the name of its error. */
  async function read(params: ListParams = {}): Promise<unknown[]> {
    const pages: unknown[] = [];
    for await (const [error, page] of articles().pages({ params })) {
      pages.push(error ? error.name : page.map(({ title }) => title));
    }
    return pages;
  }

  const queryValues = (key: string): unknown[] =>
    at.service.requests.map(({ query }) => query[key]);

  it("pages() requests the largest page, sorted by documentId, with the count", async () => {
    at.service.answer(paged(rows));

    const pages = await read();

    assert.equal(pages.length, 1);
    assert.deepEqual(at.sent(), [
      {
        method: "GET",
        path: "/api/articles",
        query: {
          sort: ["documentId:asc"],
          pagination: { pageSize: "100", withCount: "true" },
        },
        body: undefined,
      },
    ]);
  });

  it("pages() returns each page with its own meta, in one request per page", async () => {
    at.service.answer(paged(rows));

    const totals: unknown[] = [];
    const params = { pagination: { pageSize: 3 } };
    for await (const [, , meta] of articles().pages({ params })) totals.push(meta?.pagination);

    assert.deepEqual(
      totals,
      [1, 2, 3].map((page) => ({ page, pageSize: 3, pageCount: 3, total: 7 })),
    );
    assert.equal(at.service.requests.length, 3);
  });

  it("pages() advances by the page size that the service grants", async () => {
    at.service.answer(paged(rows, 3));

    assert.deepEqual(await read({ pagination: { pageSize: 1000 } }), threePages);
  });

  it("pages() advances by the limit that the service grants", async () => {
    at.service.answer(paged(rows, 3));

    assert.deepEqual(await read({ pagination: { limit: 1000 } }), threePages);
  });

  it("pages() starts at the requested page", async () => {
    at.service.answer(paged(rows));

    assert.deepEqual(await read({ pagination: { page: 2, pageSize: 3 } }), threePages.slice(1));
  });

  it("pages() reads by offset from the requested start", async () => {
    at.service.answer(paged(rows));

    const pages = await read({ pagination: { start: 3, limit: 3 } });

    assert.deepEqual(pages, threePages.slice(1));
    assert.deepEqual(queryValues("pagination"), [
      { withCount: "true", start: "3", limit: "3" },
      { withCount: "false", start: "6", limit: "3" },
    ]);
  });

  it("pages() uses the largest limit when only a start is given", async () => {
    at.service.answer(paged(rows));

    await read({ pagination: { start: 3 } });

    assert.deepEqual(queryValues("pagination"), [{ withCount: "true", start: "3", limit: "100" }]);
  });

  it("pages() treats undefined parts of a pagination as absent", async () => {
    at.service.answer(paged(rows));
    const sort = ["title"];

    await read({
      sort,
      pagination: { page: undefined, pageSize: undefined, withCount: undefined },
    });
    await read({ sort, pagination: { start: 3, limit: undefined, withCount: undefined } });

    assert.deepEqual(queryValues("pagination"), [
      { withCount: "true", page: "1", pageSize: "100" },
      { withCount: "true", start: "3", limit: "100" },
    ]);
  });

  for (const pagination of [{ pageSize: 3 }, { limit: 3 }]) {
    it(`pages() reads until an empty page without a count, by ${Object.keys(pagination).join()}`, async () => {
      at.service.answer(paged(rows));

      const pages = await read({ pagination: { ...pagination, withCount: false } });

      assert.deepEqual(pages, [...threePages, []]);
    });
  }

  it("pages() reads until an empty page when the answer has no pagination", async () => {
    at.service.answer(json({ data: rows.slice(0, 3) }), json({ data: [] }));

    assert.deepEqual(await read(), [threePages[0], []]);
  });

  it("pages() fails after an empty page if the service counts more documents", async () => {
    const pagination = { page: 1, pageSize: 3, pageCount: 3, total: 7 };
    at.service.answer(
      json({ data: rows.slice(0, 3), meta: { pagination } }),
      json({ data: [], meta: { pagination: { ...pagination, page: 2 } } }),
    );

    assert.deepEqual(await read({ pagination: { pageSize: 3 } }), [
      threePages[0],
      [],
      "IncompleteListError",
    ]);
  });

  it("pages() ends with the error tuple when a page fails", async () => {
    at.service.answer(paged(rows), refusal(500, "InternalServerError", "Internal Server Error"));

    const pages = await read({ pagination: { pageSize: 3 } });

    assert.deepEqual(pages, [threePages[0], "HttpError"]);
    assert.equal(at.service.requests.length, 2);
  });

  it("pages() ends with an error tuple when a filter throws a value that has no string form", async () => {
    at.service.answer(paged(rows));
    const title = {
      // The client creates the second request while the caller still processes the first page.
      get $contains() {
        if (at.service.requests.length > 0) throw Object.create(null);
        return "Tea";
      },
    };
    const params = { filters: { title }, pagination: { pageSize: 3 } };
    const strays = watchStrays();

    const outcomes: unknown[] = [];
    for await (const [error, page] of articles().pages({ params })) {
      outcomes.push(error?.name ?? page?.length);
      await pause(10);
    }

    const unhandled = strays.take();
    strays.stop();
    assert.deepEqual([outcomes, unhandled], [[3, "RequestError"], []]);
  });

  it("pages() sends no more requests after the caller leaves the loop", async () => {
    at.service.answer(paged(rows));

    for await (const [error] of articles().pages({ params: { pagination: { pageSize: 3 } } })) {
      assert.equal(error, null);
      break;
    }

    assert.equal(at.service.requests.length, 1);
  });

  it("pages() requests a page only when the caller asks for it", async () => {
    at.service.answer(paged(rows));
    const pages = articles().pages();

    const before = at.service.requests.length;
    await pages.next();

    assert.deepEqual([before, at.service.requests.length], [0, 1]);
  });

  for (const by of ["documentId", "page", "locale"] as const) {
    it(`pages() ends with an error if the service returns new documents without an end, by ${by}`, async () => {
      let next = 0;
      at.service.answer((response, received) => {
        const data = Array.from({ length: 100 }, () => {
          next += 1;
          return { documentId: `tea${String(next).padStart(9, "0")}`, locale: "en" };
        });
        const pagination = { page: 1, pageSize: 100, total: 300 };
        json({ data, meta: { pagination } })(response, received);
      });
      const params = {
        documentId: {},
        page: { sort: ["title:asc"] },
        locale: { locale: "*" },
      }[by] as ListParams;

      const errors: unknown[] = [];
      for await (const [error] of articles().pages({ params })) if (error) errors.push(error);
      const [, all] = await articles().findMany({ all: true, params });

      const message =
        "IncompleteListError: The service returns many more documents than it counted.";
      assert.deepEqual(errors.map(String), [message]);
      assert.equal(all, null);
      assert.ok(at.service.requests.length < 40);
    });
  }
});
