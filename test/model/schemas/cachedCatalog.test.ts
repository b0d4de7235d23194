import assert from "node:assert/strict";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import type { RawSchemas } from "../../../src/model/schemas/catalog.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import { startFaults } from "../../support/faults.ts";
import { storedSchemas, TestModel } from "../testModel.ts";
import { magazine, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { TextsInMemory } from "../ports.ts";

const countSchemaRequests = (model: TestModel) =>
  model.sent("GET").filter((path) => path.startsWith("content-type-builder")).length;

let schemas: TextsInMemory;

/** A store with the schema that an earlier window cached. */
const keptByEarlierWindow = (): TextsInMemory => new TextsInMemory(schemas.texts);

/** The same schema without one attribute, as if the attribute was added later. */
function keptWithout(attribute: string): TextsInMemory {
  const texts = keptByEarlierWindow();
  for (const [name, text] of texts.texts) {
    const record = JSON.parse(text) as { schemas: RawSchemas };
    const article = record.schemas.contentTypes.find(({ uid }) => uid === "api::article.article");
    const attributes = new Map(Object.entries(article?.schema.attributes ?? {}));
    attributes.delete(attribute);
    Object.assign(article?.schema ?? {}, { attributes: Object.fromEntries(attributes) });
    texts.texts.set(name, JSON.stringify(record));
  }
  return texts;
}

describe("Cached catalog", () => {
  before("read the schema", async () => {
    schemas = await storedSchemas(magazine());
  });

  const reopen = (texts: TextsInMemory, token = magazine().tokens.full) =>
    openModel({ token, catalogs: { schemaCache: new SchemaCache(texts) } });

  it("a cached catalog opens a document without reading the schema", async () => {
    const id = await makeArticle({ seo: { metaTitle: "Tea" } }, "status=draft");
    const reported = openModel({ catalogs: {} });
    const model = reopen(keptByEarlierWindow());

    const [serviceSnapshot, cachedSnapshot] = [
      await reported.open(reported.article(id)),
      await model.open(model.article(id)),
    ];

    assert.deepEqual([cachedSnapshot.text, countSchemaRequests(model)], [serviceSnapshot.text, 0]);
  });

  it("a cached catalog is read again once in each window, and fires no event when it is the same", async () => {
    const model = reopen(keptByEarlierWindow());
    const { catalogs, connection } = model;
    const reported: string[] = [];
    catalogs.onDidForget((id) => reported.push(id));
    const cachedCatalog = must(await catalogs.service(connection.id)).catalog;

    const renewing = [catalogs.revalidate(connection.id), catalogs.revalidate(connection.id)];
    const meanwhile = must(await catalogs.service(connection.id)).catalog;
    await Promise.all(renewing);
    await catalogs.revalidate(connection.id);
    const now = must(await catalogs.service(connection.id)).catalog;

    assert.equal(meanwhile, cachedCatalog);
    assert.deepEqual([countSchemaRequests(model), reported], [2, []]);
    assert.ok(now.readAt > cachedCatalog.readAt);
  });

  it("a cached catalog is replaced by a newer one from the service, which fires onDidForget", async () => {
    const model = reopen(keptWithout("kicker"));
    const { catalogs, connection } = model;
    const reported: string[] = [];
    catalogs.onDidForget((id) => reported.push(id));
    const has = async () =>
      must(await catalogs.type(connection.id, "articles")).type.attributes.has("kicker");
    const before = await has();

    await catalogs.revalidate(connection.id);

    assert.deepEqual([before, await has(), reported], [false, true, [connection.id]]);
  });

  it("a cached catalog is read again at once after forget", async () => {
    const model = reopen(keptWithout("kicker"));

    model.catalogs.forget(model.connection.id);
    const { type } = must(await model.catalogs.type(model.connection.id, "articles"));

    assert.deepEqual([type.attributes.has("kicker"), countSchemaRequests(model)], [true, 2]);
  });

  it("a cached catalog stays in use when the service is unreachable", async () => {
    const proxy = await startFaults(magazine().url);
    const texts = new TextsInMemory();
    const modelOptions = () => ({
      url: proxy.url,
      catalogs: { schemaCache: new SchemaCache(texts) },
    });
    const earlier = openModel(modelOptions());
    must(await earlier.catalogs.service(earlier.connection.id));
    await proxy.stop();

    const model = openModel(modelOptions());
    const before = must(await model.catalogs.service(model.connection.id)).catalog;
    await model.catalogs.revalidate(model.connection.id);

    assert.equal(must(await model.catalogs.service(model.connection.id)).catalog, before);
  });

  it("a cached catalog stays in use when the token may not read content types any more", async () => {
    const texts = keptByEarlierWindow();
    const model = reopen(texts, magazine().tokens.readOnly);

    model.catalogs.forget(model.connection.id);
    const { catalog } = must(await model.catalogs.service(model.connection.id));

    assert.deepEqual([catalog.source, catalog.types.has("articles")], ["service", true]);
  });

  it("a cached catalog is not used for an invalid token", async () => {
    const model = reopen(keptByEarlierWindow(), "wrong");

    model.catalogs.forget(model.connection.id);
    const outcome = await model.catalogs.service(model.connection.id);

    assert.equal(why(outcome), "UnauthorizedError");
  });

  it("a cached catalog is not used for another URL", async () => {
    const texts = keptByEarlierWindow();
    const other = await startLoopback();
    other.answer(json({ data: [] }));
    const model = new TestModel({
      url: other.url,
      token: "any",
      catalogs: { schemaCache: new SchemaCache(texts) },
    });

    const { catalog } = must(await model.catalogs.service(model.connection.id));
    model.close();
    await other.stop();

    assert.equal(catalog.types.size, 0);
  });

  it("a cached catalog is deleted with its connection", async () => {
    const texts = keptByEarlierWindow();
    const model = reopen(texts);

    await model.connections.remove(model.connection);

    assert.deepEqual([...texts.texts.keys()], []);
  });

  it("a cached catalog is deleted by dropAll, also for unknown connections", async () => {
    const texts = keptByEarlierWindow();
    const schemaCache = new SchemaCache(texts);
    texts.texts.set("gone9999.json", "{}");

    await schemaCache.dropAll();

    assert.deepEqual([...texts.texts.keys()], []);
  });

  for (const [what, spoil] of Object.entries({
    "is truncated": (text: string) => text.slice(0, text.length / 2),
    "has another version": (text: string) => text.replace('"form":1', '"form":0'),
    "has types without attributes": (text: string) => text.replaceAll('"attributes"', '"lost"'),
    "is not an object": () => "[]",
    "is empty": () => "",
  })) {
    it(`a cached catalog is read again when its file ${what}`, async () => {
      const texts = keptByEarlierWindow();
      for (const [name, text] of texts.texts) texts.texts.set(name, spoil(text));
      const model = reopen(texts);

      const { catalog } = must(await model.catalogs.service(model.connection.id));

      assert.deepEqual([catalog.types.has("articles"), countSchemaRequests(model)], [true, 2]);
    });
  }
});
