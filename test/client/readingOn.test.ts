import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ListParams } from "../../src/client/index.ts";
import { json, refusal } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows } from "./pagedService.ts";

const byThrees = { pagination: { pageSize: 3 } };
const idsOf = (documents: readonly Article[] | null) =>
  documents?.map(({ documentId }) => documentId);

describe("Reading to the end of a list", () => {
  const at = loopbackCms({ retries: 0 });
  const articles = () => at.cms.collection<Article>("articles");
  const queries = () => at.service.requests.map(({ query }) => query);

  it("goes on after the last document, and is counted once", async () => {
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

  it("keeps the caller's own filters, one on documentId too", async () => {
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

  it("asks for the next page while the caller still has the one before", async () => {
    at.service.answer(paged(rows));
    const pages = articles().pages({ params: byThrees });

    await pages.next();
    const arrived = new Promise((resolve) => setTimeout(resolve, 100));
    await arrived;

    assert.equal(at.service.requests.length, 2);
    await pages.return();
  });

  for (const pageSize of [1, 2, 3, 4, 7, 100]) {
    it(`with every locale gives each localization once, ${pageSize} a page`, async () => {
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

  it("says that the collection changed when it did not get as many as were counted", async () => {
    at.service.answer(paged(rows), paged(rows.slice(0, 5)));

    const [, read, meta] = await articles().findMany({ all: true, params: byThrees });

    assert.deepEqual([read?.length, meta], [5, { pagination: { total: 7 }, changed: true }]);
  });

  it("says so with the last page, too", async () => {
    at.service.answer(paged(rows), paged(rows.slice(0, 5)));

    const changed: unknown[] = [];
    for await (const [, , meta] of articles().pages({ params: byThrees })) {
      changed.push(meta?.changed);
    }

    assert.deepEqual(changed, [undefined, true]);
  });

  it("gives no document twice where one moved to a later page, and says that it changed", async () => {
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

  const unmoved: Readonly<Record<string, ListParams>> = {
    "in the usual order": {},
    "in an order of the caller's": { sort: ["title:asc"] },
    "with every locale": { locale: "*" },
    "by offset": { pagination: { limit: 7 } },
  };
  for (const [how, params] of Object.entries(unmoved)) {
    it(`ends where the service gives the same page for ever, ${how}`, async () => {
      const pagination = { page: 1, pageSize: 7, start: 0, limit: 7 };
      at.service.answer(json({ data: rows, meta: { pagination } }));

      const [, read] = await articles().findMany({ all: true, params });

      assert.deepEqual(read, rows);
    });
  }

  it("takes a list of many documentIds in parts that a URL has room for, in their order", async () => {
    at.service.answer(paged(rows.slice(0, 3)), paged(rows.slice(3)), paged([]));
    const ids = Array.from(
      { length: 250 },
      (_, index) => `a-documentId-of-some-length-${index + 100}`,
    );

    const [error, read, meta] = await articles().findMany({
      all: true,
      params: { filters: { documentId: { $in: [...ids, ...ids].reverse() } } },
    });

    const asked = queries().map(
      ({ filters }) => (filters as { documentId: { $in: string[] } }).documentId.$in,
    );
    assert.deepEqual(
      [error, read, meta],
      [null, rows, { pagination: { total: 7 }, changed: false }],
    );
    assert.deepEqual(asked, [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
  });
});

describe("A reading that fails after the first page", () => {
  const at = loopbackCms({ retries: 0 });
  const articles = () => at.cms.collection<Article>("articles");
  const broken = refusal(500, "InternalServerError", "Internal Server Error");

  for (const params of [
    byThrees,
    { ...byThrees, sort: ["title:asc"] },
    { pagination: { limit: 3 } },
  ]) {
    it(`can be gone on with from there, with ${JSON.stringify(params)}`, async () => {
      at.service.answer(paged(rows), paged(rows), broken);
      const [error] = await articles().findMany({ all: true, params });
      at.service.answer(paged(rows));

      const progress = error!.progress!;
      const [, rest, meta] = await articles().findMany({ all: true, params: progress.resume });

      assert.deepEqual(
        [progress.read, progress.documents, rest, meta?.changed],
        [6, rows.slice(0, 6), rows.slice(6), false],
      );
    });
  }

  it("says in words how much was read", async () => {
    at.service.answer(paged(rows), broken);

    const [error] = await articles().findMany({ all: true, params: byThrees });

    assert.match(error!.message, /after 3 documents/);
  });

  it("has no progress to tell when the first page fails", async () => {
    at.service.answer(broken);

    const [error] = await articles().findMany({ all: true });

    assert.equal(error?.progress, undefined);
  });

  it("keeps what was read out of the printed error", async () => {
    at.service.answer(paged(rows), broken);

    const [error] = await articles().findMany({ all: true, params: byThrees });

    const printed = inspect(error, { depth: 9 }) + JSON.stringify(error);
    assert.doesNotMatch(printed, /Tea \d/);
  });
});
