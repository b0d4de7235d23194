import assert from "node:assert/strict";
import fc from "fast-check";
import { columnsOf } from "../../../src/model/records/csvColumns.ts";
import { formats, serializerOf } from "../../../src/model/records/recordFormat.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { recordedAttributes } from "../../../src/model/records/record.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { withoutNulls } from "../records/fromCsv.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { fileOf, sourced } from "./mappedFiles.ts";

const shape = { type: recipes, catalog: kitchen };
const columns = columnsOf({ ...shape, names: [...recordedAttributes(recipes).keys()] });

function written(format: Format, records: readonly JsonObject[]): string {
  const { begin, record, end } = serializerOf(format, columns);
  return begin + records.map(record).join("") + end;
}

/** The records in a text, without their status. */
async function readBack(format: Format, text: string): Promise<readonly JsonObject[]> {
  const all = await sourced(fileOf(text, format), shape);
  return all.map((result) => {
    if (!("record" in result)) return assert.fail(JSON.stringify(result));
    const { documentId = "", locale: $locale = "", content } = result.record;
    const whole = { documentId, $locale, ...content };
    // In CSV, a missing value has a cell, so the importer reads it as null.
    return format === "csv" ? withoutNulls(whole, columns) : whole;
  });
}

describe("Records of an export", () => {
  it("records of an export are imported with the same values from every format", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord.map(plain), { maxLength: 3 }), async (records) => {
        for (const format of formats) {
          const read = await readBack(format, written(format, records));

          const without = (record: JsonObject) => withoutNulls(record, columns);
          assert.deepEqual(read, format === "csv" ? records.map(without) : records);
        }
      }),
      { seed: 20_260_301, numRuns: 50 },
    );
  });

  it("records of an export show in CSV whether a component exists, even when its columns are deleted", async () => {
    const names = new Set(["documentId", "seo", "seo.metaTitle"]);
    const remainingColumns = columns.filter(({ name }) => names.has(name));
    const { begin, record, end } = serializerOf("csv", remainingColumns);
    const seo = { metaTitle: null, metaDescription: "Kept" };
    const rows = [
      { documentId: "a", seo },
      { documentId: "b", seo: null },
    ].map(record);

    const read = await sourced(fileOf(begin + rows.join("") + end, "csv"), shape);

    assert.deepEqual(
      read.map((result) => "record" in result && result.record.content),
      [{ seo: { metaTitle: null } }, { seo: null }],
    );
  });
});

const sign = fc.constantFrom(...Array.from("=+-@'\t\r\n\",; a{}[]\\\u{1F375}"));
const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.array(sign).map((signs) => signs.join("")),
  )
  .filter((any) => Buffer.from(any).toString() === any);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const link = fc.record({ label: maybe(text), url: maybe(text) });
const cook = fc.record({ documentId: fc.constant("ann1"), name: maybe(text) });

const anyRecord = fc.record({
  documentId: fc.constant("tea1"),
  $locale: fc.constantFrom("en", "fr"),
  title: maybe(text),
  weight: maybe(fc.bigInt().map(String)),
  price: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
  servings: maybe(fc.integer()),
  vegan: maybe(fc.boolean()),
  extra: maybe(fc.jsonValue()),
  cook: maybe(cook),
  tags: fc.array(fc.record({ documentId: fc.constant("t1"), word: maybe(text) })),
  cover: maybe(fc.record({ id: fc.nat(), name: text, url: text })),
  seo: maybe(
    fc.record({ metaTitle: maybe(text), canonical: maybe(link), keywords: maybe(fc.array(link)) }),
  ),
  links: fc.array(link),
  sections: fc.array(
    fc.record({
      __component: fc.constant("sections.quote"),
      text: maybe(text),
      author: maybe(cook),
    }),
  ),
}) as fc.Arbitrary<JsonObject>;

/** The value after a JSON round trip, which turns -0 into 0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
