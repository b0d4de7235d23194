import assert from "node:assert/strict";
import type { DocumentChange } from "../../../src/model/save/openDocuments.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

const changesOf = (model: TestModel): DocumentChange[] => {
  const changes: DocumentChange[] = [];
  model.documents.onDidChange((change) => changes.push(change));
  return changes;
};

describe("Editor after a save", () => {
  it("an editor gets no change during the save, and loads the service's version after it has finished", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    await model.documents.edits.begin(address, snapshot.text);
    const changes = changesOf(model);
    const seo = { metaTitle: "Tea" };

    must(await model.save(address, edited(snapshot, { seo })));
    const saved = must(await model.documents.stat(address));
    const before = [...changes];
    model.documents.finishSave(address);
    const settled = must(await model.documents.stat(address));
    const { content } = must(await model.documents.read(address));

    assert.deepEqual([before, changes], [[], [{ address, kind: "changed" }]]);
    assert.ok(settled.modified > saved.modified && settled.modified < saved.modified + 1);
    assert.deepEqual(Object.keys(content["seo"] as object), [
      "id",
      "metaTitle",
      "metaDescription",
      "noIndex",
      "shareImage",
    ]);
  });

  it("an editor gets a single change when the save is finished twice", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    const changes = changesOf(model);

    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    model.documents.finishSave(address);
    model.documents.finishSave(address);

    assert.equal(changes.length, 1);
  });

  it("an editor gets no change when it did not save", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    await model.open(address);
    const changes = changesOf(model);

    model.documents.finishSave(address);

    assert.deepEqual(changes, []);
  });

  it("an editor loads the saved version without a request", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    const before = model.log.length;

    model.documents.finishSave(address);
    const { content } = await model.open(address);

    assert.deepEqual([content["title"], model.log.length], ["Milk", before]);
  });
});
