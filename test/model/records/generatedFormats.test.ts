import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { isObject, ownIn, type Json, type JsonObject } from "../../../src/model/foundation/json.ts";
import { columnsOf, type Column } from "../../../src/model/records/csvColumns.ts";
import { recordOf, recordedAttributes, recordedFields } from "../../../src/model/records/record.ts";
import { formats, serializerOf } from "../../../src/model/records/recordFormat.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { isList, targetKeysOf } from "../../../src/model/schemas/catalog.ts";
import type { Attributes, TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { caseCount } from "../../support/longRun.ts";
import { fileOf, sourced } from "../import/mappedFiles.ts";
import { anySample, isUtf8, oddText, type Sample } from "./anySchema.ts";
import { readAll } from "./readings.ts";

/** The seed is fixed, so each run generates the same files. CMS_SEED changes it. */
const seed = Number(process.env["CMS_SEED"] ?? 20_261_129);
const count = caseCount(60);

const check = (property: (sample: Sample) => Promise<void> | void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(anySample, async (sample) => property(sample)),
    { seed, numRuns: count },
  );

const exportedShape = ({ type, catalog }: TypeInCatalog) => ({
  ...{ type, catalog },
  names: [...recordedAttributes(type).keys()],
});

const recordsOf = ({ shape, rows }: Sample): readonly JsonObject[] =>
  rows.map((row) => recordOf(row, exportedShape(shape), "modified"));

const columnsFor = ({ shape }: Sample): readonly Column[] => columnsOf(exportedShape(shape));

/** The bytes of an exported file, in UTF-8. */
function written(format: Format, sample: Sample): Buffer {
  const { begin, record, end } = serializerOf(format, columnsFor(sample));
  return Buffer.from(begin + recordsOf(sample).map(record).join("") + end);
}

/** The value that every JSON text can hold: -0 becomes 0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const inUtf8 = (text: string): string => Buffer.from(text).toString();

describe("Files of any schema and values", function () {
  this.timeout(20_000 + count * 200);

  it("a file of any records is imported in each format with the same values", () =>
    check(async (sample) => {
      const { shape, rows } = sample;
      const { attributes, localized } = shape.type;
      for (const format of formats) {
        const bytes = written(format, sample);
        const items = await sourced(fileOf(bytes.toString(), format), shape);

        const expected = rows.map((row) => {
          const content = recordedIn(row, attributes);
          return {
            documentId: row["documentId"],
            ...(localized && { locale: row["locale"] }),
            content: format === "csv" ? inCells(content, attributes, shape) : plain(content),
          };
        });
        const read = items.map((item) => {
          const { line: _, ...record } = "record" in item ? item.record : assert.fail(text(item));
          return record;
        });
        assert.deepEqual(read, expected, format);
        assert.deepEqual(await readAll(format, bytes, 3), await readAll(format, bytes));
      }
    }));

  it("a CSV file of any records has the same values for csv-parse with its defaults", () =>
    check((sample) => {
      const columns = columnsFor(sample);

      const [header = [], ...lines] = parse(written("csv", sample));

      assert.equal(new Set(header).size, columns.length);
      assert.deepEqual(
        header.map(unguarded),
        columns.map(({ name }) => name),
      );
      assert.equal(lines.length, sample.rows.length);
      for (const [at, record] of recordsOf(sample).entries()) {
        for (const [index, column] of columns.entries()) {
          assertCell(lines[at]?.[index] ?? assert.fail("no cell"), valueAt(record, column), column);
        }
      }
    }));

  it("an NDJSON or JSON file of any records has one whole record on each line", () =>
    check((sample) => {
      const records = plain(recordsOf(sample));
      const ndjson = written("ndjson", sample).toString();
      const json = written("json", sample).toString();

      const lines = ndjson.split("\n");
      const [first, ...others] = json.split("\n");

      assert.equal(lines.pop(), "");
      assert.deepEqual(lines.map(parsed), records);
      assert.deepEqual([first, others.pop(), others.pop()], ["[", "", "]"]);
      assert.deepEqual(
        others.map((line) => parsed(line.replace(/,$/, ""))),
        records,
      );
      assert.deepEqual(parsed(json), records);
      for (const [at, record] of records.entries()) {
        const { documentId, locale } = sample.rows[at] ?? {};
        assert.deepEqual([record["documentId"], record["$status"]], [documentId, "modified"]);
        if (sample.shape.type.localized) assert.equal(record["$locale"], locale);
      }
    }));
});

describe("CSV files of other programs", function () {
  this.timeout(20_000 + count * 200);

  it("a table of any texts is read as it is, with any delimiter that its first line names", async () => {
    const rowsOf = (width: number) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 4 });
    const anyTable = fc.record({
      names: fc.uniqueArray(cell.filter(isColumnName), { minLength: 1, maxLength: 4 }),
      delimiter: fc.constantFrom(",", ";", "\t", "|", ":", "🫖"),
      end: fc.constantFrom("\n", "\r\n", "\r"),
    });
    const anyFile = anyTable.chain((table) =>
      rowsOf(table.names.length).map((rows) => ({ ...table, rows })),
    );

    await fc.assert(
      fc.asyncProperty(anyFile, async ({ names, delimiter, end, rows }) => {
        const lineOf = (cells: readonly string[]) =>
          cells.map((text) => quoted(text, delimiter)).join(delimiter) + end;
        const file = `sep=${delimiter}${end}${[names, ...rows].map(lineOf).join("")}`;

        const read = await readAll("csv", file, 5);

        const expected = rows.map((cells) =>
          cells.every((text) => text.trim() === "")
            ? {}
            : Object.fromEntries(names.map((name, at) => [name, cells[at]])),
        );
        assert.deepEqual(
          read.map((raw) => "value" in raw && raw.value),
          expected,
        );
      }),
      { seed, numRuns: count },
    );
  });
});

const cell = oddText.filter(isUtf8);

/** Not a name with a `'` that the import removes, and not one that stands for the own key. */
const isColumnName = (name: string): boolean =>
  name.trim() !== "" && unguarded(name) === name && name !== "documentId";

/** A quoted empty text, because an empty cell is null. */
const quoted = (text: string, delimiter: string): string =>
  text === "" || text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;

const parsed = (json: string): unknown => JSON.parse(json);
const text = (value: unknown): string => JSON.stringify(value);

/** The values that a file has: those that can be read and belong to the document. */
const recordedIn = (row: JsonObject, attributes: Attributes): JsonObject =>
  Object.fromEntries(
    [...attributes].flatMap(([name]) => {
      const value = ownIn(row, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * What CSV can tell: an absent value is null like an empty cell, and a text can hold only what UTF-8
 * can. Cells of JSON hold everything.
 */
function inCells(
  content: JsonObject,
  attributes: Attributes,
  shape: TypeInCatalog,
  inside: readonly string[] = [],
): JsonObject {
  const { catalog } = shape;
  const entries = [...attributes].flatMap(([name, attribute]): [string, Json][] => {
    const { type, component = "", target = "" } = attribute;
    if (isUnstored(attribute)) return [];
    const value = ownIn(content, name) ?? null;
    if (value === null || isList(attribute)) return [[name, plain(value)]];
    if (type === "relation" && isObject(value)) {
      const fields = catalog.targets.get(target)?.attributes ?? new Map();
      const keys = [...targetKeysOf(attribute), ...recordedFields.relation(attribute, catalog)];
      return [
        [
          name,
          inCells(
            value,
            new Map(keys.map((key) => [key, fields.get(key) ?? { type: "string" }])),
            shape,
          ),
        ],
      ];
    }
    const inner = catalog.components.get(component);
    if (type === "component" && isObject(value) && inner && !inside.includes(component))
      return [[name, inCells(value, inner, shape, [...inside, component])]];
    const isText = typeof value === "string" && type !== "json";
    return [[name, isText ? inUtf8(value) : plain(value)]];
  });
  return Object.fromEntries(entries);
}

const isUnstored = ({ type, private: isPrivate, mappedBy }: AttributeSchema): boolean =>
  type === "password" || isPrivate === true || mappedBy !== undefined;

const valueAt = (record: JsonObject, { path }: Column): Json =>
  path.reduce<Json>(
    (outer, name) => (isObject(outer) ? (ownIn(outer, name) ?? null) : null),
    record,
  );

/** Checks a cell by the rules in docs/import-export.md. */
function assertCell(cell: string, value: Json, { form }: Column): void {
  if (form === "component") assert.equal(cell, value === null ? "" : "{}");
  else if (value === null) assert.equal(cell, "");
  else if (form === "text")
    assert.equal(unguarded(cell), typeof value === "string" ? inUtf8(value) : value);
  else if (form === "json" || typeof value !== "string")
    assert.deepEqual(parsed(cell), plain(value));
  // The text of an attribute of unknown type is JSON only if it could be read as JSON.
  else if (unguarded(cell) !== inUtf8(value)) assert.equal(parsed(cell), value);
}

const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@'\t\r])/, "");
