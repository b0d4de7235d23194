import assert from "node:assert/strict";
import { said, titlesFound, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeSeries } from "./made.ts";
import { articles, send, unique } from "./realCms.ts";

const invalidOrder = "Invalid order. order can only be one of asc|desc|ASC|DESC";

describe("sort", () => {
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
    ["a field alone ascends, upper case first", ["title"], ["Assam", "Bancha", "congou"]],
    ["asc", ["title:asc"], ["Assam", "Bancha", "congou"]],
    ["desc", ["title:desc"], ["congou", "Bancha", "Assam"]],
    ["ASC", ["title:ASC"], ["Assam", "Bancha", "congou"]],
    ["DESC", ["title:DESC"], ["congou", "Bancha", "Assam"]],
    [
      "a second key where the first is the same",
      ["readingMinutes:desc", "title"],
      ["congou", "Assam", "Bancha"],
    ],
    ["a text", "title:desc", ["congou", "Bancha", "Assam"]],
    ["a text with commas", "readingMinutes:desc,title:desc", ["congou", "Bancha", "Assam"]],
    ["an object", { title: "desc" }, ["congou", "Bancha", "Assam"]],
    [
      "a list of objects",
      [{ readingMinutes: "desc" }, { title: "asc" }],
      ["congou", "Assam", "Bancha"],
    ],
    ["a relation's field", ["author.name"], ["Assam", "congou", "Bancha"]],
    [
      "a relation's field, as an object",
      { author: { name: "desc" } },
      ["Bancha", "congou", "Assam"],
    ],
    ["a component's field", ["seo.metaTitle:desc"], ["Bancha", "congou", "Assam"]],
    ["an empty text: by row", "", ["Bancha", "Assam", "congou"]],
  ];
  for (const [sentence, sort, titles] of rows) {
    it(sentence, async () => {
      assert.deepEqual(await sorted(sort), titles);
    });
  }

  it("without one it is by row, and a document that is published again comes last", async () => {
    const own = await makeSeries(["One", "Two", "Three"]);
    const filters = { kicker: own };
    const [, rows] = await articles().findMany({ params: { filters } });

    const [error] = await articles().publish({ documentId: rows?.[0]?.documentId ?? "" });

    assert.equal(error, null);
    assert.deepEqual(await titlesFound({ filters }), ["Two", "Three", "One"]);
    assert.deepEqual(
      await titlesFound({ filters, sort: ["documentId:asc"] }),
      rows
        ?.sort((one, two) => (one.documentId < two.documentId ? -1 : 1))
        .map(({ title }) => title),
    );
  });

  const refusals: readonly (readonly [sort: string, message: string])[] = [
    ["title:sideways", invalidOrder],
    ["no:asc", "Invalid key no"],
    ["internalNote", "Invalid key internalNote"],
    ["previewPassword", "Invalid key previewPassword"],
    ["createdBy.id", "Invalid key createdBy"],
    ["author", "Invalid key author"],
  ];
  for (const [sort, message] of refusals) {
    it(`${sort} is refused`, async () => {
      assert.deepEqual(await sorted([sort]), ["ValidationError", 400, message]);
    });
  }
});

describe("pagination", () => {
  let kicker: string;
  before(async () => {
    kicker = await makeSeries(["A 1", "A 2", "A 3", "A 4", "A 5"]);
  });
  const read = async (pagination: unknown, others: object = {}) => {
    const params = untyped({ filters: { kicker }, sort: ["title"], pagination, ...others });
    const [error, rows, meta] = await articles().findMany({ params });
    return error ? said(error) : [rows.map(({ title }) => title[2]).join(""), meta.pagination];
  };

  type Row = readonly [sentence: string, asked: unknown, titles: string, granted: object];
  const page = (number: number, pageSize: number, pageCount: number) => ({
    ...{ page: number, pageSize, pageCount, total: 5 },
  });
  const range = (start: number, limit: number) => ({ start, limit, total: 5 });
  const rows: readonly Row[] = [
    ["none is the first 25", undefined, "12345", page(1, 25, 1)],
    ["page and pageSize", { page: 2, pageSize: 2 }, "34", page(2, 2, 3)],
    ["pageSize alone is the first page", { pageSize: 2 }, "12", page(1, 2, 3)],
    ["page alone is a page of 25", { page: 1 }, "12345", page(1, 25, 1)],
    ["a page past the end is empty", { page: 4, pageSize: 2 }, "", page(4, 2, 3)],
    ["page 0 is the first", { page: 0, pageSize: 2 }, "12", page(1, 2, 3)],
    ["page -1 is the first", { page: -1, pageSize: 2 }, "12", page(1, 2, 3)],
    ["pageSize 0 is 1", { pageSize: 0 }, "1", page(1, 1, 5)],
    ["pageSize -1 is 1", { pageSize: -1 }, "1", page(1, 1, 5)],
    ["pageSize 1000 is cut to 100", { pageSize: 1000 }, "12345", page(1, 100, 1)],
    ["a pageSize that is no number is the largest", { pageSize: "abc" }, "12345", page(1, 100, 1)],
    ["start and limit", { start: 1, limit: 3 }, "234", range(1, 3)],
    ["start alone has a limit of 25", { start: 3 }, "45", range(3, 25)],
    ["limit alone starts at 0", { limit: 2 }, "12", range(0, 2)],
    ["a start past the end is empty", { start: 9 }, "", range(9, 25)],
    ["start -1 is 0", { start: -1, limit: 2 }, "12", range(0, 2)],
    ["limit 0 is 1", { limit: 0 }, "1", range(0, 1)],
    ["limit -1 is 1", { limit: -1 }, "1", range(0, 1)],
    ["limit 1000 is cut to 100", { limit: 1000 }, "12345", range(0, 100)],
    ["a limit that is no number is the largest", { limit: "abc" }, "12345", range(0, 100)],
    ["withCount true", { pageSize: 2, withCount: true }, "12", page(1, 2, 3)],
    ["withCount 1", { pageSize: 2, withCount: 1 }, "12", page(1, 2, 3)],
    [
      "withCount false: no total",
      { pageSize: 2, withCount: false },
      "12",
      { page: 1, pageSize: 2 },
    ],
    ["withCount 0: no total", { pageSize: 2, withCount: 0 }, "12", { page: 1, pageSize: 2 }],
    ["withCount false, by offset", { limit: 2, withCount: false }, "12", { start: 0, limit: 2 }],
    ["an unknown key is passed over", { pageSize: 2, no: 1 }, "12", page(1, 2, 3)],
    ["a text is passed over", "2", "12345", page(1, 25, 1)],
  ];
  for (const [sentence, asked, titles, granted] of rows) {
    it(sentence, async () => {
      assert.deepEqual(await read(asked), [titles, granted]);
    });
  }

  const positive = (what: string, got: string) =>
    `convert${what}QueryParams expected a positive integer got ${got}`;
  const refusals: readonly (readonly [sentence: string, asked: object, message: string])[] = [
    ["a page that is no number", { page: "abc" }, positive("Start", "NaN")],
    ["half a page", { page: 1.5, pageSize: 25 }, positive("Start", "12.5")],
    ["half a row of a page", { pageSize: 1.5 }, positive("Limit", "1.5")],
    ["a start that is no number", { start: "abc" }, positive("Start", "NaN")],
    ["half a start", { start: 1.5 }, positive("Start", "1.5")],
    ["half a limit", { limit: 1.5 }, positive("Limit", "1.5")],
    [
      "a withCount that is neither",
      { withCount: "perhaps" },
      'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
    ],
  ];
  for (const [sentence, asked, message] of refusals) {
    it(`${sentence} is refused`, async () => {
      assert.deepEqual(await read(asked), ["ValidationError", 400, message]);
    });
  }

  for (const [one, two] of [
    ["page", "start"],
    ["page", "limit"],
    ["pageSize", "start"],
    ["pageSize", "limit"],
  ] as const) {
    it(`${one} with ${two}: the service refuses it, and the client does so before`, async () => {
      const raw = await send("GET", `/articles?pagination[${one}]=1&pagination[${two}]=1`);
      const [name] = (await read({ [one]: 1, [two]: 1 })) as unknown[];

      const { error } = raw.body as { error: object };
      const message = "Cannot use both page & offset pagination in the same query";
      assert.deepEqual(
        [error, name],
        [{ status: 400, name: "PaginationError", message, details: {} }, "RequestError"],
      );
    });
  }

  for (const key of ["page", "pageSize"]) {
    it(`${key} beside the filters is refused`, async () => {
      const message =
        "Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object";
      assert.deepEqual(await read({}, { [key]: 2 }), ["ValidationError", 400, message]);
    });
  }

  for (const key of ["start", "limit"]) {
    it(`${key} beside the filters is passed over`, async () => {
      assert.deepEqual(await read(undefined, { [key]: 2 }), ["12345", page(1, 25, 1)]);
    });
  }
});
