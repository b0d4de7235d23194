import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Filters, ListParams } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { AnyUser, Article } from "./loopbackCms.ts";

describe("Filters", () => {
  const at = loopbackCms();
  const vanishing: readonly (readonly [filters: Filters, where: string])[] = [
    [{}, "filters"],
    // The types reject it, but a caller without types can pass it.
    [null as unknown as Filters, "filters"],
    [{ title: {} }, "filters.title"],
    [{ title: undefined }, "filters.title"],
    [{ title: { $eq: undefined } }, "filters.title.$eq"],
    [{ title: { $in: [] } }, "filters.title.$in"],
    [{ title: { $in: [undefined] } }, "filters.title.$in[0]"],
    [{ $or: [] }, "filters.$or"],
    [{ $or: [{ title: "Tea" }, {}] }, "filters.$or[1]"],
    [{ $and: [{ author: { name: { $in: [] } } }] }, "filters.$and[0].author.name.$in"],
    [{ $not: { title: {} } }, "filters.$not.title"],
    [{ title: { $eq: () => "Tea" } }, "filters.title.$eq"],
    [{ title: { $in: new Set(["Tea"]) } }, "filters.title.$in"],
  ];

  for (const [filters, where] of vanishing) {
    const filtersText = inspect(filters, {
      depth: 5,
      maxArrayLength: 2,
      compact: 9,
      breakLength: Infinity,
    });
    it(`a filter that would match everything gives a RequestError at ${where} of ${filtersText}, without a request`, async () => {
      const [error, ...dataAndMeta] = await at.cms
        .collection<Article>("articles")
        .findMany({ params: { filters } });

      const message = `The filter at ${where} is empty, so it would match everything.`;
      assert.deepEqual(
        [error?.name, error?.message, ...dataAndMeta],
        ["RequestError", message, null, null],
      );
      assert.deepEqual(at.sent(), []);
    });
  }

  it("every method that takes filters returns a RequestError for one that would match everything", async () => {
    const params = { filters: { title: { $in: [] } } };
    const articles = at.cms.collection<Article>("articles");
    const documentId = "tea1";

    const results = [
      await articles.find({ documentId, params }),
      await articles.findFirst({ params }),
      await articles.count({ params }),
      await articles.findMany({ all: true, params }),
      await articles.delete({ documentId, params }),
      await at.cms.single("homepage").find({ params }),
      await at.cms.users<AnyUser>().findMany({ params }),
      await at.cms.users<AnyUser>().count({ params }),
    ];

    assert.deepEqual(
      results.map(([error]) => error?.name),
      Array(8).fill("RequestError"),
    );
    assert.deepEqual(at.sent(), []);
  });
});

describe("Ignored parameters", () => {
  const at = loopbackCms();
  const deep = Array.from({ length: 21 }).reduce<object>((inner) => ({ author: inner }), { a: 1 });
  const branches = Array<unknown>(101).fill({ title: "Tea" });
  const passedOver: readonly (readonly [what: string, params: ListParams, message: RegExp])[] = [
    ["more than 100 branches", { filters: { $or: branches } }, /list at filters\.\$or/],
    ["a long list without an operator", { filters: { a: branches } }, /list at filters\.a /],
    ["a long list of fields", { fields: Array<string>(101).fill("title") }, /list at fields/],
    ["the key constructor", { filters: { constructor: { $eq: 1 } } }, /"constructor"/],
    ["a key with brackets", { filters: { "a]b[": 1 } }, /"a\]b\["/],
    ["an empty key", { filters: { "": 1 } }, /""/],
    ["a filter deeper than 20 levels", { filters: deep as Filters }, /deeper than 20/],
  ];

  for (const [what, params, message] of passedOver) {
    it(`a parameter that the service would ignore gives a RequestError without a request: ${what}`, async () => {
      const [error] = await at.cms.collection("articles").findMany({ params });

      assert.equal(error?.name, "RequestError");
      assert.match(error.message, message);
      assert.deepEqual(at.sent(), []);
    });
  }
});

describe("Long filters", () => {
  const at = loopbackCms();
  const long = Array.from({ length: 150 }, (_, index) => `t${index}`);
  const chunks = [long.slice(0, 100), long.slice(100)];
  const within = (field: string, operator: string) =>
    chunks.map((chunk) => ({ [field]: { [operator]: chunk } }));

  const leaving: readonly (readonly [title: string, filters: Filters, arrived: object])[] = [
    ["is sent as an $or of chunks for $in", { a: { $in: long } }, { $or: within("a", "$in") }],
    [
      "is sent as an $and of chunks for $notIn",
      { a: { $notIn: long } },
      { $and: within("a", "$notIn") },
    ],
    [
      "keeps every other condition",
      { b: "x", a: { $in: long, $ne: "t1" }, $or: [{ c: "1" }, { d: "2" }] },
      {
        $and: [
          { b: "x" },
          { $or: within("a", "$in") },
          { a: { $ne: "t1" } },
          { $or: [{ c: "1" }, { d: "2" }] },
        ],
      },
    ],
    [
      "is split inside its relation, so that one related document meets every condition",
      { tags: { name: "x", documentId: { $notIn: long } } },
      { tags: { $and: [{ name: "x" }, { $and: within("documentId", "$notIn") }] } },
    ],
    [
      "is split inside $not",
      { a: { $not: { $in: long } }, $not: { b: { $in: long } } },
      {
        $and: [
          { $not: { $and: [{ $or: within("a", "$in") }] } },
          { $not: { $or: within("b", "$in") } },
        ],
      },
    ],
  ];

  for (const [title, filters, arrived] of leaving) {
    it(`a filter with more than 100 values ${title}`, async () => {
      at.service.answer(json({ data: [] }));

      await at.cms.collection("articles").findMany({ params: { filters } });

      assert.deepEqual(
        at.service.requests.map(({ query }) => query["filters"]),
        [arrived],
      );
    });
  }

  it("a filter with more than 100 values is split in the filters of a populated relation", async () => {
    at.service.answer(json({ data: [] }));

    const filters = { a: { $in: long } };
    await at.cms.collection("articles").findMany({ params: { populate: { tags: { filters } } } });

    assert.deepEqual(
      at.service.requests.map(({ query }) => query["populate"]),
      [{ tags: { filters: { $or: within("a", "$in") } } }],
    );
  });
});

describe("Query string of filters", () => {
  const at = loopbackCms();
  const arriving: readonly (readonly [title: string, sent: Filters, arrived: unknown])[] = [
    ["keeps null", { title: { $eq: null } }, { title: { $eq: null } }],
    ["keeps null in a list", { title: { $in: [null] } }, { title: { $in: [null] } }],
    ["keeps an empty string", { title: { $eq: "" } }, { title: { $eq: "" } }],
    ["keeps false and 0", { a: { $eq: false }, b: 0 }, { a: { $eq: "false" }, b: "0" }],
    ["keeps a number beyond 2^53", { a: 9007199254740993n }, { a: "9007199254740993" }],
    [
      "has a date as an ISO time",
      { createdAt: { $gt: new Date(0) } },
      { createdAt: { $gt: "1970-01-01T00:00:00.000Z" } },
    ],
    [
      "keeps spaces, signs, letters and emoji in a string",
      { title: { $eq: "a b+c&d=e[f]#g%20 ü 日本 🫖!'()*" } },
      { title: { $eq: "a b+c&d=e[f]#g%20 ü 日本 🫖!'()*" } },
    ],
    [
      "keeps a list of 100 values",
      { title: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
      { title: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
    ],
  ];

  for (const [title, filters, arrived] of arriving) {
    it(`a filter in the query string ${title}`, async () => {
      at.service.answer(json({ data: [] }));

      await at.cms.collection<Article>("articles").findMany({ params: { filters } });

      assert.deepEqual(
        at.service.requests.map(({ query }) => query["filters"]),
        [arrived],
      );
    });
  }
});
