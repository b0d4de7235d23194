import assert from "node:assert/strict";
import fc from "fast-check";
import { createCms } from "../../src/client/index.ts";
import type { Cms, ListParams, Meta } from "../../src/client/index.ts";
import { caseCount } from "../support/longRun.ts";
import { startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";
import { anyId, anyReading } from "./anyReading.ts";
import { changing, keyOf } from "./changingService.ts";
import type { Row } from "./changingService.ts";

const seed = 20_260_101;
const numRuns = caseCount(36);

describe("Changing collection", function () {
  this.timeout(120_000);
  const everything = ["insert", "delete", "republish"] as const;
  let service: Loopback;
  let cms: Cms;
  beforeEach(async () => {
    service = await startLoopback();
    cms = createCms({ baseUrl: service.url });
  });
  afterEach(async () => {
    await cms.close();
    await service.stop();
  });

  interface Read {
    readonly rows: readonly Row[];
    /** One for each page, or one for the whole list. */
    readonly metas: readonly Meta[];
  }

  async function read(params: ListParams<Row>, byPages: boolean): Promise<Read> {
    const articles = cms.collection<Row>("articles");
    if (!byPages) {
      const [error, rows, meta] = await articles.findMany({ all: true, params });
      assert.equal(error, null);
      return { rows: rows as Row[], metas: [meta] };
    }
    const all: Row[] = [];
    const metas: Meta[] = [];
    for await (const [error, rows, meta] of articles.pages({ params })) {
      assert.equal(error, null);
      all.push(...(rows as Row[]));
      metas.push(meta);
    }
    return { rows: all, metas };
  }

  const isDoubled = (rows: readonly Row[]): boolean => new Set(rows.map(keyOf)).size < rows.length;
  const missed = (stayed: readonly string[], rows: readonly Row[]): string[] => {
    const readKeys = new Set(rows.map(keyOf));
    return stayed.filter((key) => !readKeys.has(key));
  };

  it("reading a changing collection returns every remaining document once, and reports the change", async function () {
    const counts = { readings: 0, changed: 0 };
    const property = fc.asyncProperty(
      anyReading(everything),
      async ({ rows, maxPageSize, changes, byPages }) => {
        const collection = changing(rows, maxPageSize, changes);
        service.answer(collection.reply);

        const got = await read({}, byPages);

        const changed = got.metas.map((meta) => meta.changed);
        const last = got.rows.length !== collection.total;
        assert.deepEqual([missed(collection.stayed(), got.rows), isDoubled(got.rows)], [[], false]);
        assert.deepEqual(changed, [...changed.slice(1).map(() => undefined), last]);
        counts.readings += 1;
        counts.changed += Number(last);
      },
    );
    await fc.assert(property, { seed, numRuns });

    this.test!.title += `: ${counts.readings} readings, ${counts.changed} of them changed`;
    assert.ok(counts.changed > numRuns / 10);
  });

  it("reading a changing collection in all locales returns every remaining locale version once", async () => {
    const any = anyReading(everything, { locales: ["en", "fr", "de"], least: 4 });
    const property = fc.asyncProperty(any, async ({ rows, maxPageSize, changes, byPages }) => {
      const collection = changing(rows, maxPageSize, changes);
      service.answer(collection.reply);

      const got = await read({ locale: "*" }, byPages);

      assert.deepEqual([missed(collection.stayed(), got.rows), isDoubled(got.rows)], [[], false]);
      assert.equal(got.metas.at(-1)?.changed, got.rows.length !== collection.total);
    });

    await fc.assert(property, { seed, numRuns });
  });

  it("reading in a custom order returns every document once while documents are published", async () => {
    const property = fc.asyncProperty(
      anyReading(["republish"]),
      fc.constantFrom(
        ["title:asc"],
        ["title:desc"],
        ["documentId:desc"],
        ["title:asc", "documentId:desc"],
      ),
      async ({ rows, maxPageSize, changes, byPages }, sort) => {
        const collection = changing(rows, maxPageSize, changes);
        service.answer(collection.reply);

        const got = await read({ sort }, byPages);

        assert.deepEqual([missed(collection.stayed(), got.rows), isDoubled(got.rows)], [[], false]);
        assert.equal(got.metas.at(-1)?.changed, false);
      },
    );

    await fc.assert(property, { seed, numRuns });
  });

  it("reading a changing collection in a custom order returns no document twice, and ends", async () => {
    const property = fc.asyncProperty(
      anyReading(everything),
      async ({ rows, maxPageSize, changes, byPages }) => {
        const collection = changing(rows, maxPageSize, changes);
        service.answer(collection.reply);

        const got = await read({ sort: ["title:asc"] }, byPages);

        assert.equal(isDoubled(got.rows), false);
        if (got.rows.length !== collection.total) assert.equal(got.metas.at(-1)?.changed, true);
      },
    );

    await fc.assert(property, { seed, numRuns });
  });

  it("reading a collection returns every document in the requested order when nothing changes", async () => {
    const property = fc.asyncProperty(
      anyReading([...everything]),
      fc.constantFrom(
        undefined,
        ["documentId:asc"],
        ["documentId:desc"],
        ["title:desc", "documentId:asc"],
      ),
      fc.constantFrom({}, { pageSize: 3 }, { limit: 3 }, { withCount: false }, { pageSize: 1_000 }),
      async ({ rows, maxPageSize, byPages }, sort, pagination) => {
        const collection = changing(rows, maxPageSize, []);
        service.answer(collection.reply);

        const got = await read({ ...(sort && { sort }), pagination }, byPages);

        const stayed = collection.stayed();
        assert.deepEqual([missed(stayed, got.rows), got.rows.length], [[], rows.length]);
        assert.deepEqual(got.rows.map(keyOf), got.rows.toSorted(inOrder(sort)).map(keyOf));
        assert.equal(got.metas.at(-1)?.changed, false);
      },
    );

    await fc.assert(property, { seed, numRuns });
  });

  it("reading a changing collection with a filter of more than 100 values returns each document once", async () => {
    const longList = fc.uniqueArray(anyId, { minLength: 101, maxLength: 300 });
    const property = fc.asyncProperty(
      anyReading(["republish"]),
      longList,
      fc.constantFrom<ListParams<Row>>({}, { sort: ["title:asc"] }),
      async ({ rows, changes, byPages }, ids, params) => {
        const requestedIds = [...ids, ...rows.slice(0, 20).map(({ documentId }) => documentId)];
        const collection = changing(rows, 12, changes);
        service.answer(collection.reply);

        const got = await read(
          { ...params, filters: { documentId: { $in: requestedIds } } },
          byPages,
        );

        const expected = rows
          .filter(({ documentId }) => requestedIds.includes(documentId))
          .map(keyOf);
        assert.deepEqual(got.rows.map(keyOf).sort(), expected.sort());
      },
    );

    await fc.assert(property, { seed, numRuns: numRuns / 4 });
  });
});

/** Compares rows as the service sorts them. The default is the order of documentIds. */
function inOrder(sort: readonly string[] = ["documentId:asc"]) {
  return (row: Row, other: Row): number => {
    for (const key of sort) {
      const [field, direction] = key.split(":") as [keyof Row, string];
      if (row[field] !== other[field])
        return row[field] < other[field] === (direction === "asc") ? -1 : 1;
    }
    return 0;
  };
}
