import assert from "node:assert/strict";
import { deleteAction, publishAction } from "../../../src/model/batch/documentActions.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import { selected, previewAndRun } from "../batch/runBatch.ts";
import { changeMagazine } from "../check/database.ts";
import {
  bothVersions,
  draft,
  document,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

const dropDraft = (id: string, locale = "en"): Promise<void> =>
  changeMagazine(
    "DELETE FROM articles WHERE document_id = ? AND locale = ? AND published_at IS NULL",
    id,
    locale,
  );

describe("Document without a draft row", () => {
  it("a document without a draft row names the published versions when its draft is read", async () => {
    const { reader, article } = openModel();
    const id = await makeTranslated(unique("Tea"), unique("Thé"));
    await dropDraft(id);
    const [hasDraft] = await reader.read(article(id, "fr"));

    const [failure] = await reader.read(article(id));
    await dropDraft(id, "fr");
    const [elsewhere] = await reader.read(article(id, "de"));

    const published = ["en", "fr"];
    assert.deepEqual(
      [hasDraft, failure, elsewhere],
      [null, { code: "no-draft", published }, { code: "no-draft", published }],
    );
  });

  it("a document without a draft row is not taken for a localization that another locale has", async () => {
    const { reader, article } = openModel();
    const id = await makeArticle();

    const [failure] = await reader.read(article(id, "fr"));

    assert.deepEqual(failure, { code: "gone" });
  });

  it("a document without a draft row names no locale when its type is not localized", async () => {
    const model = openModel();
    const id = await make("authors", { name: unique("Author") });
    await changeMagazine("DELETE FROM authors WHERE document_id = ? AND published_at IS NULL", id);

    const [failure] = await model.reader.read(model.at("authors", id));

    assert.deepEqual(failure, { code: "no-draft", published: [] });
  });

  it("a document without a draft row is not published, because the service would publish an empty draft", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    await dropDraft(id);
    const target = selected(model.article(id));

    const { planned, skipped } = must(
      await new Batches(model).preview(target, publishAction(model)),
    );

    const failures = skipped.map(({ failure }) => failure);
    assert.deepEqual([planned, failures], [[], [{ code: "no-draft", published: ["en"] }]]);
    assert.deepEqual(await bothVersions(id, "title"), [undefined, ["Tea"]]);
  });

  it("a document without a draft row is deleted, and restored with the content of its published version", async () => {
    const model = openModel();
    const title = unique("Tea");
    const id = await makeArticle({ title, kicker: "Kettle" });
    await dropDraft(id);

    const outcomes = await previewAndRun(model, selected(model.article(id)), deleteAction(model));
    const deletedVersion = await document(`articles/${id}`);
    const [entry] = await model.journal.history(model.at("articles", id));
    assert.ok(entry);
    const { documentId } = must(await restoreDeleted(entry, model));

    const restored = await draft(`articles/${documentId}`);
    assert.deepEqual([outcomes, deletedVersion, entry.live], [["done"], undefined, ["en"]]);
    assert.deepEqual([restored?.["title"], restored?.["kicker"]], [title, "Kettle"]);
  });

  it("a document is restored in a locale that had only a published version", async () => {
    const model = openModel();
    const id = await makeTranslated(unique("Tea"), "Thé");
    await dropDraft(id, "fr");
    const address = model.article(id);
    const previewed = must(await model.publication.preview(address));

    must(await model.publication.delete(address, previewed));

    const [entry] = await model.journal.history(model.at("articles", id));
    assert.ok(entry);
    const { documentId } = must(await restoreDeleted(entry, model));
    const french = await draft(`articles/${documentId}`, "locale=fr");
    assert.equal(french?.["title"], "Thé");
  });
});

describe("Document whose rows have no locale", () => {
  async function makeWithoutLocale(): Promise<string> {
    const id = await makeArticle();
    await changeMagazine("UPDATE articles SET locale = NULL WHERE document_id = ?", id);
    return id;
  }

  it("a document whose rows have no locale is not taken for a missing one", async () => {
    const { reader, article } = openModel();

    const [failure] = await reader.read(article(await makeWithoutLocale()));

    assert.deepEqual(failure, { code: "no-locale" });
  });

  it("a document whose rows have no locale is deleted, but not published", async () => {
    const model = openModel();
    const target = selected(model.article(await makeWithoutLocale()));

    const { skipped } = must(await new Batches(model).preview(target, publishAction(model)));
    const outcomes = await previewAndRun(model, target, deleteAction(model));

    assert.deepEqual(
      [skipped.map(({ failure }) => failure.code), outcomes],
      [["no-locale"], ["done"]],
    );
    const laterPreview = must(await new Batches(model).preview(target, deleteAction(model)));
    assert.deepEqual(
      laterPreview.skipped.map(({ failure }) => failure.code),
      ["gone"],
    );
  });
});
