import assert from "node:assert/strict";
import type { ListParams } from "../../src/client/index.ts";
import { untyped } from "./found.ts";
import { makeSeries } from "./made.ts";
import { articles, must, realCms, send } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import qs from "qs";
import { facts, itFact } from "../services/facts.ts";

interface Row extends Article {
  readonly id: number;
}

const articleRows = () => realCms().collection<Row>("articles");
const keyOf = ({ documentId, id }: Row): string => `${documentId} ${id}`;

/** Every row, read in pages without the client. */
async function everyRow(params: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const pagination = { page, pageSize: 100 };
    const query = qs.stringify({ sort: ["documentId", "id"], ...params, pagination });
    const answer = await must("GET", `/articles?${query}`);
    const { data, meta } = answer as { data: Row[]; meta: { pagination: { pageCount: number } } };
    rows.push(...data);
    if (page >= meta.pagination.pageCount) return rows;
  }
}

describe("Reading all pages of the seeded articles", () => {
  const variants: Readonly<Record<string, object>> = {
    "published versions": {},
    drafts: { status: "draft" },
    "another locale": { locale: "fr" },
    "drafts of another locale": { locale: "fr", status: "draft" },
    "every localization": { locale: "*" },
    "every localization of drafts": { locale: "*", status: "draft" },
    "every localization, with the title only": { locale: "*", fields: ["title"] },
    "two locales": { locale: ["en", "fr"] },
    "modified drafts": { status: "draft", publicationFilter: "modified" },
    "results of a search": { _q: "tea" },
    "results of a filter": { filters: { kind: { $in: ["essay", "guide"] } } },
    "results of a filter on a relation": { filters: { tags: { name: { $contains: "e" } } } },
    "results of $or": { filters: { $or: [{ kind: "essay" }, { featured: true }] } },
    "articles with a relation": { populate: { author: { fields: ["name"] } }, fields: ["title"] },
  };
  for (const [sentence, params] of facts(Object.entries(variants))) {
    it(`reading all pages returns every row once, by documentId: ${sentence}`, async () => {
      const expected = await everyRow(params);

      const [error, rows, meta] = await articleRows().findMany({
        all: true,
        params: untyped({ ...params, pagination: { pageSize: 30 } }),
      });

      assert.equal(error, null);
      assert.deepEqual(rows.map(keyOf).sort(), expected.map(keyOf).sort());
      assert.deepEqual(
        rows.map(({ documentId }) => documentId),
        expected.map(({ documentId }) => documentId),
      );
      assert.equal(meta.pagination?.total, expected.length);
    });
  }

  const orders: Readonly<Record<string, readonly string[]>> = {
    "a field with many equal values": ["kind:asc"],
    "a field with empty values": ["embargoUntil:desc"],
    "two fields": ["kind:desc", "title:asc"],
    "a field of a relation": ["author.name:asc"],
    "documentId, descending": ["documentId:desc"],
  };
  for (const [sentence, sort] of facts(Object.entries(orders))) {
    it(`reading all pages returns every row once, sorted by ${sentence}`, async () => {
      const expected = await everyRow({ sort: [...sort, "documentId", "id"] });

      const [error, rows] = await articleRows().findMany({
        all: true,
        params: { sort, pagination: { pageSize: 20 } },
      });

      assert.deepEqual([error, rows?.map(keyOf)], [null, expected.map(keyOf)]);
    });
  }

  it("reading all pages returns every row once, by offset", async () => {
    const expected = await everyRow({});

    const [error, rows] = await articleRows().findMany({
      all: true,
      params: { pagination: { start: 0, limit: 20 } },
    });

    assert.deepEqual([error, rows?.map(keyOf)], [null, expected.map(keyOf)]);
  });
});

describe("Reading all pages while documents are published again", () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Cup ${String(index).padStart(2, "0")}`);
  const publish = async (rows: readonly Row[]) => {
    for (const { documentId } of rows) {
      const { status } = await send("PUT", `/articles/${documentId}`, { data: {} });
      assert.equal(status, 200);
    }
  };

  itFact(
    "reading pages during publishing loses and repeats documents in the service's default order",
    async () => {
      const filters = { kicker: await makeSeries(titles) };
      const readTitles: string[] = [];

      for (let page = 1; page <= 4; page += 1) {
        const query = qs.stringify({ filters, pagination: { page, pageSize: 3 } });
        const { data } = (await must("GET", `/articles?${query}`)) as { data: Row[] };
        readTitles.push(...data.map(({ title }) => title));
        await publish(data.slice(0, 2));
      }

      assert.ok(
        new Set(readTitles).size < titles.length,
        `${new Set(readTitles).size} of ${titles.length}`,
      );
    },
  );

  for (const [sentence, sort] of facts([
    ["by documentId", undefined],
    ["sorted by a field with many equal values", ["kind:asc"]],
  ] as const)) {
    it(`reading pages during publishing returns each document once with the client, ${sentence}`, async () => {
      const filters = { kicker: await makeSeries(titles) };
      const params: ListParams = { filters, pagination: { pageSize: 3 }, ...(sort && { sort }) };
      const readTitles: string[] = [];

      for await (const [error, rows] of articleRows().pages({ params })) {
        if (error) throw error;
        readTitles.push(...rows.map(({ title }) => title));
        await publish(rows.slice(0, 2));
      }

      assert.deepEqual(readTitles.sort(), titles);
    });
  }

  itFact(
    "reading pages during publishing loses no other document when some are deleted",
    async () => {
      const filters = { kicker: await makeSeries(titles) };
      const readRows: Row[] = [];

      for await (const [error, rows] of articleRows().pages({
        params: { filters, pagination: { pageSize: 3 } },
      })) {
        if (error) throw error;
        readRows.push(...rows);
        for (const { documentId } of rows.slice(0, 1)) await articles().delete({ documentId });
      }

      assert.deepEqual(readRows.map(({ title }) => title).sort(), titles);
    },
  );
});
