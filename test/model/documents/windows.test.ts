import assert from "node:assert/strict";
import type { DocumentChange } from "../../../src/model/changes/saving/documents.ts";
import { edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { draft, makeArticle, makeTranslated, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";

/** Two windows that share a storage, with one document open in both. */
async function twoWindows() {
  const bases = new BasesInMemory();
  const [here, there] = [openDesk({ bases }), openDesk({ bases })];
  const id = await makeArticle({ title: "Tea", kicker: "Old" });
  const address = here.article(id);
  const snapshot = await here.open(address);
  await there.open(address);
  await here.documents.edits.begin(address, snapshot.text);
  await there.documents.edits.begin(address, snapshot.text);
  const now = async () => {
    const { title, kicker } = (await draft(`articles/${id}`))!;
    return [title, kicker];
  };
  return { here, there, address, snapshot, bases, now };
}

describe("A document that is open in two windows", () => {
  it("has both changes once both are saved", async () => {
    const { here, there, address, snapshot, now } = await twoWindows();

    must(await here.save(address, edited(snapshot, { title: "Milk" })));
    const { taken } = must(await there.save(address, edited(snapshot, { kicker: "New" })));

    assert.deepEqual([taken, await now()], [["title"], ["Milk", "New"]]);
  });

  it("asks in the second window where both changed the same", async () => {
    const { here, there, address, snapshot, now } = await twoWindows();

    must(await here.save(address, edited(snapshot, { title: "Milk" })));
    const outcome = await there.save(address, edited(snapshot, { title: "Cream" }));

    assert.deepEqual([why(outcome), await now()], ["conflict", ["Milk", "Old"]]);
  });

  it("asks, after a reload, where the other window has put away what both were edits of", async () => {
    const { here, there, address, snapshot, bases, now } = await twoWindows();
    must(await here.save(address, edited(snapshot, { title: "Milk" })));
    here.documents.finishSave(address);
    const loaded = await here.open(address);
    await here.documents.edits.markClean(address, loaded.text);
    await here.documents.edits.begin(address, loaded.text);
    there.close();

    const again = openDesk({ bases });
    await again.documents.edits.begin(address, snapshot.text);
    const text = edited(snapshot, { title: "Cream" });
    must(await again.documents.stat(address, { text }));
    const outcome = await again.save(address, text);

    assert.deepEqual([why(outcome), await now()], ["conflict", ["Milk", "Old"]]);
  });

  it("is saved in turns where a save comes while another is under way: the newest text stays", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    const address = desk.article(id);
    const snapshot = await desk.open(address);

    const outcomes = await Promise.all(
      ["Milk", "Cream", "Butter"].map((title) => desk.save(address, edited(snapshot, { title }))),
    );

    assert.deepEqual(outcomes.map(why), [undefined, undefined, undefined]);
    assert.equal((await draft(`articles/${id}`))?.["title"], "Butter");
  });
});

describe("A document that is open in two locales", () => {
  const changesOf = (desk: Desk): DocumentChange[] => {
    const changes: DocumentChange[] = [];
    desk.documents.onDidChange((change) => changes.push(change));
    return changes;
  };

  async function bothLocales() {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const [english, french] = [desk.article(id), desk.article(id, "fr")];
    const [here, there] = [await desk.open(english), await desk.open(french)];
    return { desk, id, english, french, here, there };
  }

  it("shows in the other locale what the two share, and where the saved one stands now", async () => {
    const { desk, english, french, here } = await bothLocales();
    await desk.documents.edits.begin(english, here.text);
    const changes = changesOf(desk);

    must(await desk.save(english, edited(here, { readingMinutes: 7 })));
    const { content } = await desk.open(french);
    const { states } = await desk.stood(french);

    assert.deepEqual(changes, [{ address: french, kind: "changed" }]);
    assert.equal(content["readingMinutes"], 7);
    assert.deepEqual(states, { en: "modified", fr: "modified" });
  });

  it("keeps unsaved changes of the other locale, which are saved beside it", async () => {
    const { desk, id, english, french, here, there } = await bothLocales();
    await desk.documents.edits.begin(french, there.text);

    must(await desk.save(english, edited(here, { readingMinutes: 7 })));
    const { taken } = must(await desk.save(french, edited(there, { title: "Lait" })));

    const after = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual(taken, ["readingMinutes"]);
    assert.deepEqual([after?.["title"], after?.["readingMinutes"]], ["Lait", 7]);
  });

  it("asks where both locales have changed what they share", async () => {
    const { desk, id, english, french, here, there } = await bothLocales();

    must(await desk.save(english, edited(here, { readingMinutes: 7 })));
    const outcome = await desk.save(french, edited(there, { readingMinutes: 9 }));

    assert.equal(why(outcome), "conflict");
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["readingMinutes"], 7);
  });

  it("asks where both are saved at once, too", async () => {
    const { desk, id, english, french, here, there } = await bothLocales();
    const saves = [
      { address: english, text: edited(here, { readingMinutes: 7 }) },
      { address: french, text: edited(there, { readingMinutes: 9 }) },
    ];
    await Promise.all(saves.map(({ address, text }) => desk.documents.edits.begin(address, text)));

    await Promise.all(saves.map(({ address, text }) => desk.documents.stat(address, { text })));
    const outcomes = await Promise.all(saves.map(({ address, text }) => desk.save(address, text)));

    assert.deepEqual(outcomes.map(why), [undefined, "conflict"]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["readingMinutes"], 7);
  });
});
