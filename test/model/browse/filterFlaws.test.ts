import assert from "node:assert/strict";
import { filterFlaws } from "../../../src/model/browse/filterFlaws.ts";
import { fieldsOf } from "../../../src/model/browse/filterFields.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

type Row = readonly [sentence: string, filter: Json, ...flaws: string[]];

async function flawsOf(type: string, filter: Json, isWhole = true): Promise<string[]> {
  const { connection, catalogs } = openModel();
  const { catalog } = must(await catalogs.service(connection.id));
  const flaws = filterFlaws(filter, fieldsOf(type, catalog), isWhole);
  return flaws.map(({ path, code }) => `${path.join(".")} ${code}`.trim());
}

const findsOut = (rows: readonly Row[], type = "articles"): void => {
  for (const [sentence, filter, ...flaws] of rows) {
    it(sentence, async () => assert.deepEqual(await flawsOf(type, filter), flaws));
  }
};

describe("filterFlaws", () => {
  describe("rejects what the service rejects:", () => {
    findsOut([
      ["an unknown field", { bogus: 1 }, "bogus no-field"],
      ["an unknown field of a relation", { author: { bogus: 1 } }, "author.bogus no-field"],
      ["an unknown operator", { title: { $bogus: 1 } }, "title.$bogus no-operator"],
      ["a key inside a text", { title: { nested: "x" } }, "title.nested no-operator"],
      ["a key inside JSON", { metadata: { words: 1 } }, "metadata.words no-operator"],
      ["a private field", { internalNote: "x" }, "internalNote no-field"],
      ["a password", { previewPassword: "x" }, "previewPassword no-field"],
      ["the creator", { createdBy: { id: 1 } }, "createdBy no-field"],
      ["a zone", { sections: { heading: "x" } }, "sections no-field"],
      ["a text instead of a date", { issueDate: { $gt: "soon" } }, "issueDate.$gt other-value"],
      ["a day that does not exist", { issueDate: "2024-02-31" }, "issueDate other-value"],
      [
        "a time without seconds",
        { broadcastTime: { $eq: "10:30" } },
        "broadcastTime.$eq other-value",
      ],
      [
        "a text instead of a date and time",
        { updatedAt: { $lt: "soon" } },
        "updatedAt.$lt other-value",
      ],
    ]);
  });

  describe("rejects what makes the service fail:", () => {
    findsOut([
      ["$between with one value", { title: { $between: ["a"] } }, "title.$between needs-two"],
      ["$between without a list", { title: { $between: "a" } }, "title.$between needs-two"],
      [
        "$between with three values",
        { readingMinutes: { $between: [1, 2, 3] } },
        "readingMinutes.$between needs-two",
      ],
      [
        "$between with a text for a number",
        { readingMinutes: { $between: [1, "x"] } },
        "readingMinutes.$between.1 other-value",
      ],
      [
        "$jsonSupersetOf",
        { metadata: { $jsonSupersetOf: "{}" } },
        "metadata.$jsonSupersetOf no-operator",
      ],
      ["a text for a number", { readingMinutes: "abc" }, "readingMinutes other-value"],
      ["an empty text for a number", { rating: { $gt: "" } }, "rating.$gt other-value"],
      ["a boolean for a number", { rating: true }, "rating other-value"],
      ["infinity for a number", { rating: "Infinity" }, "rating other-value"],
      [
        "a list written as a text",
        { readingMinutes: { $in: "1,2" } },
        "readingMinutes.$in other-value",
      ],
      ["a fraction for a big integer", { archiveNumber: "1.5" }, "archiveNumber other-value"],
      [
        "a text for a number, inside $not",
        { readingMinutes: { $not: { $eq: "abc" } } },
        "readingMinutes.$not.$eq other-value",
      ],
      ["$and without a list", { $and: { title: "Tea" } }, "$and needs-list"],
      ["a text in a group", { $or: [{ title: "Tea" }, "x"] }, "$or.1 needs-object"],
      ["a list of texts", ["x"], "needs-object"],
      ["a group inside a field", { title: { $or: [{ $eq: "a" }] } }, "title.$or group-here"],
      [
        "a group beside a field of a relation",
        { author: { name: "Ada", $or: [{ slug: "a" }, { slug: "b" }] } },
        "author group-here",
      ],
      [
        "two groups in a relation",
        { author: { $or: [{ name: "a" }], $and: [{ slug: "b" }] } },
        "author group-here",
      ],
      [
        "$not around a relation's fields",
        { author: { $not: { name: "a" } } },
        "author.$not group-here",
      ],
      [
        "$not around $null of a relation",
        { tags: { $not: { $null: true } } },
        "tags.$not group-here",
      ],
    ]);
  });

  describe("rejects what the service would answer with unintended documents:", () => {
    findsOut([
      ["no condition", {}, "empty"],
      ["an empty list", { title: { $in: [] } }, "title.$in empty"],
      ["an empty group", { $or: [] }, "$or empty"],
      ["an empty condition", { title: {} }, "title empty"],
      ["$contains with an empty text", { title: { $contains: "" } }, "title.$contains empty"],
      ["an object for a text", { title: { $eq: { a: 1 } } }, "title.$eq other-value"],
      ["a list for $ne", { title: { $ne: ["a", "b"] } }, "title.$ne other-value"],
      ["a word for a boolean", { featured: "yes" }, "featured other-value"],
      ["a text for $null", { title: { $null: "false" } }, "title.$null needs-flag"],
      ["null for $gt", { readingMinutes: { $gt: null } }, "readingMinutes.$gt other-value"],
      ["an unknown enumeration value", { kind: "nonsense" }, "kind not-a-choice"],
      ["a relation without a field", { author: "x" }, "author needs-field"],
      [
        "a part of a date",
        { issueDate: { $contains: "2024" } },
        "issueDate.$contains other-operator",
      ],
      ["$eq on JSON", { metadata: { $eq: "{}" } }, "metadata.$eq other-operator"],
      ["JSON without an operator", { metadata: "{}" }, "metadata other-operator"],
      ["an operator without a field", { $eq: "x" }, "$eq needs-field"],
      ["the locale", { locale: "fr" }, "locale no-field"],
      ["publishedAt", { publishedAt: { $null: true } }, "publishedAt no-field"],
      [
        "a list that is too long",
        { documentId: { $in: Array<string>(101).fill("x") } },
        "documentId.$in too-many",
      ],
      [
        "groups of two relations",
        { links: { $or: [{ label: "a" }] }, author: { $or: [{ name: "b" }] } },
        "groups-meet",
      ],
      [
        "a group beside one of a relation",
        { $and: [{ title: "a" }], author: { $and: [{ name: "b" }] } },
        "groups-meet",
      ],
    ]);
  });

  describe("rejects what the routes of users reject:", () => {
    findsOut(
      [
        ["a reset token", { resetPasswordToken: "x" }, "resetPasswordToken no-field"],
        ["a password", { password: "x" }, "password no-field"],
        [
          "a text instead of a date and time, which makes them fail",
          { createdAt: { $gt: "soon" } },
          "createdAt.$gt other-value",
        ],
      ],
      "users",
    );
  });
});

describe("filterFlaws, valid filters", () => {
  findsOut([
    ["accepts bare values and lists", { title: "Tea", kind: ["guide", "essay"], slug: null }],
    ["accepts a list for $eq", { title: { $eq: ["a", "b"] } }],
    ["accepts several operators on a field", { readingMinutes: { $gt: 5, $lte: 10 } }],
    [
      "accepts groups inside groups",
      { $or: [{ $and: [{ title: "a" }] }, { $not: { kicker: "b" } }] },
    ],
    ["accepts one group in a relation", { author: { $or: [{ name: "a" }, { slug: "b" }] } }],
    [
      "accepts groups of two relations in separate entries of a list",
      { $and: [{ links: { $or: [{ label: "a" }] } }, { author: { $or: [{ name: "b" }] } }] },
    ],
    ["accepts a relation of a relation", { category: { articles: { title: "Tea" } } }],
    ["accepts a field inside a component", { seo: { shareImage: { name: { $containsi: "a" } } } }],
  ]);

  it("filterFlaws accepts an unknown field when the fields were inferred", async () => {
    assert.deepEqual(await flawsOf("articles", { bogus: { $eq: 1 }, rating: "x" }, false), [
      "rating other-value",
    ]);
  });
});
