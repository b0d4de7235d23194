import assert from "node:assert/strict";
import {
  isSetByService,
  mappingOf,
  mappableFieldAt,
  mappableFieldsOf,
  unmappedRequired,
} from "../../../src/model/import/fieldMapping.ts";
import { columnsOf } from "../../../src/model/records/csvColumns.ts";
import { surveyFile } from "../../../src/model/records/recordFile.ts";
import { serializerOf } from "../../../src/model/records/recordFormat.ts";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { fileOf, sourced } from "./mappedFiles.ts";

const shape = { type: recipes, catalog: kitchen };

/** The field that each key is mapped to. */
const filled = (keys: readonly string[]) =>
  Object.fromEntries([...mappingOf(keys, shape, "csv")].map(([key, { name }]) => [key, name]));

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

describe("Mappable fields", () => {
  it("mappable fields are those of the type, its single components and the keys of relations' targets", () => {
    assert.deepEqual(
      mappableFieldsOf(shape).map(({ name }) => name),
      [
        ...["documentId", "$locale", "summary", "title", "slug", "servings", "weight", "price"],
        ...["vegan", "season", "cookedOn", "extra", "steps", "editorsNote"],
        ...["cook", "cook.documentId", "cook.name", "tags", "tags.documentId", "tags.word"],
        ...["tasters", "tasters.documentId", "tasters.username"],
        ...["cover", "gallery"],
        ...["seo", "seo.metaTitle", "seo.metaDescription", "seo.shareImage", "seo.canonical"],
        ...["seo.canonical.label", "seo.canonical.url", "seo.keywords", "seo.secret"],
        ...["links", "sections"],
      ],
    );
  });

  it("mappable fields exclude passwords, inverse relations and unknown fields", () => {
    const names = [
      "previewPassword",
      "menu",
      "id",
      "status",
      "cook.nobody",
      "seo.nothing",
      "title.x",
    ];

    assert.deepEqual(
      names.map((name) => mappableFieldAt(name, shape)),
      names.map(() => undefined),
    );
  });
});

describe("mappingOf", () => {
  it("mappingOf maps a key to the field of the same name, or one that differs only in case and punctuation", () => {
    const keys = ["title", "Title", "SUMMARY", "Cooked on", "seo.meta_title", "cook.name", "other"];

    assert.deepEqual(filled(keys), {
      title: "title",
      SUMMARY: "summary",
      "Cooked on": "cookedOn",
      "seo.meta_title": "seo.metaTitle",
      "cook.name": "cook.name",
    });
  });

  it("mappingOf doesn't take names without letters and digits for alike", () => {
    const attributes = new Map<string, AttributeSchema>(
      ["🍵", "🫖", "..."].map((name) => [name, { type: "string" }]),
    );
    const type = { ...recipes, attributes };

    const mapping = mappingOf(["🥄", "-", "🍵"], { type, catalog: kitchen }, "csv");

    assert.deepEqual([...mapping.keys()], ["🍵"]);
  });

  it("mappingOf maps 40,000 keys to as many fields whose names differ in case", () => {
    const numbers = Array.from({ length: 40_000 }, (_, number) => number);
    const attributes = new Map(
      numbers.map((number) => [`field${number}`, { type: "string" }] as const),
    );
    const type = { ...recipes, attributes };
    const keys = numbers.toReversed().map((number) => `FIELD ${number}`);

    const mapping = mappingOf(keys, { type, catalog: kitchen }, "csv");

    assert.deepEqual([mapping.size, mapping.get("FIELD 9999")?.name], [40_000, "field9999"]);
  });

  it("mappingOf maps only the first of several keys for the same list of relations", () => {
    const keys = ["tags.word", "tags.documentId", "tags", "cook.name", "cook.documentId"];

    assert.deepEqual(filled(keys), {
      "tags.word": "tags.word",
      "cook.name": "cook.name",
      "cook.documentId": "cook.documentId",
    });
  });

  it("unmappedRequired names the required attributes that no key fills", () => {
    const required: AttributeSchema = { type: "string", required: true };
    const attributes = new Map([
      ["name", required],
      ["season", { ...required, default: "autumn" }],
      ["region", { ...required, default: null }],
      ["title", required],
      ["summary", { ...required, required: false }],
    ]);
    const type = { ...recipes, attributes };
    const mapping = mappingOf(["title"], { type, catalog: kitchen }, "csv");

    assert.deepEqual(unmappedRequired(mapping, type), ["name", "region"]);
  });

  it("mappingOf maps no key to a field that the service sets", () => {
    const names = ["id", "createdAt", "updatedAt", "publishedAt", "localizations", "status", "$"];
    const keys = [...names, "$id", "$status", "$createdAt", "$updatedAt", "$title"];

    assert.deepEqual([filled(keys), keys.map(isSetByService)], [{}, keys.map(() => true)]);
  });
});

describe("surveyFile", () => {
  it("surveyFile returns every key with the number of its values, and the first syntax error", async () => {
    const text = `${lines({ title: "Tea", vegan: null })}{\n${lines({ title: "Pie", extra: 1 })}5\n`;
    const heard: number[] = [];

    const survey = await surveyFile(fileOf(text), { onRead: (count) => heard.push(count) });

    assert.deepEqual(survey, {
      count: 2,
      keys: new Map([
        ["title", 2],
        ["vegan", 0],
        ["extra", 1],
      ]),
      flaw: { line: 2, failure: { code: "invalid-json", line: 2, column: 2 } },
    });
    assert.deepEqual(heard, [1, 2]);
  });

  it("surveyFile counts no blank texts as values, and no records without a value", async () => {
    const survey = await surveyFile(fileOf('title,seo\nTea," "\n"",\n ,\nPie,{}\n', "csv"), {});

    assert.deepEqual([survey.count, [...survey.keys.values()]], [2, [2, 1]]);
  });
});

describe("Mapped records", () => {
  it("mapped records contain documentId, locale and the mapped fields", async () => {
    const record = {
      documentId: "tea1",
      $locale: "fr",
      $status: "draft",
      id: 7,
      title: "Thé",
      x: 1,
    };

    const all = await sourced(
      fileOf(lines(record, { title: null, documentId: null, servings: 2 })),
      shape,
    );

    assert.deepEqual(all, [
      { line: 1, record: { line: 1, documentId: "tea1", locale: "fr", content: { title: "Thé" } } },
      { line: 2, record: { line: 2, content: { title: null, servings: 2 } } },
    ]);
  });

  it("mapped records have values in their mapped fields, and components without ids", async () => {
    const slot = (name: string) => mappableFieldAt(name, shape) ?? assert.fail(name);
    const mapping = new Map([
      ["Name", slot("title")],
      ["For", slot("servings")],
      ["By", slot("cook.name")],
      ["Meta", slot("seo.metaTitle")],
      ["Where", slot("seo.canonical.url")],
      ["Words", slot("tags.word")],
      ["links", slot("links")],
    ]);
    const full = { Name: "Tea", By: "Ann", Meta: "T", Where: null, Words: ["hot", { word: "x" }] };
    const empty = { For: 2, Name: null, By: null, Meta: null, Where: null, Words: null };

    const all = await sourced(
      fileOf(lines({ ...full, links: [{ id: 4, label: "More" }] }, empty)),
      shape,
      mapping,
    );

    assert.deepEqual(
      all.map((sourceItem) => ("record" in sourceItem ? sourceItem.record.content : sourceItem)),
      [
        {
          title: "Tea",
          cook: { name: "Ann" },
          seo: { metaTitle: "T", canonical: { url: null } },
          tags: [{ word: "hot" }, { word: "x" }],
          links: [{ label: "More" }],
        },
        {
          ...{ title: null, servings: 2, cook: null, tags: null },
          seo: { metaTitle: null, canonical: { url: null } },
        },
      ],
    );
  });

  it("mapped records are empty if they have neither a documentId nor a value for a mapped field", async () => {
    const empty = [
      { x: 1 },
      {},
      { locale: "fr", status: "draft", createdAt: "2026-01-01" },
      { title: null, summary: " \t\u00a0", links: [], extra: [{ a: "" }] },
      { seo: { metaTitle: "", canonical: { url: null } }, cook: { name: null } },
    ];
    const valued = [{ servings: 0 }, { vegan: false }, { seo: {} }, { links: [{}] }];
    const identified = [{ documentId: "a", title: null }, { documentId: "b" }];
    const records: readonly object[] = [...empty, ...valued, ...identified];

    const read = await Promise.all([
      sourced(fileOf(lines(...records)), shape),
      sourced(fileOf(JSON.stringify(records), "json"), shape),
    ]);

    for (const all of read) {
      const emptyLines = all.flatMap((item) => ("isEmpty" in item ? item.line : []));
      assert.deepEqual([emptyLines, all.length], [[1, 2, 3, 4, 5], records.length]);
    }
  });

  it("mapped rows of a CSV file are empty if none of their mapped cells has a value", async () => {
    const text = [
      "documentId,locale,title,servings,seo,note",
      ...[",,,,,", ",,,", '"","", ,,"",', ",fr,,,,kept"],
      ...[",,,0,,", ",,,,{},", "a,,,,,"],
    ].join("\r\n");

    const all = await sourced(fileOf(text, "csv"), shape);

    assert.deepEqual(
      all.map((item) => [item.line, "isEmpty" in item]),
      [2, 3, 4, 5, 6, 7, 8].map((line) => [line, line < 6]),
    );
  });

  it("mapped rows of a CSV file have a component if its cell is {}, even when its columns are deleted", async () => {
    const allColumns = columnsOf({ ...shape, names: ["seo"] });
    const names = new Set(["documentId", "seo", "seo.metaTitle"]);
    const remainingColumns = allColumns.filter(({ name }) => names.has(name));
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

  it("mapped records are rejected with all cells that can't be converted", async () => {
    const text = [
      "documentId,extra,seo,links,servings,price,vegan,weight",
      'a,"{""a"":1,""a"":2}",{,"[{""x"":90071992547409931}]",12345678901234567890,1,yes,12345678901234567890',
      "b,,,,three,1e2,TRUE,",
      'c,"""x""",{},[],"","1.50","",5',
    ].join("\n");

    const all = await sourced(fileOf(text, "csv"), shape);

    const error = (code: string, path: string) => ({ code, path: [path], severity: "error" });
    assert.deepEqual(all, [
      {
        line: 2,
        failure: {
          code: "not-valid",
          findings: [
            error("doubled-key", "extra"),
            error("not-json", "seo"),
            error("rounded-number", "links"),
            error("rounded-number", "servings"),
          ],
        },
      },
      record(3, "b", {
        ...{ extra: null, seo: null, links: null, servings: "three", price: 100 },
        ...{ vegan: true, weight: null },
      }),
      record(4, "c", {
        ...{ extra: "x", seo: {}, links: [], servings: null, price: 1.5 },
        ...{ vegan: null, weight: "5" },
      }),
    ]);
  });
});

const record = (line: number, documentId: string, content: object) => ({
  line,
  record: { line, documentId, content },
});
