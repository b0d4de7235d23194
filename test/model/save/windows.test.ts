import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { changeElsewhere, draft, makeArticle, makeTranslated, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";

/** Two windows with a shared storage and the same open document. */
async function twoWindows() {
  const bases = new BasesInMemory();
  const [firstWindow, secondWindow] = [openModel({ bases }), openModel({ bases })];
  const id = await makeArticle({ title: "Tea", kicker: "Old" });
  const address = firstWindow.article(id);
  const snapshot = await firstWindow.open(address);
  await secondWindow.open(address);
  await firstWindow.documents.edits.begin(address, snapshot.text);
  await secondWindow.documents.edits.begin(address, snapshot.text);
  const now = async () => {
    const { title, kicker } = (await draft(`articles/${id}`))!;
    return [title, kicker];
  };
  return { firstWindow, secondWindow, address, snapshot, bases, now };
}

describe("Document open in two windows", () => {
  it("a document in two windows has both changes once both windows have saved", async () => {
    const { firstWindow, secondWindow, address, snapshot, now } = await twoWindows();

    must(await firstWindow.save(address, edited(snapshot, { title: "Milk" })));
    const { remotePaths } = must(
      await secondWindow.save(address, edited(snapshot, { kicker: "New" })),
    );

    assert.deepEqual([remotePaths, await now()], [["title"], ["Milk", "New"]]);
  });

  it("a second window reports a conflict when both changed the same field", async () => {
    const { firstWindow, secondWindow, address, snapshot, now } = await twoWindows();

    must(await firstWindow.save(address, edited(snapshot, { title: "Milk" })));
    const outcome = await secondWindow.save(address, edited(snapshot, { title: "Cream" }));

    assert.deepEqual([why(outcome), await now()], ["conflict", ["Milk", "Old"]]);
  });

  const changes = { "the field that the other one saved": "title", "another field": "kicker" };
  for (const [what, name] of Object.entries(changes)) {
    it(`a window that changed ${what} reports a conflict after a reload, because both texts name one version`, async () => {
      const { firstWindow, secondWindow, address, snapshot, bases, now } = await twoWindows();
      const milk = edited(snapshot, { title: "Milk" });
      must(await firstWindow.save(address, milk));
      await firstWindow.documents.edits.markClean(address, milk);
      firstWindow.documents.finishSave(address);
      await firstWindow.open(address);
      await firstWindow.documents.edits.begin(address, milk);
      secondWindow.close();

      const again = openModel({ bases });
      await again.documents.edits.begin(address, snapshot.text);
      const text = edited(snapshot, { [name]: "Cream" });
      must(await again.documents.stat(address, { text }));
      const outcome = await again.save(address, text);

      assert.deepEqual([why(outcome), await now()], ["conflict", ["Milk", "Old"]]);
    });
  }

  it("a window keeps its base after a reload when it saved before, and has changed the text since", async () => {
    const bases = new BasesInMemory();
    const model = openModel({ bases });
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    const milk = edited(snapshot, { title: "Milk" });
    await model.documents.edits.begin(address, milk);
    must(await model.save(address, milk));
    await model.documents.edits.markClean(address, milk);
    model.documents.finishSave(address);
    await model.open(address);
    const text = edited(snapshot, { title: "Milk", kicker: "New" });
    await model.documents.edits.begin(address, text);
    await changeElsewhere(id, { title: "Theirs" });

    const again = openModel({ bases });
    await again.documents.edits.begin(address, text);
    must(await again.documents.stat(address, { text }));
    const saved = must(await again.save(address, text));
    await again.documents.edits.markClean(address, text);

    const row = await draft(`articles/${id}`);
    assert.deepEqual(
      [saved.sent, saved.factsChanged, row?.["title"], row?.["kicker"], [...bases.texts]],
      [["kicker"], false, "Theirs", "New", []],
    );
  });

  it("two windows run concurrent saves one after the other, so that the newest text stays", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const address = model.article(id);
    const snapshot = await model.open(address);

    const outcomes = await Promise.all(
      ["Milk", "Cream", "Butter"].map((title) => model.save(address, edited(snapshot, { title }))),
    );

    assert.deepEqual(outcomes.map(why), [undefined, undefined, undefined]);
    assert.equal((await draft(`articles/${id}`))?.["title"], "Butter");
  });
});

describe("Document open in two locales", () => {
  const changesOf = (model: TestModel): { address: Address; kind: string }[] => {
    const changes: { address: Address; kind: string }[] = [];
    model.documents.onDidChange((change) => changes.push(change));
    return changes;
  };

  async function bothLocales() {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const [english, french] = [model.article(id), model.article(id, "fr")];
    const [englishSnapshot, frenchSnapshot] = [await model.open(english), await model.open(french)];
    return { model, id, english, french, englishSnapshot, frenchSnapshot };
  }

  it("an editor of another locale shows a saved shared field and the new status", async () => {
    const { model, english, french, englishSnapshot } = await bothLocales();
    await model.documents.edits.begin(english, englishSnapshot.text);
    const changes = changesOf(model);

    must(await model.save(english, edited(englishSnapshot, { readingMinutes: 7 })));
    const { content } = await model.open(french);
    const { states } = await model.stood(french);

    assert.deepEqual(changes, [{ address: french, kind: "changed" }]);
    assert.equal(content["readingMinutes"], 7);
    assert.deepEqual(states, { en: "modified", fr: "modified" });
  });

  it("an editor of another locale keeps unsaved changes, which can be saved afterwards", async () => {
    const { model, id, english, french, englishSnapshot, frenchSnapshot } = await bothLocales();
    await model.documents.edits.begin(french, frenchSnapshot.text);

    must(await model.save(english, edited(englishSnapshot, { readingMinutes: 7 })));
    const { remotePaths } = must(
      await model.save(french, edited(frenchSnapshot, { title: "Lait" })),
    );

    const after = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual(remotePaths, ["readingMinutes"]);
    assert.deepEqual([after?.["title"], after?.["readingMinutes"]], ["Lait", 7]);
  });

  it("an editor reports a conflict when both locales changed a shared field", async () => {
    const { model, id, english, french, englishSnapshot, frenchSnapshot } = await bothLocales();

    must(await model.save(english, edited(englishSnapshot, { readingMinutes: 7 })));
    const outcome = await model.save(french, edited(frenchSnapshot, { readingMinutes: 9 }));

    assert.equal(why(outcome), "conflict");
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["readingMinutes"], 7);
  });

  it("an editor reports a conflict when both locales are saved at the same time", async () => {
    const { model, id, english, french, englishSnapshot, frenchSnapshot } = await bothLocales();
    const saves = [
      { address: english, text: edited(englishSnapshot, { readingMinutes: 7 }) },
      { address: french, text: edited(frenchSnapshot, { readingMinutes: 9 }) },
    ];
    await Promise.all(saves.map(({ address, text }) => model.documents.edits.begin(address, text)));

    await Promise.all(saves.map(({ address, text }) => model.documents.stat(address, { text })));
    const outcomes = await Promise.all(saves.map(({ address, text }) => model.save(address, text)));

    assert.deepEqual(outcomes.map(why), [undefined, "conflict"]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["readingMinutes"], 7);
  });
});
