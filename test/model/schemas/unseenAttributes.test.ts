import assert from "node:assert/strict";
import { undoBatch } from "../../../src/model/bulk/batch/undoing.ts";
import type { ItemResult } from "../../../src/model/bulk/batch/running.ts";
import { contentToCopy } from "../../../src/model/changes/creating/template.ts";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import type { JournalEntry } from "../../../src/model/changes/journal/journal.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { ContentWriter } from "../../support/contentWriter.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import type { Service } from "../../support/service.ts";
import { changeSqlite } from "../../support/sqlite.ts";
import { addLocalization } from "../addLocalization.ts";
import { startChangedService } from "../checks/changedService.ts";
import { must } from "../outcomes.ts";
import { edited, modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";

const tagType = "api::tag.tag";
const authorType = "api::author.author";

describe("Attributes that the service shows only in part", () => {
  let service: Service;
  let writer: ContentWriter;
  let model: TestModel;
  let tags: readonly string[];
  let author: string;

  before("start the service with such attributes", async function () {
    this.timeout(180_000);
    service = await startChangedService({
      article: {
        tagged: { type: "relation", relation: "morphToMany" },
        subject: { type: "relation", relation: "morphToOne" },
      },
      tag: {
        articlesAbout: {
          type: "relation",
          relation: "morphMany",
          target: "api::article.article",
          morphBy: "tagged",
        },
      },
      "shared/seo": {
        about: { type: "relation", relation: "morphToMany" },
        note: { type: "string", private: true },
      },
    });
    writer = new ContentWriter(service);
    tags = (await plainList(service, "tags?status=draft")).map(({ documentId }) => documentId);
    author = (await plainList(service, "authors?status=draft"))[0]?.documentId ?? "";
  });
  beforeEach(() => {
    model = modelOn(service);
  });
  afterEach(() => {
    model.close();
  });
  after(() => service.stop());

  const tag = (at: number): JsonObject => ({ __type: tagType, documentId: tags[at] ?? "" });
  const writtenBy = (): JsonObject => ({ __type: authorType, documentId: author });

  /** The targets of relations, as the service has them. */
  const targetsOf = async (id: string): Promise<unknown> => {
    const query = "status=draft&populate[tagged]=true&populate[seo][populate][about]=true";
    const found = await plainFind(service, `articles/${id}?${query}`);
    const named = (list: unknown) =>
      (list as JsonObject[]).map(({ __type, documentId }) => ({ __type, documentId }));
    assert.ok(found);
    const { tagged, seo } = found;
    return { tagged: named(tagged), about: named((seo as JsonObject | null)?.["about"] ?? []) };
  };

  const makeArticle = async (): Promise<string> =>
    writer.make("articles?status=draft", {
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

  const deleteAndUndo = async (address: Address): Promise<ItemResult<JournalEntry>> => {
    const previewed = must(await model.lifecycle.preview(address));
    must(await model.lifecycle.delete(address, previewed));
    const [entry] = await model.journal.deleted(model.connection.id);
    assert.ok(entry);
    const [result] = await undoBatch([entry], model, {});
    assert.ok(result);
    return result;
  };

  const newest = async (): Promise<string> => {
    const [found] = await plainList(service, "articles?status=draft&sort=createdAt:desc");
    return found?.documentId ?? "";
  };

  it("A document shows the targets of a polymorphic relation with their types and titles", async () => {
    const { content } = must(await model.reader.read(model.article(await makeArticle())));

    const [first, second] = content["tagged"] as JsonObject[];
    assert.deepEqual(Object.keys(first ?? {}), ["__type", "documentId", "name"]);
    assert.deepEqual([first?.["__type"], second?.["__type"]], [tagType, authorType]);
    assert.deepEqual((content["seo"] as JsonObject)["about"], [{ ...tag(1), name: "Autumn" }]);
  });

  it("A save adds, moves, removes and clears the targets of a polymorphic relation", async () => {
    const id = await makeArticle();
    const address = model.article(id);

    await save(address, { tagged: [writtenBy(), tag(2), tag(0)] });
    const { tagged: changed } = (await targetsOf(id)) as JsonObject;
    await save(address, { tagged: [] });

    assert.deepEqual(changed, [writtenBy(), tag(2), tag(0)]);
    assert.deepEqual(await targetsOf(id), { tagged: [], about: [tag(1)] });
  });

  it("A save rejects a target without a type before anything is sent", async () => {
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    const text = edited(snapshot, { tagged: [{ documentId: tags[0] ?? "" }] });
    await model.documents.edits.begin(address, text);

    const [failure] = await model.save(address, text);

    assert.ok(failure?.code === "not-sendable");
    assert.deepEqual(failure.problems, [{ path: "tagged[0]", why: "needs-type" }]);
  });

  it("The undo of a delete restores polymorphic relations and names private attributes", async () => {
    const id = await makeArticle();
    const before = await targetsOf(id);

    const { outcome, lacking } = await deleteAndUndo(model.article(id));

    assert.equal(outcome, "done");
    assert.deepEqual(await targetsOf(await newest()), before);
    assert.deepEqual(lacking, ["previewPassword", "internalNote", "seo.note"]);
  });

  it("The undo of a delete names a polymorphic relation that the service rejects", async () => {
    const id = await makeArticle();
    const { database } = service;
    assert.equal(database.kind, "sqlite");
    changeSqlite(
      database.file,
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

  it("A duplicate keeps polymorphic relations and names private attributes", async () => {
    const address = model.article(await makeArticle());
    const typed = must(await model.catalogs.type(address.connection, "articles"));
    const { content, unread } = must(await model.reader.read(address));

    const copy = contentToCopy(content, typed, unread);

    assert.deepEqual(copy.content["tagged"], content["tagged"]);
    assert.deepEqual(copy.unread, ["previewPassword", "internalNote", "seo.note"]);
  });

  it("An added localization keeps polymorphic relations and names private attributes", async () => {
    const id = await makeArticle();

    const { unread } = must(await addLocalization(model.article(id), "fr", model));

    const there = await plainFind(service, `articles/${id}?status=draft&locale=fr&populate=*`);
    assert.ok(there);
    assert.equal((there["tagged"] as unknown[]).length, 2);
    assert.deepEqual(unread, ["seo.note"]);
  });

  it("The undo of a save that removed a component names its private attributes", async () => {
    const id = await makeArticle();
    const address = model.article(id);
    await save(address, { seo: null });

    const { paths, lacking } = must(await undoLastSave(address, model));

    assert.deepEqual([paths, lacking], [["seo"], ["seo.note"]]);
    assert.deepEqual(((await targetsOf(id)) as JsonObject)["about"], [tag(1)]);
  });
});
