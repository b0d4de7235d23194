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

describe("An editor that has saved", () => {
  it("sees no change by its save, and loads what the service made of it when it has settled", async () => {
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

  it("settles once", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    const changes = changesOf(desk);

    must(await desk.save(address, edited(snapshot, { title: "Milk" })));
    desk.documents.finishSave(address);
    desk.documents.finishSave(address);

    assert.equal(changes.length, 1);
  });

  it("has nothing to settle where it did not save", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    await desk.open(address);
    const changes = changesOf(desk);

    desk.documents.finishSave(address);

    assert.deepEqual(changes, []);
  });

  it("asks the service for nothing to load what it has just saved", async () => {
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
