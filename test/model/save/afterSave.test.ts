import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import { factsIn, type TestModel } from "../testModel.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";
import { changedByBoth, readAttributes } from "./changedByBoth.ts";
import { opened as openedUser } from "./openedUser.ts";

const changesOf = (model: TestModel): { address: Address; kind: string }[] => {
  const changes: { address: Address; kind: string }[] = [];
  model.documents.onDidChange((change) => changes.push(change));
  return changes;
};

/** Edits and saves as VS Code does, up to the moment when the editor may load the service's version. */
async function saveInEditor(model: TestModel, address: Address, text: string): Promise<void> {
  const { documents } = model;
  await documents.edits.begin(address, text);
  must(await documents.stat(address, { text }));
  must(await model.save(address, text));
  await documents.edits.markClean(address, text);
  documents.finishSave(address);
}

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

  it("an editor keeps its text and layout after a save that the service stored as it was", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const text = JSON.stringify({ ...snapshot.content, title: "Milk" }, null, 8);

    await saveInEditor(model, address, text);
    const read = must(await model.documents.read(address));

    const row = await draft(`articles/${id}`);
    assert.deepEqual(
      [read.text, model.documents.base(address)?.text, new Date(read.version).toISOString()],
      [text, text, row?.["updatedAt"]],
    );
  });

  it("an editor of a user keeps its text after a save, and sends only what is undone later", async () => {
    const { model, address, snapshot } = await openedUser();
    const text = edited(snapshot, { blocked: true });

    await saveInEditor(model, address, text);
    const read = await model.open(address);
    await model.documents.edits.begin(address, snapshot.text);
    const saved = must(await model.save(address, snapshot.text));

    assert.deepEqual([read.text, saved.sent, saved.factsChanged], [text, ["blocked"], false]);
  });

  it("an editor loads the text of the service again when its own differs in more than the layout", async () => {
    const model = openModel();
    const id = await makeArticle({ broadcastTime: "09:00:00.000" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const changes: Record<string, Json>[] = [
      { title: "Milk", broadcastTime: "10:30:00" },
      { title: "Cream", $: { ...factsIn(snapshot), updatedAt: "2020-01-01T00:00:00.000Z" } },
      { title: "Butter", $: {} },
    ];

    for (const change of changes) {
      await saveInEditor(model, address, edited(snapshot, change));
      const { content } = await model.open(address);

      const { updatedAt, broadcastTime } = (await draft(`articles/${id}`))!;
      assert.deepEqual(content["$"], { ...factsIn(snapshot), updatedAt });
      assert.equal(content["broadcastTime"], broadcastTime);
    }
  });

  it("an editor whose save is undone sends only what was undone, also after a publish", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    await saveInEditor(model, address, edited(snapshot, { title: "Milk" }));
    must(await model.publication.publish(address, must(await model.publication.preview(address))));
    const published = await model.open(address);
    await changeElsewhere(id, { kicker: "Theirs" });

    await model.documents.edits.begin(address, snapshot.text);
    const saved = must(await model.save(address, snapshot.text));

    const row = await draft(`articles/${id}`);
    assert.equal(published.text, edited(snapshot, { title: "Milk" }));
    assert.deepEqual(
      [saved.sent, saved.factsChanged, row?.["title"], row?.["kicker"]],
      [["title"], false, "Tea", "Theirs"],
    );
  });

  for (const [what, isReloaded] of [
    ["", false],
    [", also after a window reload", true],
  ] as const) {
    it(`an editor whose undo goes back over a merged change of another user keeps that change${what}`, async () => {
      const bases = new BasesInMemory();
      let model = openModel({ bases });
      const id = await makeArticle({ title: "Tea", kicker: "Old", summary: "Old" });
      const address = model.article(id);
      const snapshot = await model.open(address);
      await changeElsewhere(id, { kicker: "Theirs" });
      await saveInEditor(model, address, edited(snapshot, { title: "Milk" }));
      const merged = await model.open(address);
      await model.documents.edits.begin(address, snapshot.text);
      if (isReloaded) {
        model = openModel({ bases });
        await model.documents.edits.begin(address, snapshot.text);
        must(await model.documents.stat(address, { text: snapshot.text }));
      }

      const saved = must(await model.save(address, snapshot.text));

      const row = await draft(`articles/${id}`);
      assert.deepEqual(
        [merged.content["kicker"], saved.sent, row?.["title"], row?.["kicker"]],
        ["Theirs", ["title"], "Tea", "Theirs"],
      );
    });
  }

  it("an editor whose save is undone reports a conflict with a change of the same field", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    await saveInEditor(model, address, edited(snapshot, { title: "Milk" }));
    const opened = must(await model.documents.stat(address));
    await model.open(address);
    await changeElsewhere(id, { title: "Theirs" });

    await model.documents.edits.begin(address, snapshot.text);
    const outcome = await model.press(address, snapshot.text, { opened });

    assert.deepEqual([outcome, (await draft(`articles/${id}`))?.["title"]], [undefined, "Theirs"]);
  });

  it("an editor whose undo goes back over a loaded text and an older save undoes both saves", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Old", broadcastTime: "09:00:00.000" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    await saveInEditor(model, address, edited(snapshot, { broadcastTime: "10:30:00" }));
    const loaded = await model.open(address);
    await saveInEditor(model, address, edited(loaded, { title: "Milk" }));
    await model.open(address);
    await changeElsewhere(id, { kicker: "Theirs" });

    await model.documents.edits.begin(address, snapshot.text);
    const { sent, remotePaths } = must(await model.save(address, snapshot.text));

    const row = await draft(`articles/${id}`);
    assert.deepEqual([sent, remotePaths], [["title", "broadcastTime"], ["kicker"]]);
    assert.deepEqual(
      [row?.["title"], row?.["kicker"], row?.["broadcastTime"]],
      ["Tea", "Theirs", "09:00:00.000"],
    );
  });

  it("an editor whose added components are undone after a save removes them without a conflict", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const components = { seo: { metaTitle: "Tea" }, links: [{ label: "Tea", url: "https://a.b" }] };
    await saveInEditor(model, address, edited(snapshot, components));
    await model.open(address);

    await model.documents.edits.begin(address, snapshot.text);
    const { sent } = must(await model.save(address, snapshot.text));

    const row = await draft(`articles/${id}`, "populate=*");
    assert.deepEqual([sent, row?.["seo"], row?.["links"]], [["seo", "links"], null, []]);
  });

  it("an editor whose undo is saved and redone over a loaded text sends what was redone", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", broadcastTime: "09:00:00.000" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const milk = { title: "Milk", broadcastTime: "10:30:00" };
    await saveInEditor(model, address, edited(snapshot, milk));
    const loaded = await model.open(address);
    await saveInEditor(model, address, snapshot.text);
    const reopened = await model.open(address);

    await model.documents.edits.begin(address, loaded.text);
    const { sent } = must(await model.save(address, loaded.text));

    const row = await draft(`articles/${id}`);
    assert.deepEqual(
      [reopened.text, sent, row?.["title"]],
      [snapshot.text, ["title", "broadcastTime"], "Milk"],
    );
  });

  it("an editor whose Take Theirs is undone reports the conflict again, and saves nothing unasked", async () => {
    const { model, id, address, snapshot, text, press } = await changedByBoth({
      mine: { title: "Mine", summary: "Mine" },
      theirs: { title: "Hers", kicker: "Hers" },
    });
    must((await press("theirs"))!);
    await model.documents.edits.markClean(address, text);
    model.documents.finishSave(address);
    await model.open(address);
    const now = () => readAttributes(id, "title", "summary", "kicker");

    await model.documents.edits.begin(address, text);
    const [undone, afterUndone] = [await model.save(address, text), await now()];
    const before = edited(snapshot, {});
    const { sent } = must(await model.save(address, before));

    assert.deepEqual([why(undone), afterUndone], ["conflict", ["Hers", "Mine", "Hers"]]);
    assert.deepEqual([sent, await now()], [["summary"], ["Hers", "Old", "Hers"]]);
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
