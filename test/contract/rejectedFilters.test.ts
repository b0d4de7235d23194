import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { titlesFound, untyped } from "./found.ts";
import { makeArticle } from "./made.ts";
import { articles, realCms, send, tokens, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

type Refused = readonly [sentence: string, filters: Filters, message: string];

const refused = (rows: readonly Refused[], status: number, name: string): void => {
  for (const [sentence, filters, message] of facts(rows)) {
    it(`a filter gives ${name} for ${sentence}`, async () => {
      const [error, ...dataAndMeta] = await articles().findMany({ params: { filters } });

      assert.deepEqual(
        [error?.name, error?.status, error?.message, error?.attempts, ...dataAndMeta],
        [name, status, message, 1, null, null],
      );
    });
  }
};

describe("Filter that the service fails on", () => {
  const message = "Internal Server Error";
  const rows: readonly Refused[] = [
    ["$between with one value", { title: { $between: ["a"] } }, message],
    ["$between with three values", { readingMinutes: { $between: [1, 2, 3] } }, message],
    ["$jsonSupersetOf, which SQLite does not have", { title: { $jsonSupersetOf: "{}" } }, message],
    ["a string for an integer", { readingMinutes: { $eq: "abc" } }, message],
    ["a string for a decimal number", { latitude: { $gt: "north" } }, message],
    ["a string with commas for a number", { readingMinutes: { $in: "1,2" } }, message],
    ["$and without a list", { $and: { title: "Tea" } }, message],
    ["a group inside a field", { title: { $or: [{ $eq: "Tea" }, { $eq: "Milk" }] } }, message],
    [
      "a group beside a field of a relation",
      { author: { name: "Ada", $or: [{ slug: "a" }, { slug: "b" }] } },
      message,
    ],
    ["$not around the fields of a relation", { author: { $not: { name: "Ada" } } }, message],
  ];
  refused(rows, 500, "HttpError");

  itFact("a filter gives HttpError for a search with a list", async () => {
    const [error] = await articles().findMany({ params: untyped({ _q: ["tea"] }) });

    assert.deepEqual([error?.name, error?.status], ["HttpError", 500]);
  });
});

describe("Filter that the service rejects", () => {
  const rows: readonly Refused[] = [
    ["an unknown field", { bogus: 1 }, "Invalid key bogus"],
    ["an unknown field of a relation", { author: { bogus: 1 } }, "Invalid key bogus at author"],
    ["an unknown operator", { title: { $bogus: 1 } }, "Invalid key $bogus at title"],
    ["a private field", { internalNote: "x" }, "Invalid key internalNote"],
    ["a password", { previewPassword: "x" }, "Invalid key previewPassword"],
    ["createdBy", { createdBy: { id: 1 } }, "Invalid key createdBy"],
    ["a dynamic zone", { sections: { heading: "x" } }, "Invalid key sections"],
    ["a key inside JSON", { metadata: { words: 1 } }, "Invalid key words at metadata"],
    ["an invalid date", { issueDate: { $eq: "soon" } }, "Invalid format, expected yyyy-MM-dd"],
    [
      "an invalid time",
      { broadcastTime: { $eq: "10:30" } },
      "Invalid time format, expected HH:mm:ss.SSS",
    ],
    [
      "an invalid date and time",
      { embargoUntil: { $gt: "soon" } },
      "Invalid format, expected a timestamp or an ISO date",
    ],
  ];
  refused(rows, 400, "ValidationError");

  itFact("a filter gives ValidationError for a string instead of filters", async () => {
    const result = await titlesFound(untyped({ filters: "x" }));

    const message = "The filters parameter must be an object or an array";
    assert.deepEqual(result, ["ValidationError", 400, message]);
  });

  it("a filter gives ValidationError for a relation that the token may not read", async () => {
    const [error] = await articles(tokens().custom).findMany({
      params: { filters: { author: { name: "Ada" } } },
    });

    assert.deepEqual([error?.status, error?.message], [400, "Invalid key author"]);
  });

  it("a filter gives ValidationError for a secret field of a user", async () => {
    const [error] = await realCms()
      .users()
      .findMany({ params: { filters: untyped({ password: "x" }) } });

    assert.deepEqual([error?.name, error?.message], ["ValidationError", "Invalid key password"]);
  });
});

describe("Filter that would be lost in the query", () => {
  const rows: readonly (readonly [sentence: string, filters: Filters])[] = [
    ["no condition", {}],
    ["an empty list", { title: { $in: [] } }],
    ["an undefined value", { $or: [] }],
    ["a value that is undefined", { title: { $eq: undefined } }],
    [
      "an empty condition beside a long list",
      { title: {}, documentId: { $in: Array.from({ length: 101 }, String) } },
    ],
    ["$eq with a list of more than 100", { title: { $eq: Array(101).fill("x") } }],
  ];
  for (const [sentence, filters] of rows) {
    it(`a filter that would be lost in the query gives RequestError for ${sentence}`, async () => {
      const [error] = await articles().findMany({ params: { filters } });

      assert.deepEqual([error?.name, error?.attempts], ["RequestError", 0]);
    });
  }

  itFact(
    "a filter gives HttpError for a list of strings, and RequestError for an object with them",
    async () => {
      const { status } = await send("GET", "/articles?filters[0]=x");
      const [error] = await articles().findMany({ params: { filters: untyped(["x"]) } });
      const [asKeys] = await articles().findMany({ params: { filters: untyped({ 0: "x" }) } });

      assert.deepEqual([status, error?.name, asKeys?.name], [500, "HttpError", "RequestError"]);
    },
  );

  itFact(
    "a filter matches the empty string on the service for a field without a condition",
    async () => {
      const { body } = await send("GET", "/articles?filters[title]");

      assert.deepEqual((body as { data: unknown[] }).data, []);
    },
  );
});

describe("Groups in one filter object", () => {
  const kicker = unique("groups");
  const documentIds: string[] = [];
  before(async () => {
    for (const [title, kind, label] of [
      ["One", "essay", "Red"],
      ["Two", "essay", "Blue"],
      ["Three", "guide", "Red"],
    ] as const) {
      const [links, seo] = [[{ label, url: "x" }], { metaTitle: title }];
      documentIds.push(await makeArticle({ title, kind, kicker, links, seo }));
    }
  });
  const links = { $or: [{ label: "Red" }, { label: "Green" }] };
  const seo = { $or: [{ metaTitle: "One" }, { metaTitle: "Two" }] };

  it("groups in one filter all apply as elements of an $and", async () => {
    const result = await titlesFound({ filters: { kicker, $and: [{ links }, { seo }] } });

    assert.deepEqual(result, ["One"]);
  });

  itFact(
    "groups in one filter overwrite each other on the service when they have the same name",
    async () => {
      const [red, green] = ["Red", "Green"].map(
        (label, at) => `[links][$or][${at}][label]=${label}`,
      );
      const [firstSeo, two] = ["One", "Two"].map(
        (title, at) => `[seo][$or][${at}][metaTitle]=${title}`,
      );
      const parts = [`[kicker]=${kicker}`, red, green, firstSeo, two].map(
        (part) => `filters${part}`,
      );

      const { body } = await send("GET", `/articles?${parts.join("&")}&sort=title`);

      const titles = (body as { data: { title: string }[] }).data.map(({ title }) => title);
      assert.deepEqual(titles, ["One", "Two"]);
    },
  );
});
