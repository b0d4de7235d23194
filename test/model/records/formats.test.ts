import assert from "node:assert/strict";
import { columnsOf } from "../../../src/model/records/csvColumns.ts";
import { serializerOf } from "../../../src/model/records/recordFormat.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { recordedAttributes } from "../../../src/model/records/record.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { cellsOf, fromCsv } from "./fromCsv.ts";
import { readAll } from "./readings.ts";

const columnsFor = (names: readonly string[]) =>
  columnsOf({ type: recipes, catalog: kitchen, names });
const columns = columnsFor([...recordedAttributes(recipes).keys()]);

function written(format: Format, records: readonly JsonObject[]): string {
  const { begin, record, end } = serializerOf(format, columns);
  return begin + records.map(record).join("") + end;
}

const records = [
  { documentId: "tea1", $locale: "en", title: "Tea\nand “milk”", servings: 2, links: [] },
  { documentId: "tea2", $locale: "en", title: null, vegan: false, seo: null },
];

describe("Record serializers", () => {
  it("serializers write one record a line in NDJSON, and an empty file for no records", () => {
    const text = written("ndjson", records);

    assert.deepEqual(
      text.split("\n").map((line) => (line ? (JSON.parse(line) as unknown) : line)),
      [...records, ""],
    );
    assert.equal(written("ndjson", []), "");
  });

  it("serializers write an array with one record a line in JSON, also for no records", () => {
    const texts = [records, records.slice(0, 1), []].map((some) => written("json", some));

    assert.deepEqual(
      texts.map((text) => JSON.parse(text) as unknown),
      [records, records.slice(0, 1), []],
    );
    assert.deepEqual(
      texts.map((text) => text.split("\n").length),
      [5, 4, 3],
    );
  });

  it("serializers escape what editors change in JSON, and each format is read back unchanged", () => {
    const text = "a\u2028b\u2029\u0085\uFEFF\u202E\u2066\u200F\u061C";
    const record = { documentId: "tea1", title: text, extra: { [text]: text } };

    const texts = (["ndjson", "json", "csv"] as const).map((format) => written(format, [record]));

    const [ndjson = "", json = "", csv = ""] = texts;
    assert.deepEqual([JSON.parse(ndjson), JSON.parse(json)], [record, [record]]);
    assert.doesNotMatch(ndjson + json, /[^\n\x20-\x7E]/);
    const [row] = fromCsv(csv, columns);
    assert.deepEqual([row?.["title"], row?.["extra"]], [text, record.extra]);
    assert.match(csv, /\\u2028.*\\ufeff/);
  });
});

describe("CSV serializer", () => {
  it("CSV has a column for each field, and for each part of a component and of a relation's target", () => {
    const header = cellsOf(written("csv", []))[0]?.map(({ text }) => text);

    assert.deepEqual(header, [
      ...["documentId", "$locale", "$status", "summary", "title", "slug", "servings", "weight"],
      ...["price", "vegan", "season", "cookedOn", "extra", "steps"],
      ...["cook.documentId", "cook.name", "tags", "tasters", "cover", "gallery"],
      ...["seo", "seo.metaTitle", "seo.metaDescription", "seo.shareImage"],
      ...["seo.canonical", "seo.canonical.label", "seo.canonical.url", "seo.keywords"],
      ...["links", "sections"],
    ]);
  });

  it("CSV distinguishes null from an empty text, and an empty component from none", () => {
    const chosen = columnsFor(["title", "seo"]);
    const { record } = serializerOf("csv", chosen);
    const seo = { metaTitle: null, canonical: null, keywords: null };

    const lines = [
      { documentId: "a", title: null, seo: null },
      { documentId: "b", title: "", seo },
      { documentId: "c", title: "T", seo: { ...seo, metaTitle: "M" } },
    ].map((content, index) => record(content, index));

    assert.deepEqual(lines, ["a,,,,,,,,,,,\r\n", 'b,,,"",{},,,,,,,\r\n', "c,,,T,{},M,,,,,,\r\n"]);
  });

  it("CSV escapes texts that a spreadsheet would run as a formula", () => {
    const texts = ["=1+1", "+1", "-1+1", "@SUM(A1)", "\tx", "\rx", "'quoted", "-12", "plain"];

    const cells = cellsOf(
      written(
        "csv",
        texts.map((title) => ({ title })),
      ),
    ).slice(1);

    assert.deepEqual(
      cells.map((line) => line[4]?.text),
      ["'=1+1", "'+1", "'-1+1", "'@SUM(A1)", "'\tx", "'\rx", "''quoted", "-12", "plain"],
    );
  });

  it("CSV guards and quotes names like texts, so that programs don't evaluate or split them", async () => {
    const attributes = new Map(["=1+1", "a;b;c", "d\te"].map((name) => [name, { type: "string" }]));
    const type = { ...recipes, attributes, localized: false, draftAndPublish: false };
    const { begin, record } = serializerOf(
      "csv",
      columnsOf({ type, catalog: kitchen, names: [...attributes.keys()] }),
    );
    const content = { documentId: "1", "=1+1": "2;3", "a;b;c": "4\t5", "d\te": "x;y;z" };

    const file = begin + record(content, 0);

    assert.equal(file, `documentId,'=1+1,"a;b;c","d\te"\r\n1,"2;3","4\t5","x;y;z"\r\n`);
    assert.deepEqual(await readAll("csv", file), [{ line: 2, value: content }]);
  });

  it("CSV has texts of an attribute of unknown type as they are, unless they are JSON", () => {
    const texts = ["7705c0de-1d5f", "Tea, “milk”", "#ff8800", "=1+1", "7705", "true", '"a"', ""];

    assert.deepEqual(
      cellsOfUnknown(texts).map(({ text }) => text),
      ["7705c0de-1d5f", "Tea, “milk”", "#ff8800", "'=1+1", '"7705"', '"true"', '"\\"a\\""', '""'],
    );
  });
});

/** The cells of an attribute whose type no schema tells. */
function cellsOfUnknown(values: readonly Json[]) {
  const type = { ...recipes, attributes: new Map([["code", { type: "unknown" }]]) };
  const { begin, record } = serializerOf(
    "csv",
    columnsOf({ type, catalog: kitchen, names: ["code"] }),
  );
  const text = begin + values.map((code, index) => record({ code }, index)).join("");
  return cellsOf(text)
    .slice(1)
    .flatMap((cells) => cells.at(-1) ?? []);
}
