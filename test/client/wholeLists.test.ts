import assert from "node:assert/strict";
import type { CmsError, IncompleteListError, ListParams } from "../../src/client/index.ts";
import { json, silence } from "../support/loopback.ts";
import { untilEqual } from "../window/until.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows, byThrees } from "./pagedService.ts";

const idsOf = (documents: readonly Article[] | null) =>
  documents?.map(({ documentId }) => documentId);

describe("Whole lists", () => {
  const at = loopbackCms({ retries: 0 });
  const articles = () => at.cms.collection<Article>("articles");
  const queries = () => at.service.requests.map(({ query }) => query);

  it("reading a whole list continues after the last documentId, and counts once", async () => {
    at.service.answer(paged(rows));

    await articles().findMany({ all: true, params: byThrees });

    const sort = ["documentId:asc"];
    assert.deepEqual(queries(), [
      { sort, pagination: { pageSize: "3", withCount: "true" } },
      {
        sort,
        pagination: { pageSize: "3", withCount: "false" },
        filters: { documentId: { $gt: "tea2" } },
      },
      {
        sort,
        pagination: { pageSize: "3", withCount: "false" },
        filters: { documentId: { $gt: "tea5" } },
      },
    ]);
  });

  it("reading a whole list keeps the caller's filters, also one on documentId", async () => {
    at.service.answer(paged(rows));
    const filters = { documentId: { $ne: "tea9" }, title: { $contains: "Tea" } };

    await articles().findMany({ all: true, params: { ...byThrees, filters } });

    assert.deepEqual(
      queries().map((query) => query["filters"]),
      [
        filters,
        { $and: [filters, { documentId: { $gt: "tea2" } }] },
        { $and: [filters, { documentId: { $gt: "tea5" } }] },
      ],
    );
  });

  it("reading a whole list requests the next page while the caller handles the current one", async () => {
    at.service.answer(paged(rows));
    const pages = articles().pages({ params: byThrees });

    await pages.next();
    await untilEqual(() => Promise.resolve(at.service.requests.length), 2);

    await pages.return();
  });

  for (const pageSize of [1, 2, 3, 4, 7, 100]) {
    it(`reading a whole list returns each locale version once, with ${pageSize} rows per page`, async () => {
      const localized = rows.flatMap((row, index) =>
        ["de", "en", "fr"].slice(index % 3).map((locale) => ({ ...row, locale })),
      );
      at.service.answer(paged(localized));

      const [, read, meta] = await articles().findMany({
        all: true,
        params: { locale: "*", pagination: { pageSize } },
      });

      assert.deepEqual([read, meta?.changed], [localized, false]);
    });
  }

  it("reading a whole list reports a change when it got fewer documents than the service counted", async () => {
    at.service.answer(paged(rows), paged(rows.slice(0, 5)));

    const [, read, meta] = await articles().findMany({ all: true, params: byThrees });

    assert.deepEqual([read?.length, meta], [5, { pagination: { total: 7 }, changed: true }]);
  });

  it("reading a whole list reports the change with the last page", async () => {
    at.service.answer(paged(rows), paged(rows.slice(0, 5)));

    const changed: unknown[] = [];
    for await (const [, , meta] of articles().pages({ params: byThrees })) {
      changed.push(meta?.changed);
    }

    assert.deepEqual(changed, [undefined, undefined, true]);
  });

  it("reading a whole list returns no document twice when one moves to a later page", async () => {
    at.service.answer(paged(rows), paged([rows[6]!, ...rows.slice(0, 6)]));

    const [, read, meta] = await articles().findMany({
      all: true,
      params: { ...byThrees, sort: ["title:asc"] },
    });

    assert.deepEqual(
      [idsOf(read), meta?.changed],
      [["tea0", "tea1", "tea2", "tea3", "tea4", "tea5"], true],
    );
  });

  const keyed: Readonly<Record<string, ListParams>> = {
    "in the default order": {},
    "with every locale": { locale: "*" },
  };
  for (const [how, params] of Object.entries(keyed)) {
    it(`reading a whole list fails when the service ignores the filter that continues it, ${how}`, async () => {
      at.service.answer(json({ data: rows, meta: { pagination: { page: 1, pageSize: 7 } } }));

      const [error] = await articles().findMany({ all: true, params });

      assert.deepEqual(
        [error?.name, (error as IncompleteListError).read],
        ["IncompleteListError", 7],
      );
    });
  }

  const unmoved: Readonly<Record<string, ListParams>> = {
    "in the caller's order": { sort: ["title:asc"] },
    "by offset": { pagination: { limit: 7 } },
  };
  for (const [how, params] of Object.entries(unmoved)) {
    it(`reading a whole list ends when the service repeats the same page, ${how}`, async () => {
      const pagination = { page: 1, pageSize: 7, start: 0, limit: 7 };
      at.service.answer(json({ data: rows, meta: { pagination } }));

      const [, read] = await articles().findMany({ all: true, params });

      assert.deepEqual(read, rows);
    });
  }

  it("reading a whole list ends when the service counts more documents than it returns", async () => {
    const pagination = { page: 1, pageSize: 7, total: 100, pageCount: 15 };
    at.service.answer(json({ data: rows, meta: { pagination } }));

    const [, read, meta] = await articles().findMany({
      all: true,
      params: { sort: ["title:asc"] },
    });

    assert.deepEqual([read, meta?.changed], [rows, true]);
  });

  it("reading a whole list fails when the service ignores the filter and returns other documents each time", async () => {
    at.service.answer((response, received) => {
      const { page = "1" } = received.query["pagination"] as { page?: string };
      const data = Number(page) % 2 === 1 ? rows.slice(0, 3) : rows.slice(3, 6);
      json({ data, meta: { pagination: { page: Number(page), pageSize: 3, total: 9 } } })(
        response,
        received,
      );
    });

    const [error] = await articles().findMany({ all: true, params: { locale: "*" } });

    assert.equal(error?.name, "IncompleteListError");
  });

  const orders: Readonly<Record<string, ListParams>> = {
    "in the default order": byThrees,
    "with every locale": { ...byThrees, locale: "*" },
    "in the caller's order": { ...byThrees, sort: ["title:asc"] },
    "by offset": { pagination: { limit: 3 } },
  };
  for (const [how, params] of Object.entries(orders)) {
    for (const hidden of [1, 4, 6]) {
      it(`reading fails with what it read when the service removes document ${hidden} after its query, ${how}`, async () => {
        const visible = rows.filter((_, index) => index !== hidden);
        at.service.answer(paged(rows, 100, (row) => visible.includes(row)));

        const read: (readonly Article[] | null)[] = [];
        let error: CmsError | null = null;
        for await (const [failure, page] of articles().pages({ params })) {
          if (failure) error = failure;
          else read.push(page);
        }

        assert.deepEqual(read.flat(), visible);
        assert.deepEqual(
          [error?.name, error?.message],
          ["IncompleteListError", "The service counts 7 documents and returns 6 of them."],
        );
      });
    }
  }

  const unnamed = { title: "Nobody's tea" } as Article;
  for (const [where, all] of Object.entries({
    first: [unnamed, ...rows],
    last: [...rows, unnamed],
  })) {
    it(`a whole list contains a row without a documentId that the database sorts ${where}`, async () => {
      at.service.answer(paged(all));

      const [error, read, meta] = await articles().findMany({ all: true, params: byThrees });

      assert.deepEqual([error, read, meta?.changed], [null, all, false]);
    });
  }

  it("a whole list contains both rows of a document that a corrupt database has twice", async () => {
    const [first, ...others] = rows;
    const all = [{ ...first!, id: 1 }, { ...first!, id: 2 }, ...others];
    at.service.answer(paged(all));

    const [error, read, meta] = await articles().findMany({ all: true, params: byThrees });

    assert.deepEqual([error, read, meta?.changed], [null, all, false]);
  });

  it("reading a whole list ends the pending request when the caller leaves", async () => {
    at.service.answer(paged(rows), silence);
    const pages = articles().pages({ params: byThrees });
    await pages.next();

    const waiting = pages.next();
    await pages.return();
    const { value } = await waiting;

    assert.equal(value?.[0]?.name, "CmsAbortError");
  });

  it("reading a whole list splits a filter with many documentIds into several requests, and keeps their order", async () => {
    at.service.answer(paged(rows.slice(0, 3)), paged(rows.slice(3)), paged([]));
    const ids = Array.from(
      { length: 250 },
      (_, index) => `a-documentId-of-some-length-${index + 100}`,
    );

    const [error, read, meta] = await articles().findMany({
      all: true,
      params: { filters: { documentId: { $in: [...ids, ...ids].reverse() } } },
    });

    const idLists = queries().map(
      ({ filters }) => (filters as { documentId: { $in: string[] } }).documentId.$in,
    );
    assert.deepEqual(
      [error, read, meta],
      [null, rows, { pagination: { total: 7 }, changed: false }],
    );
    assert.deepEqual(idLists, [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
  });
});
