import assert from "node:assert/strict";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { PageReader } from "../../../src/model/reading/pageReader.ts";
import { readInferredSchemas } from "../../../src/model/reading/sampleReader.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { setFieldAction } from "../../../src/model/batch/documentActions.ts";
import { freeSlug } from "../../../src/model/create/freeSlugs.ts";
import type { Service } from "../../support/service.ts";
import {
  fileOf,
  importAll,
  linesOf,
  previewOf,
  ResultsInMemory,
  targetOf,
} from "../import/files.ts";
import { must } from "../outcomes.ts";
import { useShapedService } from "../shapedService.ts";
import { TestModel } from "../testModel.ts";

describe("Pages of 7 rows", function () {
  this.timeout(180_000);
  const shaped = useShapedService();
  let service: Service;
  let model: TestModel;
  let locales: string[];

  before(async () => {
    service = shaped();
    const { url, apiPrefix, tokens } = service;
    model = new TestModel({ url, apiPrefix, token: tokens.full });
    locales = await addLocales(8);
  });
  after(() => model.close());

  async function send(method: string, path: string, body?: object, token = service.tokens.full) {
    const response = await fetch(`${service.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text || "{}") as { data: JsonObject };
  }

  const ask = async (method: string, path: string, data?: object): Promise<JsonObject> =>
    (await send(method, `${service.apiPrefix}/${path}`, data && { data })).data;

  /** Adds locales to the service until it has this number; returns their codes. */
  async function addLocales(count: number): Promise<string[]> {
    const login = await send("POST", "admin/login", service.admin, "");
    const token = textIn(login.data, "token");
    const codes = ["af", "bg", "ca", "cs", "da", "el", "et", "fi"];
    const added = codes.slice(0, count - 1);
    for (const code of added) {
      await send("POST", "i18n/locales", { code, name: code, isDefault: false }, token);
    }
    return ["en", ...added];
  }

  async function makeArticle(data: object, query = ""): Promise<string> {
    return textIn(await ask("POST", `articles?${query}`, data), "documentId");
  }

  /** Creates an article that is published in every locale. */
  async function makeInEveryLocale(title: string): Promise<string> {
    const id = await makeArticle({ title });
    for (const locale of locales.slice(1)) {
      await ask("PUT", `articles/${id}?locale=${locale}`, { title: `${title} ${locale}` });
    }
    return id;
  }

  const typed = async () => must(await model.catalogs.type(model.connection.id, "articles"));

  it("a document that has more locales than a page shows the state of each, and is deleted", async () => {
    const address = model.article(await makeInEveryLocale("Many"), locales.at(-1));
    const previewed = must(await model.publication.preview(address));

    must(await model.publication.delete(address, previewed));

    const [failure] = await model.publication.preview(address);
    const { states, published } = previewed;
    assert.deepEqual(states, Object.fromEntries(locales.map((code) => [code, "published"])));
    assert.deepEqual([published.length, failure?.code], [8, "gone"]);
  });

  it("the published versions of more documents than a page are read", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => makeArticle({ title: `Live ${at}` })),
    );
    const shapes = [{ fields: ["updatedAt"] }] as const;
    const query = { status: "published", locales: ["en"], shapes } as const;

    const rows = must(await new PageReader(await typed(), query).byIds(ids));

    assert.deepEqual(rows.map((row) => row["documentId"]).sort(), ids.sort());
  });

  it("an import creates no second document after a lost answer, with more similar drafts than a page", async () => {
    const records = Array.from({ length: 9 }, (_, at) => ({
      content: { kicker: "Nine", readingMinutes: at + 1 },
    }));
    const source = fileOf(...records);
    const results = new ResultsInMemory();
    const importSetup = { model, source, results, target: targetOf(model) };
    await importAll(importSetup);
    // As if the window was killed before the answer to the first record arrived.
    const created = results.forget("created");
    const first = created.find(({ line }) => line === 1);
    await results.append(...created.filter((result) => result !== first));

    const plan = await previewOf(importSetup);

    const lines = records.map((_, at) => at + 1);
    assert.deepEqual(linesOf(plan), { planned: [], refused: [], unchanged: [], done: lines });
    assert.equal(plan.index.at(1)?.group.documentId, first?.documentId);
  });

  it("a batch runs on every document that matches the list query, on any page", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 9; at += 1) {
      ids.push(await makeArticle({ title: `Harbour ${at}` }, "status=draft"));
    }
    await makeArticle({ title: "Other" }, "status=draft");
    const collection = { connection: model.connection.id, type: "articles" };
    model.lists.changeListQuery(collection, { filter: { title: { $startsWith: "Harbour " } } });
    const target = { kind: "matching", collection } as const;

    const targets = must(await new Batches(model).find(target));
    const { planned } = must(
      await new Batches(model).preview(target, setFieldAction(model, "kicker", "Tides")),
    );
    model.lists.changeListQuery(collection, {});

    const targetIds = [targets, planned].map((all) => all.map(({ address }) => address.id).sort());
    assert.deepEqual(targetIds, [ids.sort(), ids]);
    assert.ok(planned.every(({ address }) => address.locale === "en"));
  });

  it("no slug is suggested that a document beyond the first page has", async () => {
    const slugs = ["taken", ...Array.from({ length: 9 }, (_, at) => `taken-${at + 1}`)];
    for (const slug of slugs) await makeArticle({ title: "Taken", slug }, "status=draft");

    const address = model.article(newDocumentId());
    const free = must(await freeSlug(await typed(), address, { name: "slug", slug: "taken" }));

    assert.equal(free, "taken-10");
  });

  it("a schema gets an attribute that only a draft beyond the first page has", async () => {
    const { cms } = await typed();
    await makeArticle({ title: "Numbered", archiveNumber: "12345" }, "status=draft");
    for (let at = 0; at < 8; at += 1) await makeArticle({ title: "Plain" }, "status=draft");

    const { contentTypes } = must(await readInferredSchemas(cms, ["articles"]));

    const inferred = contentTypes.find(({ uid }) => uid === "api::articles.articles");
    assert.notEqual(inferred?.schema.attributes["archiveNumber"]?.type, "unknown");
  });
});
