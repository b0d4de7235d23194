import assert from "node:assert/strict";
import { listError, rawList, titlesFound, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeSeries } from "./made.ts";
import { articles, send, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

const invalidOrder = "Invalid order. order can only be one of asc|desc|ASC|DESC";

describe("sort parameter", () => {
  const kicker = unique("sorted");
  before(async () => {
    for (const [title, name, readingMinutes] of [
      ["Bancha", "Zoe", 5],
      ["Assam", "Ada", 5],
      ["congou", "Max", 9],
    ] as const) {
      const author = await makeDocument("/authors", { data: { name } });
      const seo = { metaTitle: `About ${name}` };
      await makeArticle({ title, kicker, author, readingMinutes, seo });
    }
  });
  const sorted = (sort: unknown) => titlesFound(untyped({ filters: { kicker }, sort }));

  type Row = readonly [sentence: string, sort: unknown, titles: readonly string[]];
  const rows: readonly Row[] = [
    [
      "sorts a field ascending by default, upper case first",
      ["title"],
      ["Assam", "Bancha", "congou"],
    ],
    ["accepts asc", ["title:asc"], ["Assam", "Bancha", "congou"]],
    ["accepts desc", ["title:desc"], ["congou", "Bancha", "Assam"]],
    ["accepts ASC", ["title:ASC"], ["Assam", "Bancha", "congou"]],
    ["accepts DESC", ["title:DESC"], ["congou", "Bancha", "Assam"]],
    [
      "accepts a second field for equal values",
      ["readingMinutes:desc", "title"],
      ["congou", "Assam", "Bancha"],
    ],
    ["accepts a string", "title:desc", ["congou", "Bancha", "Assam"]],
    [
      "accepts a string with commas",
      "readingMinutes:desc,title:desc",
      ["congou", "Bancha", "Assam"],
    ],
    ["accepts an object", { title: "desc" }, ["congou", "Bancha", "Assam"]],
    [
      "accepts a list of objects",
      [{ readingMinutes: "desc" }, { title: "asc" }],
      ["congou", "Assam", "Bancha"],
    ],
    ["accepts a field of a relation", ["author.name"], ["Assam", "congou", "Bancha"]],
    [
      "accepts a field of a relation as an object",
      { author: { name: "desc" } },
      ["Bancha", "congou", "Assam"],
    ],
    ["accepts a field of a component", ["seo.metaTitle:desc"], ["Bancha", "congou", "Assam"]],
    ["sorts by row when it is empty", "", ["Bancha", "Assam", "congou"]],
  ];
  for (const [sentence, sort, titles] of facts(rows)) {
    it(`the sort parameter ${sentence}`, async () => assert.deepEqual(await sorted(sort), titles));
  }

  itFact(
    "documents are sorted by row by default, and one that is published again comes last",
    async () => {
      const series = await makeSeries(["One", "Two", "Three"]);
      const filters = { kicker: series };
      const [, rows] = await articles().findMany({ params: { filters } });

      const [error] = await articles().publish({ documentId: rows?.[0]?.documentId ?? "" });

      assert.equal(error, null);
      assert.deepEqual(await titlesFound({ filters }), ["Two", "Three", "One"]);
      assert.deepEqual(
        await titlesFound({ filters, sort: ["documentId:asc"] }),
        rows
          ?.sort((row, two) => (row.documentId < two.documentId ? -1 : 1))
          .map(({ title }) => title),
      );
    },
  );

  const refusals: readonly (readonly [sort: string, message: string])[] = [
    ["title:sideways", invalidOrder],
    ["no:asc", "Invalid key no"],
    ["internalNote", "Invalid key internalNote"],
    ["previewPassword", "Invalid key previewPassword"],
    ["createdBy.id", "Invalid key createdBy"],
    ["author", "Invalid key author"],
  ];
  for (const [sort, message] of facts(refusals)) {
    it(`the sort parameter rejects ${sort}`, async () => {
      assert.deepEqual(await sorted([sort]), ["ValidationError", 400, message]);
    });
  }
});

describe("pagination parameter", () => {
  let kicker: string;
  before(async () => {
    kicker = await makeSeries(["A 1", "A 2", "A 3", "A 4", "A 5"]);
  });
  const read = async (pagination: unknown, others: object = {}) => {
    const params = { filters: { kicker }, sort: ["title"], pagination, ...others };
    const { error, titles, pagination: granted } = await rawList(params);
    return error ?? [titles.map((title) => title[2]).join(""), granted];
  };

  type Row = readonly [sentence: string, asked: unknown, titles: string, granted: object];
  const page = (number: number, pageSize: number, pageCount: number) => ({
    ...{ page: number, pageSize, pageCount, total: 5 },
  });
  const range = (start: number, limit: number) => ({ start, limit, total: 5 });
  const rows: readonly Row[] = [
    ["returns the first 25 rows by default", undefined, "12345", page(1, 25, 1)],
    ["accepts page and pageSize", { page: 2, pageSize: 2 }, "34", page(2, 2, 3)],
    ["returns the first page for pageSize alone", { pageSize: 2 }, "12", page(1, 2, 3)],
    ["returns a page of 25 for page alone", { page: 1 }, "12345", page(1, 25, 1)],
    ["returns an empty page past the end", { page: 4, pageSize: 2 }, "", page(4, 2, 3)],
    ["takes page 0 as the first", { page: 0, pageSize: 2 }, "12", page(1, 2, 3)],
    ["takes page -1 as the first", { page: -1, pageSize: 2 }, "12", page(1, 2, 3)],
    ["takes pageSize 0 as 1", { pageSize: 0 }, "1", page(1, 1, 5)],
    ["takes pageSize -1 as 1", { pageSize: -1 }, "1", page(1, 1, 5)],
    ["reduces pageSize 1000 to 100", { pageSize: 1000 }, "12345", page(1, 100, 1)],
    [
      "takes a pageSize that is no number as the largest",
      { pageSize: "abc" },
      "12345",
      page(1, 100, 1),
    ],
    ["accepts start and limit", { start: 1, limit: 3 }, "234", range(1, 3)],
    ["takes a limit of 25 for start alone", { start: 3 }, "45", range(3, 25)],
    ["starts at 0 for limit alone", { limit: 2 }, "12", range(0, 2)],
    ["returns no rows for a start past the end", { start: 9 }, "", range(9, 25)],
    ["takes start -1 as 0", { start: -1, limit: 2 }, "12", range(0, 2)],
    ["takes limit 0 as 1", { limit: 0 }, "1", range(0, 1)],
    ["takes limit -1 as 1", { limit: -1 }, "1", range(0, 1)],
    ["reduces limit 1000 to 100", { limit: 1000 }, "12345", range(0, 100)],
    ["takes a limit that is no number as the largest", { limit: "abc" }, "12345", range(0, 100)],
    ["returns the total for withCount true", { pageSize: 2, withCount: true }, "12", page(1, 2, 3)],
    ["returns the total for withCount 1", { pageSize: 2, withCount: 1 }, "12", page(1, 2, 3)],
    [
      "returns no total for withCount false",
      { pageSize: 2, withCount: false },
      "12",
      { page: 1, pageSize: 2 },
    ],
    [
      "returns no total for withCount 0",
      { pageSize: 2, withCount: 0 },
      "12",
      { page: 1, pageSize: 2 },
    ],
    [
      "returns no total for withCount false in offset mode",
      { limit: 2, withCount: false },
      "12",
      { start: 0, limit: 2 },
    ],
    ["ignores an unknown key", { pageSize: 2, no: 1 }, "12", page(1, 2, 3)],
    ["ignores a string", "2", "12345", page(1, 25, 1)],
  ];
  for (const [sentence, pagination, titles, granted] of facts(rows)) {
    it(`the pagination parameter ${sentence}`, async () => {
      assert.deepEqual(await read(pagination), [titles, granted]);
    });
  }

  const positive = (what: string, got: string) =>
    `convert${what}QueryParams expected a positive integer got ${got}`;
  const refusals: readonly (readonly [sentence: string, asked: object, message: string])[] = [
    ["a page that is no number", { page: "abc" }, positive("Start", "NaN")],
    ["a fractional page number", { page: 1.5, pageSize: 25 }, positive("Start", "12.5")],
    ["a fractional pageSize", { pageSize: 1.5 }, positive("Limit", "1.5")],
    ["a start that is no number", { start: "abc" }, positive("Start", "NaN")],
    ["a fractional start", { start: 1.5 }, positive("Start", "1.5")],
    ["a fractional limit", { limit: 1.5 }, positive("Limit", "1.5")],
    [
      "an invalid withCount",
      { withCount: "perhaps" },
      'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
    ],
  ];
  for (const [sentence, pagination, message] of facts(refusals)) {
    it(`the pagination parameter rejects ${sentence}`, async () => {
      assert.deepEqual(await read(pagination), ["ValidationError", 400, message]);
    });
  }

  for (const [parameter, two] of facts([
    ["page", "start"],
    ["page", "limit"],
    ["pageSize", "start"],
    ["pageSize", "limit"],
  ] as const)) {
    it(`the pagination parameter rejects ${parameter} with ${two} before sending, as the service does`, async () => {
      const raw = await send("GET", `/articles?pagination[${parameter}]=1&pagination[${two}]=1`);
      const refused = await listError({ pagination: { [parameter]: 1, [two]: 1 } });

      const { error } = raw.body as { error: object };
      const message = "Cannot use both page & offset pagination in the same query";
      assert.deepEqual(
        [error, refused?.name],
        [{ status: 400, name: "PaginationError", message, details: {} }, "RequestError"],
      );
    });
  }

  for (const key of facts(["page", "pageSize"])) {
    it(`the pagination parameter rejects ${key} outside pagination`, async () => {
      const message =
        "Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object";
      assert.deepEqual(await read({}, { [key]: 2 }), ["PaginationError", 400, message]);
    });
  }

  for (const key of facts(["start", "limit"])) {
    it(`the pagination parameter ignores ${key} outside pagination`, async () => {
      assert.deepEqual(await read(undefined, { [key]: 2 }), ["12345", page(1, 25, 1)]);
    });
  }
});
