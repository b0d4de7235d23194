import assert from "node:assert/strict";
import type { DocumentChange } from "../../../src/model/changes/saving/documents.ts";
import { edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { makeArticle, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

const changesOf = (desk: Desk): DocumentChange[] => {
  const changes: DocumentChange[] = [];
  desk.documents.onDidChange((change) => changes.push(change));
  return changes;
};

describe("Editor after a save", () => {
  it("gets no change during the save, and loads the service's version after it has finished", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    await desk.documents.edits.begin(address, snapshot.text);
    const changes = changesOf(desk);
    const seo = { metaTitle: "Tea" };

    must(await desk.save(address, edited(snapshot, { seo })));
    const saved = must(await desk.documents.stat(address));
    const before = [...changes];
    desk.documents.finishSave(address);
    const settled = must(await desk.documents.stat(address));
    const { content } = must(await desk.documents.read(address));

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

  it("gets a single change when the save is finished twice", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    const changes = changesOf(desk);

    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    desk.documents.finishSave(address);
    desk.documents.finishSave(address);

    assert.equal(changes.length, 1);
  });

  it("gets no change when it did not save", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    await desk.open(address);
    const changes = changesOf(desk);

    desk.documents.finishSave(address);

    assert.deepEqual(changes, []);
  });

  it("loads the saved version without a request", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    const before = desk.log.length;

    desk.documents.finishSave(address);
    const { content } = await desk.open(address);

    assert.deepEqual([content["title"], desk.log.length], ["Milk", before]);
  });
});
