import assert from "node:assert/strict";
import { keyOf } from "../../../src/model/foundation/address.ts";
import { edited } from "../desk.ts";
import { bothVersions, changeElsewhere, draft, makeArticle, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";

const titleAndKicker = async (id: string): Promise<unknown> =>
  (await bothVersions(id, "title", "kicker"))[0];

interface Kept {
  readonly content: { readonly title: unknown };
}

/** The title in what is kept of edits; undefined where nothing is. */
const keptTitles = ({ texts }: BasesInMemory): unknown[] =>
  [...texts.values()].map((text) => (JSON.parse(text) as Kept).content.title);

/** A document with unsaved changes, whose kicker somebody else has changed since it was opened. */
async function editWhileChanged() {
  const desk = openDesk();
  const id = await makeArticle({ title: "Tea", kicker: "Old" });
  const address = desk.article(id);
  const snapshot = await desk.open(address);
  await desk.documents.edits.begin(address, snapshot.text);
  await changeElsewhere(id, { kicker: "Hers" });
  return { desk, id, address, snapshot };
}

describe("What unsaved changes are changes of", () => {
  it("is held still while there are any, though the editor reads a newer version", async () => {
    const { desk, id, address, snapshot } = await editWhileChanged();

    // As an editor does that compares its text with what the service holds.
    await desk.noticeChange(address);
    must(await desk.documents.read(address));
    must(await desk.save(address, edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("outlives a reload, in which the text comes back and is read from nowhere", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const before = openDesk({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    await changeElsewhere(id, { kicker: "Hers" });

    const after = openDesk({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("is what the editor reads, where the kept one was cut short when the window was killed", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openDesk({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    for (const [key, text] of bases.texts) bases.texts.set(key, text.slice(0, 20));

    const after = openDesk({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), edited(snapshot, { title: "Milk" })));

    assert.equal((await draft(`articles/${id}`))?.["title"], "Milk");
  });

  it("is what the last save left, also after a reload", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openDesk({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    must(await before.save(before.article(id), edited(snapshot, { title: "Milk" })));
    const kept = keptTitles(bases);

    // The person typed on during that save, and has come back to the first title since.
    const after = openDesk({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), snapshot.text));

    assert.deepEqual([kept, (await draft(`articles/${id}`))?.["title"]], [["Milk"], "Tea"]);
  });

  it("is what the editor has read, where an earlier window ended without a word", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openDesk({ bases });
    const { text } = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), text);
    await changeElsewhere(id, { title: "Milk" });

    const after = openDesk({ bases });
    const snapshot = await after.open(after.article(id));
    await after.documents.edits.begin(after.article(id), snapshot.text);
    const outcome = await after.save(after.article(id), edited(snapshot, { title: "Tea" }));

    assert.deepEqual([must(outcome).sent, await titleAndKicker(id)], [true, ["Tea", "Made"]]);
  });

  it("is kept under the document's own key and version, from the first change until there are none", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    const { text, version } = await desk.open(address);
    const { bases, documents } = desk;
    const kept: unknown[] = [[...bases.texts.keys()]];

    await documents.edits.begin(address, text);
    kept.push([...bases.texts.keys()], keptTitles(bases));
    await documents.edits.markClean(address, text);
    kept.push([...bases.texts.keys()]);

    assert.deepEqual(kept, [[], [`${keyOf(address)}@${version}`], ["Tea"], []]);
  });

  it("is not left behind by a change that is undone at once", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const { text } = await desk.open(address);

    await Promise.all([
      desk.documents.edits.begin(address, text),
      desk.documents.edits.markClean(address, text),
    ]);

    assert.deepEqual([...desk.bases.texts], []);
  });

  it("is the text that the editor went back to, though it compared with a newer version meanwhile", async () => {
    const { desk, id, address, snapshot } = await editWhileChanged();
    await desk.noticeChange(address);
    must(await desk.documents.read(address));

    await desk.documents.edits.markClean(address, snapshot.text);
    await desk.documents.edits.begin(address, snapshot.text);
    must(await desk.save(address, edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("moves on with what the editor loads after its changes are gone", async () => {
    const { desk, id, address } = await editWhileChanged();

    // As an editor does that goes back to what the service holds.
    await desk.noticeChange(address);
    const loaded = must(await desk.documents.read(address));
    await desk.documents.edits.markClean(address, loaded.text);
    must(await desk.save(address, edited(loaded, { kicker: "Old" })));

    assert.deepEqual(await titleAndKicker(id), ["Tea", "Old"]);
  });

  it("goes with the document when that is deleted", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle());
    const snapshot = await desk.open(address);
    await desk.documents.edits.begin(address, snapshot.text);

    const looked = must(await desk.lifecycle.preview(address));
    must(await desk.lifecycle.delete(address, looked));
    await desk.documents.edits.markClean(address, snapshot.text);

    assert.deepEqual([...desk.bases.texts], []);
  });

  it("is forgotten when no editor shows the document any more", async () => {
    const desk = openDesk();
    const address = desk.article(await makeArticle({ title: "Tea" }));
    const snapshot = await desk.open(address);
    await desk.documents.edits.begin(address, snapshot.text);

    await desk.documents.edits.close(address);
    const outcome = await desk.save(address, edited(snapshot, { title: "Milk" }));

    assert.deepEqual([why(outcome), [...desk.bases.texts]], ["never-opened", []]);
  });
});
