import assert from "node:assert/strict";
import fc from "fast-check";
import { isSameValue, storedBy } from "../../../src/model/content/equality.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { describeService } from "../../services/descriptions.ts";
import { changeElsewhere, draft, makeArticle } from "../magazine.ts";
import { notationPairs } from "./notations.ts";

/** The attributes of an article by type. An article has no timestamp. */
const names: Readonly<Record<string, string>> = {
  ...{ integer: "readingMinutes", float: "latitude", decimal: "rating" },
  ...{ biginteger: "archiveNumber", boolean: "featured", date: "issueDate" },
  ...{ time: "broadcastTime", datetime: "embargoUntil", json: "metadata" },
};
const components = new Map();
const database = ({ sqlite: "sqlite", postgres: "postgres", mariadb: "mysql" } as const)[
  describeService().database
];

const offsetText = (minutes: number, separator: string): string => {
  const two = (count: number) => String(Math.trunc(Math.abs(count))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}${separator}${two(minutes % 60)}`;
};

/** An instant as texts with other time zones and separators, and as milliseconds. */
const instant = fc
  .record({
    at: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }),
    offset: fc.integer({ min: -14 * 60, max: 14 * 60 }),
  })
  .map(({ at, offset }): Json[] => {
    const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
    return [
      new Date(at).toISOString(),
      `${local}${offsetText(offset, ":")}`,
      `${local.replace("T", " ")}${offsetText(offset, "")}`,
      at,
      String(at),
    ];
  });

const bigInteger = fc
  .bigInt({ min: -(2n ** 63n) + 1_000n, max: 2n ** 63n - 1_000n })
  .map((number): Json[] => [
    String(number),
    ` ${number}`,
    String(number).replace(/^(?=\d)/, "+00"),
  ]);

const decimal = fc
  .integer({ min: 0, max: 4_999_999 })
  .map((digits): Json[] => [digits / 1e6, String(digits / 1e6), `${(digits / 1e6).toFixed(6)}0`]);

const json = fc
  .dictionary(fc.constantFrom("b", "a", "c"), fc.constantFrom<Json>(1.5, "x", null, [1, { z: 1 }]))
  .map((value): Json[] => [value, Object.fromEntries(Object.entries(value).reverse())]);

/** For each attribute, notations of one value. */
const anyNotations = fc.record({ datetime: instant, biginteger: bigInteger, decimal, json });

describe("Values in different notations", () => {
  /** Saves values in an article, and returns what the service stores. */
  async function storedIn(id: string, values: JsonObject): Promise<JsonObject> {
    await changeElsewhere(id, values, "status=draft");
    return (await draft(`articles/${id}`)) ?? {};
  }

  /** Checks that a service stores one value for all notations, and that it is the expected one. */
  async function checkStored(id: string, notations: Readonly<Record<string, readonly Json[]>>) {
    const count = Math.max(...Object.values(notations).map(({ length }) => length));
    const stored: JsonObject[] = [];
    for (let at = 0; at < count; at += 1) {
      const values = Object.entries(notations).map(([type, all]) => [
        names[type],
        all[at % all.length],
      ]);
      stored.push(await storedIn(id, Object.fromEntries(values) as JsonObject));
    }
    for (const [type, all] of Object.entries(notations)) {
      const [first = null, ...others] = stored.map((row) => row[names[type] ?? ""] ?? null);
      for (const other of others) assert.deepEqual(other, first, `${type} ${JSON.stringify(all)}`);
      for (const value of all) {
        const expected = storedBy(database, { type }, value);
        assert.ok(
          isSameValue({ type }, first, expected, { components }),
          `${type} ${JSON.stringify(value)}: ${JSON.stringify(first)}`,
        );
      }
    }
  }

  it("values in different notations are stored as one value, if they are equal", async () => {
    const id = await makeArticle({}, "status=draft");

    for (const { type, values } of notationPairs) {
      if (names[type] !== undefined) await checkStored(id, { [type]: values });
    }
  });

  it("generated values in different notations are stored as one value, if they are equal", async () => {
    const id = await makeArticle({}, "status=draft");

    await fc.assert(
      fc.asyncProperty(anyNotations, (notations) => checkStored(id, notations)),
      { seed: 20_261_128, numRuns: 10 },
    );
  });
});
