import assert from "node:assert/strict";
import type { AttributeSchema, ContentTypeSchema } from "../../../src/client/index.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import { stripping } from "../../support/stripped.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import type { TestModel } from "../testModel.ts";
import { edited } from "../testModel.ts";
import { changeElsewhere, draft, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

type Attributes = Record<string, AttributeSchema>;

const titlesOf = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title);

describe("Outdated catalog", () => {
  let proxy: Faults;
  let model: TestModel;
  beforeEach(async () => {
    proxy = await startFaults(magazine().url);
    model = openModel({ url: proxy.url, catalogs: {} });
  });
  afterEach(() => proxy.stop());

  const countTypeRequests = () =>
    proxy.requests.filter(({ path }) => path.endsWith("/content-type-builder/content-types"))
      .length;

  /** Makes the service answer with an older schema of articles. */
  async function outdate(change: (attributes: Attributes) => Attributes): Promise<void> {
    const response = await fetch(
      `${magazine().url}/${magazine().apiPrefix}/content-type-builder/content-types`,
      {
        headers: { authorization: `Bearer ${magazine().tokens.full}` },
      },
    );
    const { data } = (await response.json()) as { data: ContentTypeSchema[] };
    const outdated = data.map((type) =>
      type.uid === "api::article.article"
        ? { ...type, schema: { ...type.schema, attributes: change({ ...type.schema.attributes }) } }
        : type,
    );
    proxy.inject(/content-type-builder\/content-types/, json({ data: outdated }));
  }

  const without =
    (name: string) =>
    ({ [name]: removedAttribute, ...others }: Attributes): Attributes =>
      removedAttribute ? others : others;
  const withGhost = (attributes: Attributes): Attributes => ({
    ...attributes,
    ghost: { type: "relation", relation: "manyToOne", target: "api::tag.tag" },
  });

  /** Reads the catalog from an older schema. The service then answers with the current one. */
  async function know(change: (attributes: Attributes) => Attributes): Promise<void> {
    await outdate(change);
    must(await model.catalogs.service(model.connection.id));
    proxy.heal();
  }

  it("an outdated catalog is read again when a draft has an unknown attribute", async () => {
    const id = await makeArticle({ kicker: "New" }, "status=draft");
    await know(without("kicker"));

    const opened = await model.open(model.article(id));

    assert.deepEqual([opened.content["kicker"], countTypeRequests()], ["New", 2]);
  });

  it("an outdated catalog is read again when the service rejects an attribute, and the document opens", async () => {
    const id = await makeArticle({}, "status=draft");
    await know(withGhost);

    const opened = await model.open(model.article(id));

    assert.deepEqual(["ghost" in opened.content, countTypeRequests()], [false, 2]);
  });

  it("an outdated catalog doesn't stop the save of an open document when the service rejects an attribute", async () => {
    const id = await makeArticle({}, "status=draft");
    must(await model.catalogs.service(model.connection.id));
    const opened = await model.open(model.article(id));
    await outdate(withGhost);
    model.catalogs.forget(model.connection.id);
    must(await model.catalogs.service(model.connection.id));
    proxy.heal();
    const title = unique("Saved");

    must(await model.save(model.article(id), edited(opened, { title })));

    assert.equal((await draft(`articles/${id}`))?.["title"], title);
  });

  describe("whose attribute the service loses while a document is open", () => {
    const stripKicker = (answer: unknown) => stripping("kicker")(answer);

    /** Opens an article with a kicker. Then the schema and the documents lose the kicker. */
    async function lose(): Promise<Snapshot & { readonly documentId: string }> {
      const documentId = await makeArticle({ kicker: "Old", title: unique("Old") }, "status=draft");
      must(await model.catalogs.service(model.connection.id));
      const opened = await model.open(model.article(documentId));
      await outdate(without("kicker"));
      proxy.reshape(/GET \/\w+\/articles/, { answer: stripKicker });
      return { ...opened, documentId };
    }

    it("an outdated catalog is read again, and a removed line clears nothing", async () => {
      const opened = await lose();
      const text = edited(opened, { kicker: undefined });

      const preview = must(await model.documents.preview(model.article(opened.documentId), text));

      const { request, conflicts, remotePaths, cleared } = preview;
      assert.deepEqual(
        [request, conflicts, remotePaths, cleared, countTypeRequests()],
        [undefined, [], [], [], 2],
      );
    });

    it("an outdated catalog is read again, and a conflict names only what another client changed", async () => {
      const opened = await lose();
      const address = model.article(opened.documentId);
      await changeElsewhere(opened.documentId, { title: "Hers" });
      const text = edited(opened, { kicker: "Mine", title: "Mine" });

      must(await model.documents.stat(address, { text }));

      const { theirs, both } = model.documents.conflict(address) ?? {};
      assert.deepEqual([theirs, both], [["title"], ["title"]]);
    });
  });

  it("an outdated catalog is read again when the service rejects the title field, and the list loads", async () => {
    await know((attributes) => {
      const { title, ...others } = attributes;
      return { headline: title ?? { type: "string" }, ...others };
    });

    const listing = model.lists.listing({ connection: model.connection.id, type: "articles" });
    await listing.open();
    const { rows, failure } = await listing.open();

    const current = openModel({ catalogs: {} });
    const collection = { connection: current.connection.id, type: "articles" };
    const expected = await current.lists.listing(collection).open();
    assert.deepEqual([failure, countTypeRequests()], [undefined, 2]);
    assert.deepEqual(titlesOf(rows), titlesOf(expected.rows));
    assert.ok(rows.length > 0 && rows.every(({ title }) => title !== ""));
  });

  it("an outdated catalog is read again when it lacks a type", async () => {
    await outdate(without("kicker"));
    proxy.inject(/content-type-builder\/content-types/, json({ data: [] }));
    must(await model.catalogs.service(model.connection.id));
    proxy.heal();

    const outcome = await model.catalogs.type(model.connection.id, "articles");

    assert.deepEqual([why(outcome), countTypeRequests()], [undefined, 2]);
  });

  it("an outdated catalog is read again at most once a minute when that doesn't help", async () => {
    const id = await makeArticle({}, "status=draft");
    await outdate(withGhost);

    const outcomes = [
      await model.documents.read(model.article(id)),
      await model.documents.read(model.article(id)),
      await model.documents.read(model.article(id)),
    ];

    assert.deepEqual(outcomes.map(why), Array(3).fill("ValidationError"));
    assert.equal(countTypeRequests(), 2);
  });

  it("an outdated catalog asks the service about at most 100 of the keys that it lacks", async () => {
    const id = await makeArticle({}, "status=draft");
    const extra = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`extra${at}`, at]));
    proxy.reshape(/GET \/\w+\/articles\/\w+$/, {
      answer: (body) => ({ data: { ...(body as { data: object }).data, ...extra } }),
    });

    await model.open(model.article(id));

    const isAbout = (query: object) => /extra\d/.test(JSON.stringify(query));
    const questions = proxy.requests.filter(({ query }) => isAbout(query));
    assert.equal(questions.length, 100);
  });

  it("a catalog gets an attribute that answers contain and the service's schema leaves out", async () => {
    const id = await makeArticle({ kicker: "New" }, "status=draft");
    await outdate(without("kicker"));

    const opened = await model.open(model.article(id));
    await model.open(model.article(id));

    assert.deepEqual([opened.content["kicker"], countTypeRequests()], ["New", 2]);
  });

  it("an outdated catalog fires no event when the new one is the same", async () => {
    const id = await makeArticle({}, "status=draft");
    const withTime = (body: unknown) => {
      const { data, ...otherKeys } = body as JsonObject;
      return isObject(data) ? { ...otherKeys, data: { ...data, readingTime: 5 } } : body;
    };
    proxy.reshape(/GET .*\/articles\//, { answer: withTime });
    const reported: string[] = [];
    must(await model.catalogs.service(model.connection.id));
    model.catalogs.onDidForget((connectionId) => reported.push(connectionId));

    const opened = await model.open(model.article(id));

    assert.deepEqual(
      [opened.content["title"] !== "", reported, countTypeRequests()],
      [true, [], 2],
    );
  });
});
