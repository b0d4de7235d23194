import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Filters } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

describe("Filters that would vanish on the way, and so match everything", () => {
  const at = loopbackCms();
  const vanishing: readonly (readonly [filters: Filters, where: string])[] = [
    [{}, "filters"],
    // Callers without types can give it.
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
    [{ title: { $in: Array(101).fill("Tea") } }, "filters.title.$in"],
    [{ $or: Array(101).fill({ title: "Tea" }) }, "filters.$or"],
  ];

  for (const [filters, where] of vanishing) {
    const shown = inspect(filters, { depth: 5, maxArrayLength: 2, breakLength: Infinity });
    it(`are refused at ${where} of ${shown}, and nothing is sent`, async () => {
      const [error, ...rest] = await at.cms
        .collection<Article>("articles")
        .findMany({ params: { filters } });

      const message = `The filter at ${where} is empty or a list of more than 100, so it would match everything.`;
      assert.deepEqual(
        [error?.name, error?.message, ...rest],
        ["RequestError", message, null, null],
      );
      assert.deepEqual(at.sent(), []);
    });
  }

  it("are refused wherever a filter can be given", async () => {
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
      await at.cms.users().findMany({ params }),
      await at.cms.users().count({ params }),
    ];

    assert.deepEqual(
      results.map(([error]) => error?.name),
      Array(8).fill("RequestError"),
    );
    assert.deepEqual(at.sent(), []);
  });
});

describe("Filters on the wire", () => {
  const at = loopbackCms();
  const arriving: readonly (readonly [title: string, sent: Filters, arrived: unknown])[] = [
    ["null arrives as null", { title: { $eq: null } }, { title: { $eq: null } }],
    ["null in a list arrives as null", { title: { $in: [null] } }, { title: { $in: [null] } }],
    ["an empty text arrives as an empty text", { title: { $eq: "" } }, { title: { $eq: "" } }],
    ["false and 0 arrive", { a: { $eq: false }, b: 0 }, { a: { $eq: "false" }, b: "0" }],
    ["a number beyond 2^53 arrives whole", { a: 9007199254740993n }, { a: "9007199254740993" }],
    [
      "a date arrives as an ISO time",
      { createdAt: { $gt: new Date(0) } },
      { createdAt: { $gt: "1970-01-01T00:00:00.000Z" } },
    ],
    [
      "a text keeps its spaces, signs, letters and emoji",
      { title: { $eq: "a b+c&d=e[f]#g%20 ü 日本 🫖!'()*" } },
      { title: { $eq: "a b+c&d=e[f]#g%20 ü 日本 🫖!'()*" } },
    ],
    [
      "a list of 100 values stays a list",
      { title: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
      { title: { $in: Array.from({ length: 100 }, (_, index) => `t${index}`) } },
    ],
  ];

  for (const [title, filters, arrived] of arriving) {
    it(title, async () => {
      at.service.answer(json({ data: [] }));

      await at.cms.collection<Article>("articles").findMany({ params: { filters } });

      assert.deepEqual(
        at.service.requests.map(({ query }) => query["filters"]),
        [arrived],
      );
    });
  }
});
