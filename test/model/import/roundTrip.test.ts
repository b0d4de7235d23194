import assert from "node:assert/strict";
import { isArray, isObject, textIn } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import type { ImportTarget } from "../../../src/model/import/sourceRecord.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { useSeededService } from "../magazine.ts";
import { exported, matching, recordsIn } from "../export/exports.ts";
import { must } from "../outcomes.ts";
import { importAll, targetOf } from "./files.ts";
import { fileOf, mappedSource } from "./mappedFiles.ts";

interface File {
  readonly format: Format;
  readonly target: Partial<ImportTarget>;
  /** Limits the exported documents; all when absent. */
  readonly filter?: JsonObject;
}

const bySlug = ["category", "tags", "author", "sections.author", "sections.category"];

/** The slugs of three articles, one of them the sequel of another one, in every locale. */
const chosen = [
  ...["how-to-place-a-bench", "ou-mettre-un-banc", "wohin-mit-der-bank"],
  ...["a-day-on-one-seat", "ein-tag-auf-einem-platz"],
  ...["nine-thousand-green-benches", "neuf-mille-bancs-verts"],
];

/** The slugs of their tags. */
const tags = ["cities", "design", "slow-living"];

/** The types to export and import. Types follow the targets of their relations. */
const files = new Map<string, File>([
  ["categories", { format: "json", target: { key: "slug" } }],
  ["tags", { format: "ndjson", target: { key: "slug" }, filter: { slug: { $in: tags } } }],
  ["authors", { format: "ndjson", target: { key: "slug" } }],
  [
    "articles",
    {
      format: "csv",
      target: { relations: new Map(bySlug.map((path) => [path, "slug"])) },
      filter: { slug: { $in: chosen } },
    },
  ],
]);

describe("Round trip of an export", () => {
  const service = useSeededService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });
  after(() => model.close());

  /** Exports a type in every locale. */
  async function written(name: string, format: Format): Promise<string> {
    const target = matching(model, name);
    const { type, catalog } = must(await model.catalogs.type(model.connection.id, name));
    model.lists.changeListQuery(target.collection, { filter: files.get(name)?.filter });
    const locales = type.localized ? catalog.locales.map(({ code }) => code) : undefined;
    const { text, outcome } = await exported(model, target, { format, locales });
    assert.equal(outcome, "whole");
    return text;
  }

  const recordsOf = async (name: string) => recordsIn(await written(name, "ndjson"));

  async function wipe(name: string, records: readonly JsonObject[]): Promise<void> {
    const ids = new Set(records.map((record) => textIn(record, "documentId")));
    for (const id of ids) {
      const { status } = await plainRequest(service(), "DELETE", `${name}/${id}?locale=*`);
      assert.equal(status, 204);
    }
  }

  /** Imports a text and returns the records that were not imported. */
  async function brought(name: string, text: string): Promise<unknown[]> {
    const { format, target } = files.get(name)!;
    const service = must(await model.catalogs.type(model.connection.id, name));
    const source = await mappedSource(fileOf(text, format), service);
    const importSetup = { model, source, target: targetOf(model, { type: name, ...target }) };
    return (await importAll(importSetup)).filter(([, outcome]) => outcome !== "done");
  }

  it("an import after export and delete restores every locale, with relations by slug and files", async function () {
    this.timeout(300_000);
    const before = new Map<string, readonly JsonObject[]>();
    const texts = new Map<string, string>();
    for (const [name, { format }] of files) {
      const text = await written(name, format);
      texts.set(name, text);
      before.set(name, format === "ndjson" ? recordsIn(text) : await recordsOf(name));
    }
    const leftovers: unknown[] = [];

    // Types with relations are deleted first.
    for (const [name, records] of [...before].reverse()) {
      await wipe(name, records);
      leftovers.push(...(await recordsOf(name)));
    }
    for (const [name, text] of texts) leftovers.push(...(await brought(name, text)));

    assert.deepEqual(leftovers, []);
    for (const [name, records] of before) {
      assert.ok(records.length > 0);
      assert.deepEqual(comparable(await recordsOf(name)), comparable(records));
    }
    const articles = before.get("articles")!;
    const locales = new Set(articles.map(({ $locale }) => $locale));
    assert.deepEqual(locales, new Set(["en", "fr", "de"]));
    assert.ok(pointsWithin(articles));
  });
});

/** Whether the sequel of a record is another one of the records. */
function pointsWithin(records: readonly JsonObject[]): boolean {
  const slugs = new Set(records.map(({ slug }) => slug));
  return records.some(({ sequel }) => isObject(sequel) && slugs.has(sequel["slug"]));
}

const withoutIds = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name]) => !/^(documentId|\$status)$/.test(name)),
      )
    : value;

/** Records without documentId and status, which a new document doesn't keep. */
const comparable = (records: readonly JsonObject[]): Json[] =>
  records
    .map((record) => JSON.stringify(record, withoutIds))
    .sort()
    .map((text) => JSON.parse(text) as Json);
