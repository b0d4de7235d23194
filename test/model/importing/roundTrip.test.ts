import assert from "node:assert/strict";
import { isArray, textIn } from "../../../src/model/json.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { columnsOf } from "../../../src/model/formats/columns.ts";
import { writerOf } from "../../../src/model/formats/format.ts";
import type { Format } from "../../../src/model/formats/format.ts";
import { recordedAttributes, recordedFields, recordOf } from "../../../src/model/formats/record.ts";
import { sourceOf } from "../../../src/model/importing/mappedRecords.ts";
import { mappingOf } from "../../../src/model/importing/mapping.ts";
import type { Target } from "../../../src/model/importing/plan.ts";
import { surveyOf } from "../../../src/model/importing/recordFile.ts";
import { populateOf } from "../../../src/model/populate.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { Desk } from "../desk.ts";
import { must } from "../outcomes.ts";
import { importAll, targetOf } from "./files.ts";
import { fileOf } from "./mappedFiles.ts";

const bySlug = ["category", "tags", "author", "sections.author", "sections.category"];

/** In the order in which they point to each other, each in another format. */
const files = new Map<string, Partial<Target> & { readonly format: Format }>([
  ["categories", { format: "json", key: "slug" }],
  ["tags", { format: "ndjson", key: "slug" }],
  ["authors", { format: "ndjson", key: "slug" }],
  ["articles", { format: "csv", relations: new Map(bySlug.map((path) => [path, "slug"])) }],
]);

describe("Export, wipe, import", () => {
  let service: Service;
  let desk: Desk;

  before(async function () {
    this.timeout(180_000);
    service = await startService();
    desk = new Desk({ url: service.url, token: service.tokens.full });
  });
  after(async () => {
    desk.close();
    await service.stop();
  });

  /** All records of a type, as an export writes them. */
  async function recordsOf(name: string): Promise<JsonObject[]> {
    const { cms, type, catalog } = must(await desk.catalogs.type(desk.connection.id, name));
    const attributes = recordedAttributes(type);
    const [error, rows] = await cms.collection<JsonObject>(name).findMany({
      all: true,
      params: {
        status: "draft",
        ...(type.localized && { locale: "*" }),
        populate: populateOf(attributes, catalog, recordedFields),
      },
    });
    assert.equal(error, null);
    const shape = { type, catalog, names: [...attributes.keys()] };
    return rows.map((row) => JSON.parse(JSON.stringify(recordOf(row, shape))) as JsonObject);
  }

  /** A file of records, as an export has written it and an import reads it. */
  async function fileWith(records: readonly JsonObject[], name: string, format: Format) {
    const service = must(await desk.catalogs.type(desk.connection.id, name));
    const names = [...recordedAttributes(service.type).keys()];
    const { begin, record, end } = writerOf(format, columnsOf({ ...service, names }));
    const file = fileOf(begin + records.map(record).join("") + end, format);
    const { keys } = await surveyOf(file, {});
    return sourceOf(file, mappingOf([...keys.keys()], service), service);
  }

  async function wipe(name: string): Promise<void> {
    const { cms, type } = must(await desk.catalogs.type(desk.connection.id, name));
    const documents = cms.collection<JsonObject>(name);
    const inAll = type.localized ? { locale: "*" } : {};
    const params = { status: "draft", fields: ["documentId"], ...inAll } as const;
    const [, rows] = await documents.findMany({ all: true, params });
    for (const documentId of new Set(rows?.map((row) => textIn(row, "documentId")))) {
      await documents.delete({ documentId, params: inAll });
    }
  }

  it("gives the same content in every locale: relations by slug, those among the articles themselves, files", async function () {
    this.timeout(600_000);
    const before = new Map<string, readonly JsonObject[]>();
    for (const name of files.keys()) before.set(name, await recordsOf(name));
    for (const name of files.keys()) await wipe(name);

    const left: unknown[] = [];
    for (const [name, { format, ...target }] of files) {
      const source = await fileWith(before.get(name) ?? [], name, format);
      const wanted = { desk, source, target: targetOf(desk, { type: name, ...target }) };
      const outcomes = await importAll(wanted);
      left.push(...outcomes.filter(([, outcome]) => outcome !== "done"));
    }

    assert.deepEqual(left, []);
    for (const name of files.keys()) {
      assert.deepEqual(comparable(await recordsOf(name)), comparable(before.get(name) ?? []));
    }
  });
});

const bare = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !isArray(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name]) => !/^(documentId|status)$/.test(name)),
      )
    : value;

/** Without what another document has: its id and its state. */
const comparable = (records: readonly JsonObject[]): Json[] =>
  records
    .map((record) => JSON.stringify(record, bare))
    .sort()
    .map((text) => JSON.parse(text) as Json);
