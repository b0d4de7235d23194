import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { Withdrawal } from "../../../src/model/journal/journalEntry.ts";
import {
  lastUnpublishOf,
  readUnpublished,
  undoUnpublish,
} from "../../../src/model/history/undoActions.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { elsewhereRemarks } from "../../../src/texts/shared/changeReportWords.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  document,
  draft,
  make,
  makeArticle,
  openModel,
  unique,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

/** Previews and runs Unpublish or Discard Changes. */
async function withdraw(model: TestModel, kind: Withdrawal, address: Address) {
  const previewed = must(await model.publication.preview(address));
  return model.publication.withdraw(kind, address, previewed);
}

/** A published author with a changed draft, and the draft of an article by that author. */
async function openChangedAuthor() {
  const model = await openPanel();
  const author = await make("authors", { name: unique("Author") });
  const article = await makeArticle({ author }, "status=draft");
  await ask("PUT", `authors/${author}?status=draft`, { bio: "Changed" });
  return { model, address: model.at("authors", author), article };
}

describe("Unpublish", function () {
  this.timeout(60_000);

  it("Unpublish removes the published version, records it in the journal, and keeps the draft", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });

    must(await withdraw(model, "unpublish", model.article(id)));

    const [entry] = await model.journal.history(model.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Draft"], undefined]);
    assert.deepEqual(
      [entry?.action, entry?.outcome, entry?.before["en"]?.["kicker"], entry?.after],
      ["unpublish", "done", "Live", {}],
    );
  });

  it("Unpublish works for a single type, which can be published again", async () => {
    const model = await openPanel();
    const address = model.single("homepage", "en");
    await ask("PUT", "homepage?status=published&locale=en", {});

    must(await withdraw(model, "unpublish", address));

    const down = await document("homepage");
    must(await model.publication.publish(address, must(await model.publication.preview(address))));
    assert.deepEqual(
      [down, typeof (await document("homepage"))?.["heading"]],
      [undefined, "string"],
    );
  });

  it("Unpublish is rejected when the document was published again after the preview", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const previewed = must(await model.publication.preview(model.article(id)));
    await ask("PUT", `articles/${id}?status=published`, { kicker: "Live again" });

    const [failure] = await model.publication.withdraw("unpublish", model.article(id), previewed);

    assert.equal(failure?.code, "changed-meanwhile");
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live again"], ["Live again"]]);
  });

  it("Unpublish is declined when the administrator does not sign in", async () => {
    const model = openModel();
    const id = await makeArticle({ kicker: "Live" });

    const [failure] = await withdraw(model, "unpublish", model.article(id));

    assert.deepEqual(
      [failure, await bothVersions(id, "kicker")],
      [{ code: "declined" }, [["Live"], ["Live"]]],
    );
  });
});

describe("Discard Changes", function () {
  this.timeout(60_000);

  it("Discard Changes resets the draft to the published version, and updates an open editor", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const before = await model.open(model.article(id));

    must(await withdraw(model, "discard", model.article(id)));

    const after = await model.open(model.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live"], ["Live"]]);
    assert.deepEqual(
      [
        before.content["kicker"],
        after.content["kicker"],
        (await model.stood(model.article(id))).state,
      ],
      ["Draft", "Live", "published"],
    );
  });

  it("Discard Changes keeps unsaved changes in the editor, and a save sends only those", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live", summary: "Old" });
    const address = model.article(id);
    await changeElsewhere(id, { kicker: "Draft" });
    const opened = await model.open(address);
    const text = edited(opened, { summary: "Unsaved" });
    await model.documents.edits.begin(address, text);

    must(await withdraw(model, "discard", address));
    must(await model.save(address, text));

    assert.deepEqual(await bothVersions(id, "kicker", "summary"), [
      ["Live", "Unsaved"],
      ["Live", "Old"],
    ]);
  });

  it("Discard Changes is undone by Undo Last Save with the rows of its components", async () => {
    const model = await openPanel();
    const seo = { metaTitle: "Live", metaDescription: "Of a test" };
    const id = await makeArticle({ seo });
    const address = model.article(id);
    await changeElsewhere(id, { seo: { ...seo, metaTitle: "Draft" } });
    must(await withdraw(model, "discard", address));

    must(await undoLastSave(address, model));

    const draft = await model.open(address);
    assert.equal((draft.content["seo"] as { metaTitle: string }).metaTitle, "Draft");
  });

  it("Discard Changes records the relations that drafts of other documents lose", async () => {
    const { model, address, article } = await openChangedAuthor();

    must(await withdraw(model, "discard", address));

    const [entry] = await model.journal.history(address);
    assert.deepEqual(
      entry?.elsewhere?.map(({ documentId, path, version, change, before, after }) => [
        ...[documentId, path, version, change],
        ...[before, after],
      ]),
      [[article, "author", "draft", "loses", [address.id], []]],
    );
  });

  it("Discard Changes is rejected when it would change another document that the question did not name", async () => {
    const { model, address, article } = await openChangedAuthor();
    const previewed = must(await model.publication.preview(address));
    const elsewhere = must(await model.publication.otherChanges("discard", address));
    await makeArticle({ author: address.id }, "status=draft");

    const [failure] = await model.publication.withdraw("discard", address, {
      ...previewed,
      elsewhere,
    });

    const draftArticle = await draft(`articles/${article}`, "populate[author][fields][0]=name");
    assert.deepEqual(
      [failure, (draftArticle?.["author"] as { documentId?: string } | null)?.documentId],
      [{ code: "changed-meanwhile" }, address.id],
    );
  });

  it("Discard Changes is undone by Undo Last Save", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const address = model.article(id);
    must(await model.save(address, edited(await model.open(address), { kicker: "Draft" })));
    must(await withdraw(model, "discard", address));

    const undone = must(await undoLastSave(address, model));

    assert.deepEqual(
      [undone.entry.action, await bothVersions(id, "kicker")],
      ["discard", [["Draft"], ["Live"]]],
    );
  });

  it("Discard Changes is rejected when the draft changed after the preview", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const previewed = must(await model.publication.preview(model.article(id)));
    await changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await model.publication.withdraw("discard", model.article(id), previewed);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });

  it("Discard Changes is rejected when the draft changed while the administrator signed in again", async () => {
    const model = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const previewed = must(await model.publication.preview(model.article(id)));
    await model.store.saveSecret(model.connection, "admin", "an-ended-token");
    model.connections.renew(model.connection.id);
    model.logins.push(adminLogin());
    model.meanwhile = () => changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await model.publication.withdraw("discard", model.article(id), previewed);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });
});

describe("Undo of Unpublish", function () {
  this.timeout(60_000);

  it("undo of Unpublish publishes the document again, and names the relations that this doesn't restore", async () => {
    const model = await openPanel();
    const id = await makeArticle();
    const address = model.article(id);
    const [owner, title] = [await makeArticle({ sequel: id }), unique("Page")];
    await make("pages", { title, slug: `page-${process.pid}`, leadArticle: id });
    must(await withdraw(model, "unpublish", address));
    const entry = await lastUnpublishOf(address, model);

    const report = must(await undoUnpublish(entry!, model));

    const restored = await document(`articles/${owner}`, "populate[sequel][fields][0]=title");
    assert.equal((restored?.["sequel"] as { documentId?: string } | null)?.documentId, id);
    assert.deepEqual(
      [await lastUnpublishOf(address, model), (await document(`articles/${id}`)) !== undefined],
      [undefined, true],
    );
    assert.deepEqual(elsewhereRemarks(report).slice(-2), [
      `Relations of other documents that were not restored: '${title}' (pages, en) leadArticle.`,
      "A published version changes only with a publish. Publish these documents again.",
    ]);
  });

  it("undo of Unpublish is refused when it changes more relations than the user has agreed to", async () => {
    const model = await openPanel();
    const address = model.article(await makeArticle());
    must(await withdraw(model, "unpublish", address));
    const entry = await lastUnpublishOf(address, model);
    const agreed = must(await model.publication.otherChanges("publish", address));
    await makeArticle({ sequel: address.id });

    const [failure] = await undoUnpublish(entry!, model, agreed);

    assert.deepEqual(failure, { code: "changed-meanwhile" });
    assert.equal(await document(`articles/${address.id}`), undefined);
  });

  it("undo of Unpublish is refused while the draft differs, and is over when the document was saved", async () => {
    const model = await openPanel();
    const address = model.article(await makeArticle());
    must(await withdraw(model, "unpublish", address));
    await changeElsewhere(address.id, { kicker: "Theirs" });

    const entry = await lastUnpublishOf(address, model);
    const [failure] = await readUnpublished(entry!, model);
    must(await model.save(address, edited(await model.open(address), { title: "Milk" })));

    assert.deepEqual(failure, { code: "undo-conflict", paths: ["kicker"] });
    assert.equal(await lastUnpublishOf(address, model), undefined);
  });
});
