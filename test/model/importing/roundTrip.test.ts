import assert from "node:assert/strict";
import { isArray } from "../../../src/model/json.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { recordedAttributes, recordedFields, recordOf } from "../../../src/model/formats/record.ts";
import { populateOf } from "../../../src/model/populate.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { Desk } from "../desk.ts";
import { must } from "../outcomes.ts";
import { fileOf, importAll, linesOf, previewOf, targetOf } from "./files.ts";
import type { Said } from "./files.ts";

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

  const toSaid = ({ documentId, locale, status: _, ...content }: JsonObject): Said => ({
    documentId: documentId as string,
    ...(typeof locale === "string" && { locale }),
    content,
  });

  async function wipe(name: string): Promise<void> {
    const { cms, type } = must(await desk.catalogs.type(desk.connection.id, name));
    const documents = cms.collection<JsonObject>(name);
    const [, rows] = await documents.findMany({
      all: true,
      params: { status: "draft", ...(type.localized && { locale: "*" }), fields: ["documentId"] },
    });
    for (const id of new Set(rows?.map((row) => row["documentId"] as string))) {
      await documents.delete({ documentId: id, params: type.localized ? { locale: "*" } : {} });
    }
  }

  it("gives the same content in every locale: relations by slug, those among the articles themselves, files", async function () {
    this.timeout(600_000);
    const names = ["categories", "tags", "authors", "articles"];
    const before = new Map<string, JsonObject[]>();
    for (const name of names) before.set(name, await recordsOf(name));
    for (const name of names) await wipe(name);
    const bySlug = new Map(
      ["category", "tags", "author", "sections.author", "sections.category"].map((path) => [
        path,
        "slug",
      ]),
    );

    const left: unknown[] = [];
    for (const name of names) {
      const source = fileOf(...(before.get(name) ?? []).map(toSaid));
      const key = name === "articles" ? {} : { key: "slug" };
      const target = targetOf(desk, { type: name, relations: bySlug, ...key });
      const plan = await previewOf({ desk, source, target });
      left.push(...linesOf(plan).refused.map((one) => [name, ...one]));
      for (const one of await importAll({ desk, source, target }))
        if (one[1] !== "done") left.push(one);
    }

    assert.deepEqual(left, []);
    for (const name of names) {
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
