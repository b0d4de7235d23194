import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "csv-parse/sync";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { columnsOf } from "../../../src/model/records/csvColumns.ts";
import { ownKeys } from "../../../src/model/records/ownKeys.ts";
import { recordOf, recordedAttributes } from "../../../src/model/records/record.ts";
import { formats, serializerOf } from "../../../src/model/records/recordFormat.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { isObject, type JsonObject } from "../../../src/model/foundation/json.ts";
import { readAll } from "./readings.ts";
import { fileOf, sourced } from "../import/mappedFiles.ts";

type Attributes = ReadonlyMap<string, AttributeSchema>;

/** Names that a project may give, and that something else than an attribute could have. */
const oddNames = [
  ...["status", "locale", "id", "title", "createdAt", "documentId", "$", "$schema", "$ref"],
  ...Object.values(ownKeys).flatMap((key) => [key, `$${key}`, `$$${key}`]),
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "unit price", "unit.price"],
  ...["seo.title", "seo", "price[0]", "back\\slash", "a\\.b", "🍵 tea", "naïve", "#2", "=1+1"],
  ...["a,b", 'the "best"', " padded ", "two\nlines", "'quoted", "true", "1"],
];

const component = {
  uid: "shared.odd",
  schema: {
    displayName: "Odd",
    attributes: Object.fromEntries(oddNames.map((name) => [name, { type: "string" }])),
  },
};

/** A type with these attributes, and the catalog that describes it. */
function typeWith(attributes: Attributes, localized: boolean): TypeInCatalog {
  const schema = {
    ...{ displayName: "Odd", singularName: "odd", pluralName: "odds" },
    kind: "collectionType",
    ...{ draftAndPublish: true, pluginOptions: { i18n: { localized } } },
    attributes: Object.fromEntries(attributes),
  } as const;
  const contentTypes = [{ uid: "api::odd.odd", apiID: "odd", schema }];
  const catalog = createCatalog({ contentTypes, components: [component], locales: [] });
  return { type: catalog.types.get("odds") ?? assert.fail("no type"), catalog };
}

const text = fc
  .oneof(fc.string({ unit: "binary" }), fc.constantFrom(...oddNames))
  .filter((any) => Buffer.from(any).toString() === any);

const valuesOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  integer: fc.integer(),
  boolean: fc.boolean(),
  json: fc.jsonValue().filter((value) => value !== null),
  unknown: fc.oneof(text, fc.boolean(), fc.integer()),
  // The id of a component is that of its row, and never imported.
  component: fc.dictionary(fc.constantFrom(...oddNames.filter((name) => name !== "id")), text),
};

interface Odd {
  readonly shape: TypeInCatalog;
  readonly row: JsonObject;
  readonly content: JsonObject;
}

/** A document of a type whose attributes have odd names. */
const anyOdd: fc.Arbitrary<Odd> = fc
  .tuple(
    fc.uniqueArray(fc.oneof(fc.constantFrom(...oddNames), text), { minLength: 1, maxLength: 9 }),
    fc.boolean(),
    fc.infiniteStream(fc.constantFrom(...Object.keys(valuesOf))),
  )
  .chain(([names, localized, types]) => {
    const attributes = new Map(
      names
        // These are facts of the document itself in every row that a service returns.
        .filter((name) => name !== "" && name !== "documentId" && !(localized && name === "locale"))
        .map((name): [string, AttributeSchema] => {
          const type = types.next().value as string;
          return [name, { type, ...(type === "component" && { component: component.uid }) }];
        }),
    );
    const values = [...attributes].map(([name, { type }]) =>
      fc.tuple(fc.constant(name), valuesOf[type] ?? text),
    );
    return fc.tuple(...values).map((entries) => {
      const content = plain(Object.fromEntries(entries)) as JsonObject;
      const row = { ...content, documentId: "odd1", ...(localized && { locale: "fr" }) };
      return { shape: typeWith(attributes, localized), row, content };
    });
  });

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const shapeOf = ({ shape }: Odd) => ({
  ...shape,
  names: [...recordedAttributes(shape.type).keys()],
});

function written(format: Format, odd: Odd): string {
  const { begin, record, end } = serializerOf(format, columnsOf(shapeOf(odd)));
  return begin + record(recordOf(odd.row, shapeOf(odd), "modified"), 0) + end;
}

const check = (property: (odd: Odd) => Promise<void> | void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(anyOdd, async (odd) => property(odd)),
    {
      seed: 20_261_129,
      numRuns: 300,
    },
  );

describe("Own keys and attributes of any name", () => {
  it("a record with attributes of any name is imported with the same values from every format", () =>
    check(async (odd) => {
      for (const format of formats) {
        const [item] = await sourced(fileOf(written(format, odd), format), odd.shape);

        const { record } = item && "record" in item ? item : assert.fail(JSON.stringify(item));
        const { localized } = odd.shape.type;
        assert.equal(record.documentId, "odd1");
        assert.equal(record.locale, localized ? "fr" : undefined);
        const entries = Object.entries(record.content).map(([name, value]) => [
          name,
          // In CSV, each attribute of a component has a cell.
          isObject(value) && odd.shape.type.attributes.get(name)?.type === "component"
            ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
            : value,
        ]);
        assert.deepEqual(Object.fromEntries(entries), odd.content, format);
      }
    }));

  it("a file has one key or column for each attribute, and its own keys besides", () =>
    check((odd) => {
      const { localized } = odd.shape.type;
      const own = ["documentId", ...(localized ? ["$locale"] : []), "$status"];

      const [header = [], cells = []] = parse(written("csv", odd));
      const [line = ""] = written("ndjson", odd).split("\n");
      const record = JSON.parse(line) as JsonObject;

      assert.equal(new Set(header).size, header.length);
      assert.deepEqual(header.slice(0, own.length), own);
      assert.equal(cells[header.indexOf("$status")], "modified");
      assert.equal(record["$status"], "modified");
      assert.equal(Object.keys(record).length, own.length + odd.shape.type.attributes.size);
    }));
});

describe("Files of version 0.1.0", () => {
  it("a file of 0.1.0 gives a record its locale, and ignores its status", async () => {
    const shape = typeWith(new Map([["title", { type: "string" }]]), true);
    const files = {
      csv: "documentId,locale,status,title\r\nodd1,fr,draft,Thé\r\n",
      ndjson: '{"documentId":"odd1","locale":"fr","status":"draft","title":"Thé"}\n',
      json: '[{"documentId":"odd1","locale":"fr","status":"draft","title":"Thé"}]',
    };

    for (const format of formats) {
      assert.deepEqual(await sourced(fileOf(files[format], format), shape), [
        {
          line: format === "csv" ? 2 : 1,
          record: {
            line: format === "csv" ? 2 : 1,
            ...{ documentId: "odd1", locale: "fr", content: { title: "Thé" } },
          },
        },
      ]);
    }
  });

  it("a file of 0.1.0 fills an attribute named status, also if a header has the name twice", async () => {
    const shape = typeWith(new Map([["status", { type: "string" }]]), false);
    const files = {
      csv: "documentId,status,status\r\nodd1,draft,sold out\r\n",
      ndjson: '{"documentId":"odd1","status":"sold out"}\n',
      json: '[{"documentId":"odd1","status":"sold out"}]',
    };

    for (const format of formats) {
      const [item] = await sourced(fileOf(files[format], format), shape);
      assert.deepEqual(item && "record" in item && item.record.content, { status: "sold out" });
    }
  });

  it("a header that doesn't begin like one of 0.1.0 must not have a name twice", async () => {
    for (const header of ["status,status,title", "title,documentId,status,status"]) {
      const read = await readAll("csv", `${header}\n1,2,3\n`);
      assert.deepEqual(read, [{ line: 1, failure: { code: "doubled-column", name: "status" } }]);
    }
  });
});
