import assert from "node:assert/strict";
import { filterFlaws } from "../../../src/model/filters/check.ts";
import { fieldsOf } from "../../../src/model/filters/fields.ts";
import type { Json } from "../../../src/model/json.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { validate } from "../../../src/model/validation/validate.ts";

const kinds = [
  ...["integer", "biginteger", "decimal", "date", "datetime"],
  ...["string", "text", "richtext", "json"],
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
const inJson: typeof cases = [
  ["json", "a text", "bare-json"],
  ["json", { a: "text" }, undefined],
];

describe("A value that SQLite stores and other databases refuse", () => {
  for (const [name, value, code] of [...cases, ...inJson]) {
    const ruling = code === undefined ? "no warning" : `the warning ${code}`;
    it(`has ${ruling} as ${name}: ${JSON.stringify(value)}`, async () => {
      const findings = await validate({ [name]: value }, { type, catalog }, undefined);

      const told = findings.map((one) => [one.code, one.severity]);
      assert.deepEqual(told, code === undefined ? [] : [[code, "warning"]]);
    });
  }

  it("has no warning where the service has stored it", async () => {
    const content = { integer: 2_147_483_648 };

    assert.deepEqual(await validate(content, { type, catalog }, content), []);
  });

  for (const [name, value, code] of cases) {
    const ruling = code === undefined ? "sent" : "not sent";
    it(`is ${ruling} in a filter on ${name}: ${JSON.stringify(value)}`, () => {
      const flaws = filterFlaws({ [name]: { $eq: value } }, fieldsOf("samples", catalog));

      const codes = flaws.map((flaw) => flaw.code);
      assert.deepEqual(codes, code === undefined ? [] : [code]);
    });
  }
});
