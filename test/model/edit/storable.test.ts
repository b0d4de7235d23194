import assert from "node:assert/strict";
import { filterFlaws } from "../../../src/model/browse/filterFlaws.ts";
import { fieldsOf } from "../../../src/model/browse/filterFields.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { validate } from "../../../src/model/edit/validation.ts";

const kinds = [
  ...["integer", "biginteger", "decimal", "date", "datetime"],
  ...["string", "text", "richtext", "json", "blocks"],
];
const attributes = Object.fromEntries(kinds.map((type) => [type, { type }]));
const schema = {
  ...{ displayName: "Sample", singularName: "sample", pluralName: "samples" },
  ...({ kind: "collectionType", draftAndPublish: false, attributes } as const),
};
const catalog = createCatalog({
  contentTypes: [{ uid: "api::sample.sample", schema }],
  components: [],
  locales: [],
});
const type = catalog.types.get("samples")!;
const shape = { type, catalog, capabilities: new Capabilities() };

/** A service whose project has this database driver. */
function shapeOn(driver: string): typeof shape {
  const capabilities = new Capabilities();
  capabilities.learnInformation({ strapiVersion: "5.54.0", dependencies: { [driver]: "1.0.0" } });
  return { type, catalog, capabilities };
}

const cases: readonly (readonly [attribute: string, value: Json, code: string | undefined])[] = [
  ["integer", 2_147_483_647, undefined],
  ["integer", 2_147_483_648, "beyond-integer"],
  ["integer", -2_147_483_648, undefined],
  ["integer", -2_147_483_649, "beyond-integer"],
  ["integer", "3000000000", "beyond-integer"],
  ["biginteger", "9223372036854775807", undefined],
  ["biginteger", "9223372036854775808", "beyond-big-integer"],
  ["biginteger", "-9223372036854775809", "beyond-big-integer"],
  ["decimal", 3_000_000_000, undefined],
  ["date", "0000-01-01", "year-zero"],
  ["date", "0001-01-01", undefined],
  ["datetime", "0000-01-01T00:00:00.000Z", "year-zero"],
  ["string", "a\0b", "null-character"],
  ["richtext", "a\0b", "null-character"],
  ["text", "a b", undefined],
];
const paragraph = (text: string): Json => [
  { type: "paragraph", children: [{ type: "text", text }] },
];
const inJson: typeof cases = [
  ["json", "a text", "bare-json"],
  ["json", { a: "text" }, undefined],
  ["json", { a: ["text\0"] }, "null-character"],
  ["json", { "a\0": 1 }, "null-character"],
  ["json", { a: "\\u0000" }, undefined],
  ["blocks", paragraph("a\0b"), "null-character"],
  ["blocks", paragraph("a b"), undefined],
];

const integers = ["beyond-integer", "beyond-big-integer"];
const refused: readonly (readonly [driver: string, errors: readonly string[]])[] = [
  ["better-sqlite3", []],
  ["pg", [...integers, "year-zero", "null-character", "bare-json"]],
  ["mysql2", [...integers, "bare-json"]],
];

describe("Validation for a database", () => {
  for (const [name, value, code] of [...cases, ...inJson]) {
    const ruling = code === undefined ? "no warning" : `the warning ${code}`;
    it(`validation gives ${ruling} for ${name}: ${JSON.stringify(value)}`, async () => {
      const findings = await validate({ [name]: value }, shape, undefined);

      const reported = findings.map((finding) => [finding.code, finding.severity]);
      assert.deepEqual(reported, code === undefined ? [] : [[code, "warning"]]);
    });
  }

  it("validation gives no warning for an unchanged value that not every database stores", async () => {
    const content = { integer: 2_147_483_648 };

    assert.deepEqual(await validate(content, shape, content), []);
  });

  for (const [driver, errors] of refused) {
    it(`validation gives errors only for the values that the database of the driver ${driver} rejects`, async () => {
      const values = [...cases, ...inJson].filter(([, , code]) => code !== undefined);

      const all = values.map(([name, value]) =>
        validate({ [name]: value }, shapeOn(driver), undefined),
      );
      const codes = new Set(values.map(([, , code]) => code));
      const matchingFindings = (await Promise.all(all))
        .flat()
        .filter(({ code }) => codes.has(code));

      const reported = matchingFindings
        .filter(({ severity }) => severity === "error")
        .map(({ code }) => code);
      assert.deepEqual([matchingFindings.length, [...new Set(reported)]], [values.length, errors]);
    });
  }

  it("validation gives no error for an unchanged value on PostgreSQL", async () => {
    const content = { integer: 2_147_483_648 };

    assert.deepEqual(await validate(content, shapeOn("pg"), content), []);
  });

  for (const [name, value, code] of cases) {
    const ruling = code === undefined ? "accepts" : "rejects";
    it(`validation ${ruling} a filter on ${name}: ${JSON.stringify(value)}`, () => {
      const flaws = filterFlaws({ [name]: { $eq: value } }, fieldsOf("samples", catalog));

      const codes = flaws.map((flaw) => flaw.code);
      assert.deepEqual(codes, code === undefined ? [] : [code]);
    });
  }
});
