import assert from "node:assert/strict";
import { edited } from "../testModel.ts";
import {
  ask,
  changeElsewhere,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory, JournalInMemory } from "../ports.ts";

const readAttributes = async (id: string, ...names: string[]): Promise<unknown[]> => {
  const version = await draft(`articles/${id}`);
  return names.map((name) => version?.[name]);
};

async function opened(stores: { bases?: BasesInMemory; journalStore?: JournalInMemory } = {}) {
  const model = openModel(stores);
  const id = await makeArticle({ title: "Tea", kicker: "Old" }, "status=draft");
  const address = model.article(id);
  const snapshot = await model.open(address);
  const stat = must(await model.documents.stat(address));
  await model.documents.edits.begin(address, snapshot.text);
  return { model, id, address, snapshot, opened: stat };
}

describe("Conflict past VS Code's check", () => {
  it("a conflict is not overwritten by repeated saves after a merge that the text doesn't show yet", async () => {
    const { model, id, address, snapshot, opened: before } = await opened();
    await changeElsewhere(id, { kicker: "Hers" });
    must((await model.press(address, edited(snapshot, { title: "Milk" }), { opened: before }))!);
    const known = must(await model.documents.stat(address));

    // The text still shows the old kicker.
    const text = edited(snapshot, { title: "Milk", kicker: "Mine" });
    const saves = [
      await model.press(address, text, { opened: known }),
      await model.press(address, text, { opened: known }),
    ];

    assert.deepEqual(
      [saves, await readAttributes(id, "kicker")],
      [[undefined, undefined], ["Hers"]],
    );
  });

  it("a conflict is not overwritten by repeated automatic saves", async () => {
    const { model, id, address, snapshot } = await opened();
    await changeElsewhere(id, { kicker: "Hers" });
    const text = edited(snapshot, { kicker: "Mine" });

    const outcomes: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      must(await model.documents.stat(address, { text }));
      outcomes.push(why(await model.documents.write(address, { text })));
    }

    assert.deepEqual(
      [outcomes, await readAttributes(id, "kicker")],
      [Array(3).fill("conflict"), ["Hers"]],
    );
  });

  it("a conflict is shown again when the choice doesn't cover every attribute in it", async () => {
    const { model, id, address, snapshot, opened: before } = await opened();
    await changeElsewhere(id, { title: "Hers", kicker: "Hers" });
    const conflictPaths: (readonly string[])[] = [];
    const answer =
      (side: "mine" | undefined) => (conflict: { readonly both: readonly string[] }) => {
        conflictPaths.push(conflict.both);
        return Promise.resolve(side);
      };

    const tooLong = edited(snapshot, { title: "x".repeat(500) });
    await model.press(address, tooLong, { opened: before, ask: answer("mine") });
    const text = edited(snapshot, { title: "Mine", kicker: "Mine" });
    await model.press(address, text, { opened: before, ask: answer(undefined) });

    assert.deepEqual(conflictPaths, [["title"], ["title", "kicker"]]);
    assert.deepEqual(await readAttributes(id, "title", "kicker"), ["Hers", "Hers"]);
  });
});

describe("Restored unsaved edit", () => {
  it("a restored unsaved edit excludes a save that another window has in progress", async () => {
    const journalStore = new JournalInMemory();
    const bases = new BasesInMemory();
    const { model, id, address, snapshot } = await opened({ journalStore });
    const other = openModel({ journalStore, bases });
    await other.open(address);
    await other.documents.edits.begin(address, snapshot.text);
    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    for (const [name, text] of journalStore.texts)
      journalStore.texts.set(name, text.replace('"outcome":"done"', '"outcome":"unknown"'));

    const again = openModel({ journalStore, bases });
    const text = edited(snapshot, { kicker: "Mine" });
    await again.documents.edits.begin(address, text);
    must(await again.save(address, text));

    assert.deepEqual(await readAttributes(id, "title", "kicker"), ["Milk", "Mine"]);
  });

  it("a restored edit is no conflict when an undo restored the content from before the last save", async () => {
    const bases = new BasesInMemory();
    const { model, id, address, snapshot } = await opened({ bases });
    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    model.documents.finishSave(address);
    const loaded = await model.open(address);
    await model.documents.edits.markClean(address, loaded.text);
    await model.documents.edits.begin(address, snapshot.text);

    const again = openModel({ bases });
    await again.documents.edits.begin(address, snapshot.text);
    const { sent } = must(await again.save(address, snapshot.text));

    assert.deepEqual([sent, await readAttributes(id, "title")], [["title"], ["Tea"]]);
  });

  it("a restored edit can be dismissed, also for a document that this window has not opened", async () => {
    const bases = new BasesInMemory();
    const { id, address, snapshot } = await opened({ bases });
    await ask("DELETE", `articles/${id}?locale=*`);

    const again = openModel({ bases });
    const text = edited(snapshot, { title: "Milk" });
    await again.documents.edits.begin(address, text);
    const outcome = await again.save(address, text);
    again.documents.dismiss(address);

    assert.deepEqual([why(outcome), why(await again.documents.stat(address))], ["gone", undefined]);
  });
});

describe("Unsaved edit", () => {
  it("an unsaved edit has no conflict after the user reverts to the content of the service", async () => {
    const { model, id, address, snapshot, opened: before } = await opened();
    await changeElsewhere(id, { title: "Hers" });
    await model.press(address, edited(snapshot, { title: "Mine" }), { opened: before });
    const stood = model.documents.conflict(address)?.both;

    const { text } = must(await model.documents.read(address));
    await model.documents.edits.markClean(address, text);

    assert.deepEqual([stood, model.documents.conflict(address)], [["title"], undefined]);
  });

  it("an unsaved edit without a base reports a conflict with any change of another client", async () => {
    const { id, address, snapshot } = await opened();
    // After a restart, VS Code first reports restored edits as saved. The text must not count as clean.
    const again = openModel();
    const text = edited(snapshot, { title: "Mine" });
    again.documents.edits.loaded(address, text);
    await again.documents.edits.begin(address, text);
    await changeElsewhere(id, { kicker: "Hers" });
    must(await again.documents.stat(address, { text }));

    const outcome = await again.save(address, text);

    assert.deepEqual([why(outcome), await readAttributes(id, "title")], ["conflict", ["Tea"]]);
  });

  it("an unsaved edit is notified when another extension writes its document", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const changes: string[] = [];
    model.documents.onDidChange(({ kind }) => changes.push(kind));

    must(await model.save(address, edited(snapshot, { title: "Milk" })));

    assert.deepEqual(changes, ["changed"]);
  });

  it("an unsaved edit in another locale stays open when one localization is dismissed", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const [english, french] = [model.article(id), model.article(id, "fr")];
    await model.open(english);
    const { text } = await model.open(french);
    await model.documents.edits.begin(french, text);
    const closed: unknown[] = [];
    model.documents.onDidChange(({ address, kind }) => closed.push([address.locale, kind]));

    model.documents.dismiss(french);
    model.documents.finishSave(french);

    assert.deepEqual(closed, [["fr", "deleted"]]);
  });
});
