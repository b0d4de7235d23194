import assert from "node:assert/strict";
import { undoEntries } from "../undoNewest.ts";
import type { ItemResult } from "../../../src/model/runs/run.ts";
import { contentToCopy } from "../../../src/model/create/documentTemplate.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import { startFaults } from "../../support/faults.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import "../../services/skipInapplicable.ts";
import { addLocalization } from "../addLocalization.ts";
import { useChangedService } from "../check/changedService.ts";
import { exported, recordsIn, selected } from "../export/exports.ts";
import { fileOf, importAll, ResultsInMemory, targetOf } from "../import/files.ts";
import { must } from "../outcomes.ts";
import { TextsInMemory } from "../ports.ts";
import { edited, modelOn, storedSchemas, TestModel } from "../testModel.ts";
import { plainChange, plainMakeDraft, plainUploadImage } from "../../support/plainWrites.ts";

const tagType = "api::tag.tag";
const authorType = "api::author.author";

describe("Attributes that the service shows only in part", () => {
  const service = useChangedService();
  let model: TestModel;
  let tags: readonly string[];
  let author: string;
  /** The schema as an earlier window stored it. */
  let schemas: TextsInMemory;

  before(async () => {
    schemas = await storedSchemas(service());
    tags = (await plainList(service(), "tags?status=draft")).map(({ documentId }) => documentId);
    author = (await plainList(service(), "authors?status=draft"))[0]?.documentId ?? "";
  });
  beforeEach(() => {
    const schemaCache = new SchemaCache(new TextsInMemory(schemas.texts));
    model = new TestModel({
      ...{ ...service(), token: service().tokens.full },
      catalogs: { schemaCache },
    });
  });
  afterEach(() => model.close());

  const tag = (at: number): JsonObject => ({ __type: tagType, documentId: tags[at] ?? "" });
  const writtenBy = (): JsonObject => ({ __type: authorType, documentId: author });

  /** The targets of relations, as the service has them. */
  const targetsOf = async (id: string): Promise<unknown> => {
    const query = "status=draft&populate[tagged]=true&populate[seo][populate][about]=true";
    const article = await plainFind(service(), `articles/${id}?${query}`);
    const named = (list: unknown) =>
      (list as JsonObject[]).map(({ __type, documentId }) => ({ __type, documentId }));
    assert.ok(article);
    const { tagged, seo } = article;
    return { tagged: named(tagged), about: named((seo as JsonObject | null)?.["about"] ?? []) };
  };

  const makeArticle = async (): Promise<string> =>
    plainMakeDraft(service(), "articles", {
      title: "Tea With Many Things",
      tagged: { connect: [tag(0), writtenBy()] },
      seo: { metaTitle: "Tea", note: "secret", about: { connect: [tag(1)] } },
      internalNote: "secret",
    });

  const save = async (address: Address, change: JsonObject): Promise<void> => {
    await model.open(address);
    const snapshot = must(await model.reader.read(address));
    const text = edited(snapshot, change);
    await model.documents.edits.begin(address, text);
    must(await model.save(address, text));
  };

  const deleteAndUndo = async (address: Address): Promise<ItemResult<unknown>> => {
    const previewed = must(await model.publication.preview(address));
    must(await model.publication.delete(address, previewed));
    const [entry] = await model.journal.deleted(model.connection.id);
    assert.ok(entry);
    const [result] = await undoEntries(model, [entry]);
    assert.ok(result);
    return result;
  };

  const newest = async (): Promise<string> => {
    const [article] = await plainList(service(), "articles?status=draft&sort=createdAt:desc");
    return article?.documentId ?? "";
  };

  it("a document shows the targets of a polymorphic relation with their types and titles", async () => {
    const { content } = must(await model.reader.read(model.article(await makeArticle())));

    const [first, second] = content["tagged"] as JsonObject[];
    assert.deepEqual(Object.keys(first ?? {}), ["__type", "documentId", "name"]);
    assert.deepEqual([first?.["__type"], second?.["__type"]], [tagType, authorType]);
    assert.deepEqual((content["seo"] as JsonObject)["about"], [{ ...tag(1), name: "Autumn" }]);
  });

  it("a save adds, moves, removes and clears the targets of a polymorphic relation", async () => {
    const id = await makeArticle();
    const address = model.article(id);

    await save(address, { tagged: [writtenBy(), tag(2), tag(0)] });
    const { tagged: changed } = (await targetsOf(id)) as JsonObject;
    await save(address, { tagged: [] });

    assert.deepEqual(changed, [writtenBy(), tag(2), tag(0)]);
    assert.deepEqual(await targetsOf(id), { tagged: [], about: [tag(1)] });
  });

  it("a save rejects a target without a type before anything is sent", async () => {
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    const text = edited(snapshot, { tagged: [{ documentId: tags[0] ?? "" }] });
    await model.documents.edits.begin(address, text);

    const [failure] = await model.save(address, text);

    assert.ok(failure?.code === "not-sendable");
    assert.deepEqual(failure.problems, [{ path: "tagged[0]", why: "needs-type" }]);
  });

  it("the undo of a delete restores polymorphic relations and names private attributes", async () => {
    const id = await makeArticle();
    const before = await targetsOf(id);

    const { outcome, lacking } = await deleteAndUndo(model.article(id));

    assert.equal(outcome, "done");
    assert.deepEqual(await targetsOf(await newest()), before);
    assert.deepEqual(lacking, ["previewPassword", "internalNote", "seo.note"]);
  });

  it("the undo of a delete names a polymorphic relation that the service rejects", async () => {
    const id = await makeArticle();
    await changeDatabase(
      service(),
      "UPDATE articles SET target_type = ?, target_id = (SELECT id FROM tags WHERE document_id = ? LIMIT 1) WHERE document_id = ?",
      tagType,
      tags[0],
      id,
    );
    const { content } = must(await model.reader.read(model.article(id)));

    const { lacking } = await deleteAndUndo(model.article(id));

    assert.equal((content["subject"] as JsonObject)["documentId"], tags[0]);
    assert.ok(lacking?.includes("subject"), lacking?.join());
  });

  it("an import of exported records creates documents with their polymorphic relations", async () => {
    const id = await makeArticle();
    const { text } = await exported(model, selected(model, "articles", [id]));
    const [record] = recordsIn(text);
    assert.ok(record);
    const { tagged, seo } = record;
    const content = { title: "Imported Tea", tagged: tagged ?? null, seo: seo ?? null };

    const [outcome] = await importAll({
      model,
      source: fileOf({ content }),
      target: targetOf(model),
      results: new ResultsInMemory(),
    });

    assert.deepEqual(outcome, [1, "done"]);
    assert.deepEqual((tagged as JsonObject[])[0], {
      ...tag(0),
      name: "Architecture",
      slug: "architecture",
    });
    assert.deepEqual(await targetsOf(await newest()), await targetsOf(id));
  });

  it("a duplicate keeps polymorphic relations and names private attributes", async () => {
    const address = model.article(await makeArticle());
    const typed = must(await model.catalogs.type(address.connection, "articles"));
    const { content, unread } = must(await model.reader.read(address));

    const copy = contentToCopy(content, typed, unread);

    assert.deepEqual(copy.content["tagged"], content["tagged"]);
    assert.deepEqual(copy.unread, ["previewPassword", "internalNote", "seo.note"]);
  });

  it("an added localization keeps polymorphic relations and names private attributes", async () => {
    const id = await makeArticle();

    const { unread } = must(await addLocalization(model.article(id), "fr", model));

    const frenchDraft = await plainFind(
      service(),
      `articles/${id}?status=draft&locale=fr&populate=*`,
    );
    assert.ok(frenchDraft);
    assert.equal((frenchDraft["tagged"] as unknown[]).length, 2);
    assert.deepEqual(unread, ["seo.note"]);
  });

  it("the undo of a save that removed a component names its private attributes", async () => {
    const id = await makeArticle();
    const address = model.article(id);
    await save(address, { seo: null });

    const { report, lacking } = must(await undoLastSave(address, model));

    assert.deepEqual([report.sent, lacking], [["seo"], ["seo.note"]]);
    assert.deepEqual(((await targetsOf(id)) as JsonObject)["about"], [tag(1)]);
  });

  it("a document shows hidden scalars, also in components, after one reload of the schema", async () => {
    const id = await makeArticle();
    await plainChange(service(), `articles/${id}?status=draft`, {
      legacyId: "L-1",
      seo: { metaTitle: "Tea", canonical: "C-1" },
    });

    const { content } = must(await model.reader.read(model.article(id)));
    for (let reads = 0; reads < 3; reads += 1) must(await model.reader.read(model.article(id)));

    const { legacyId, seo } = content;
    assert.deepEqual([legacyId, (seo as JsonObject)["canonical"]], ["L-1", "C-1"]);
    const schemas = model.sent("GET").filter((path) => path.endsWith("/content-types"));
    assert.equal(schemas.length, 1);
  });

  it("the undo of a delete restores hidden scalars", async () => {
    const id = await makeArticle();
    await plainChange(service(), `articles/${id}?status=draft`, {
      legacyId: "L-2",
      seo: { metaTitle: "Tea", canonical: "C-2" },
    });

    await deleteAndUndo(model.article(id));

    const restored = await plainFind(
      service(),
      `articles/${await newest()}?status=draft&populate=seo`,
    );
    assert.ok(restored);
    const { legacyId, seo } = restored;
    assert.deepEqual([legacyId, (seo as JsonObject)["canonical"]], ["L-2", "C-2"]);
  });

  it("the undo of a save that removed a component restores its hidden scalars", async () => {
    const id = await makeArticle();
    await plainChange(service(), `articles/${id}?status=draft`, {
      seo: { metaTitle: "Tea", canonical: "C-3" },
    });
    const address = model.article(id);
    await save(address, { seo: null });

    must(await undoLastSave(address, model));

    const { content } = must(await model.reader.read(address));
    assert.equal((content["seo"] as JsonObject)["canonical"], "C-3");
  });

  /** An article with a hidden media file and a hidden relation, and a hidden media file in a component. */
  const makeHidden = async (): Promise<string> => {
    const { id: file } = await plainUploadImage(service(), "Hidden Tea.svg");
    return plainMakeDraft(service(), "articles", {
      title: "Tea With Hidden Things",
      legacyFile: file,
      legacyTags: { set: [{ documentId: tags[0] ?? "" }] },
      seo: { metaTitle: "Tea", oldImage: file },
    });
  };

  const hiddenOf = async (path: string): Promise<unknown> => {
    const query = "populate[legacyFile]=true&populate[legacyTags]=true&populate[seo][populate]=*";
    const article = await plainFind(service(), `${path}&${query}`);
    assert.ok(article);
    const { legacyFile, legacyTags, seo } = article;
    const ids = (value: unknown) =>
      [value].flat().map((target) => (target as JsonObject | null)?.["documentId"]);
    return [ids(legacyFile), ids(legacyTags), ids((seo as JsonObject)["oldImage"])];
  };

  it("the undo of a delete restores hidden media files and relations", async () => {
    const id = await makeHidden();
    const before = await hiddenOf(`articles/${id}?status=draft`);

    await deleteAndUndo(model.article(id));

    const restored = await newest();
    assert.notEqual(restored, id);
    assert.deepEqual(await hiddenOf(`articles/${restored}?status=draft`), before);
  });

  it("a restore in a new window keeps the hidden attributes that the journal contains", async () => {
    const id = await makeHidden();
    await plainChange(service(), `articles/${id}?status=draft`, { legacyId: "L-4" });
    const before = await hiddenOf(`articles/${id}?status=draft`);
    const previewed = must(await model.publication.preview(model.article(id)));
    must(await model.publication.delete(model.article(id), previewed));
    const [entry] = await model.journal.deleted(model.connection.id);
    assert.ok(entry);
    const later = modelOn(service());

    const { documentId } = must(await restoreDeleted(entry, later));

    later.close();
    const restored = await plainFind(service(), `articles/${documentId}?status=draft`);
    assert.equal(restored?.["legacyId"], "L-4");
    assert.deepEqual(await hiddenOf(`articles/${documentId}?status=draft`), before);
  });

  it("an added localization has the hidden media files and relations", async () => {
    const id = await makeHidden();
    const before = await hiddenOf(`articles/${id}?status=draft`);

    must(await addLocalization(model.article(id), "fr", model));

    assert.deepEqual(await hiddenOf(`articles/${id}?status=draft&locale=fr`), before);
  });

  it("a key that the project's code adds to answers is no attribute, and costs one reload", async () => {
    const faults = await startFaults(service().url);
    const url = faults.url;
    const withTime = (body: unknown) => {
      const { data, ...otherKeys } = body as JsonObject;
      return isObject(data) ? { ...otherKeys, data: { ...data, readingTime: 5 } } : body;
    };
    faults.reshape(/GET .*\/articles\//, { answer: withTime });
    const other = modelOn({ ...service(), url });
    const address = other.article(await makeArticle());

    const { content } = must(await other.reader.read(address));
    for (let reads = 0; reads < 3; reads += 1) must(await other.reader.read(address));

    assert.equal(content["readingTime"], undefined);
    const schemas = other.sent("GET").filter((path) => path.endsWith("/content-types"));
    assert.equal(schemas.length, 2);
    other.close();
    await faults.stop();
  });

  it("generated types contain the hidden scalars that answers have shown", async () => {
    must(await model.reader.read(model.article(await makeArticle())));

    const { catalog } = must(await model.catalogs.service(model.connection.id));

    const text = contentTypesText(catalog, { form: { kind: "global" }, source: "" });
    assert.match(text, /legacyId: unknown/);
    assert.match(text, /canonical: unknown/);
  });
});
