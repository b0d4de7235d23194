import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { edited } from "../testModel.ts";
import { bothVersions, changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";

const titleAndKicker = async (id: string): Promise<unknown> =>
  (await bothVersions(id, "title", "kicker"))[0];

interface Kept {
  readonly content: { readonly title: unknown };
}

/** The titles in the stored bases. */
const keptTitles = ({ texts }: BasesInMemory): unknown[] =>
  [...texts.values()].map((text) => (JSON.parse(text) as Kept).content.title);

/** A document with unsaved changes. Another user has changed its kicker since it was opened. */
async function editWhileChanged() {
  const model = openModel();
  const id = await makeArticle({ title: "Tea", kicker: "Old" });
  const address = model.article(id);
  const snapshot = await model.open(address);
  await model.documents.edits.begin(address, snapshot.text);
  await changeElsewhere(id, { kicker: "Hers" });
  return { model, id, address, snapshot };
}

describe("Base of unsaved changes", () => {
  it("the base stays the same while the editor has unsaved changes and reads a newer version", async () => {
    const { model, id, address, snapshot } = await editWhileChanged();

    // An editor sends these requests when the user compares its text with the service's version.
    await model.noticeChange(address);
    must(await model.documents.read(address));
    must(await model.save(address, edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("a conflict is shown if the user typed what a save had merged in, and it has changed since", async () => {
    const { model, id, address, snapshot } = await editWhileChanged();
    // The user goes on typing, so that the editor does not load the merged kicker.
    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    await changeElsewhere(id, { kicker: "His" });

    const mine = edited(snapshot, { title: "Milk", kicker: "Hers" });
    const outcome = await model.save(address, mine);

    assert.equal(why(outcome), "conflict");
    assert.deepEqual(await titleAndKicker(id), ["Milk", "His"]);
  });

  it("a conflict is shown also if the user typed merged text in a part of a component", async () => {
    const model = openModel();
    const seo = { metaTitle: "Old", metaDescription: "Old" };
    const id = await makeArticle({ title: "Tea", seo });
    const address = model.article(id);
    const snapshot = await model.open(address);
    await model.documents.edits.begin(address, snapshot.text);
    const rowOf = async () =>
      (await draft(`articles/${id}`, "populate[seo]=true"))?.["seo"] as JsonObject;
    const { id: rowId } = await rowOf();
    const change = (metaTitle: string) =>
      changeElsewhere(id, { seo: { id: rowId, ...seo, metaTitle } });
    await change("Hers");
    must(await model.save(address, edited(snapshot, { title: "Milk" })));
    await change("His");

    const snapshotSeo = (JSON.parse(snapshot.text) as { seo: JsonObject }).seo;
    const mine = { ...snapshotSeo, metaTitle: "Hers", metaDescription: "Mine" };
    const outcome = await model.save(address, edited(snapshot, { title: "Milk", seo: mine }));

    assert.equal(why(outcome), "conflict");
    assert.equal((await rowOf())["metaTitle"], "His");
  });

  it("the base survives a window reload in which the editor restores its text", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const before = openModel({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    await changeElsewhere(id, { kicker: "Hers" });

    const after = openModel({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("the base is the version that the editor reads when the stored base is truncated", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openModel({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    for (const [key, text] of bases.texts) bases.texts.set(key, text.slice(0, 20));

    const after = openModel({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), edited(snapshot, { title: "Milk" })));

    assert.equal((await draft(`articles/${id}`))?.["title"], "Milk");
  });

  it("the base is the last saved version, also after a reload", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openModel({ bases });
    const snapshot = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), snapshot.text);
    must(await before.save(before.article(id), edited(snapshot, { title: "Milk" })));
    const storedTitles = keptTitles(bases);

    // The user typed during that save and then typed the first title again.
    const after = openModel({ bases });
    await after.documents.edits.begin(after.article(id), snapshot.text);
    must(await after.documents.stat(after.article(id)));
    must(await after.save(after.article(id), snapshot.text));

    assert.deepEqual([storedTitles, (await draft(`articles/${id}`))?.["title"]], [["Milk"], "Tea"]);
  });

  it("the base is the version that the editor has read when an earlier window left an old one", async () => {
    const bases = new BasesInMemory();
    const id = await makeArticle({ title: "Tea" });
    const before = openModel({ bases });
    const { text } = await before.open(before.article(id));
    await before.documents.edits.begin(before.article(id), text);
    await changeElsewhere(id, { title: "Milk" });

    const after = openModel({ bases });
    const snapshot = await after.open(after.article(id));
    await after.documents.edits.begin(after.article(id), snapshot.text);
    const outcome = await after.save(after.article(id), edited(snapshot, { title: "Tea" }));

    assert.deepEqual([must(outcome).sent, await titleAndKicker(id)], [["title"], ["Tea", "Made"]]);
  });

  it("the base is stored under the document's key and version while there are unsaved changes", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    const { text, version } = await model.open(address);
    const { bases, documents } = model;
    const baseStates: unknown[] = [[...bases.texts.keys()]];

    await documents.edits.begin(address, text);
    baseStates.push([...bases.texts.keys()], keptTitles(bases));
    await documents.edits.markClean(address, text);
    baseStates.push([...bases.texts.keys()]);

    const hash = createHash("sha256")
      .update(`${keyOf(address)}@${version}`)
      .digest("hex");
    const [, [name] = []] = baseStates as string[][];
    assert.match(String(name), new RegExp(`^${hash}-[\\da-f-]{36}\\.json$`));
    assert.deepEqual(baseStates, [[], [name], ["Tea"], []]);
  });

  it("no base is left behind by a change that is undone at once", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const { text } = await model.open(address);

    await Promise.all([
      model.documents.edits.begin(address, text),
      model.documents.edits.markClean(address, text),
    ]);

    assert.deepEqual([...model.bases.texts], []);
  });

  it("the base is the text that the editor reverted to, even after it compared with a newer version", async () => {
    const { model, id, address, snapshot } = await editWhileChanged();
    await model.noticeChange(address);
    must(await model.documents.read(address));

    await model.documents.edits.markClean(address, snapshot.text);
    await model.documents.edits.begin(address, snapshot.text);
    must(await model.save(address, edited(snapshot, { title: "Milk" })));

    assert.deepEqual(await titleAndKicker(id), ["Milk", "Hers"]);
  });

  it("the base changes to the version that the editor loads after Revert", async () => {
    const { model, id, address } = await editWhileChanged();

    // An editor sends these requests when the user reverts to the service's version.
    await model.noticeChange(address);
    const loaded = must(await model.documents.read(address));
    await model.documents.edits.markClean(address, loaded.text);
    must(await model.save(address, edited(loaded, { kicker: "Old" })));

    assert.deepEqual(await titleAndKicker(id), ["Tea", "Old"]);
  });

  it("the base is deleted with the document", async () => {
    const model = openModel();
    const address = model.article(await makeArticle());
    const snapshot = await model.open(address);
    await model.documents.edits.begin(address, snapshot.text);

    const previewed = must(await model.publication.preview(address));
    must(await model.publication.delete(address, previewed));
    await model.documents.edits.markClean(address, snapshot.text);

    assert.deepEqual([...model.bases.texts], []);
  });

  it("the base is deleted when the last editor of the document closes", async () => {
    const model = openModel();
    const address = model.article(await makeArticle({ title: "Tea" }));
    const snapshot = await model.open(address);
    await model.documents.edits.begin(address, snapshot.text);

    await model.documents.edits.close(address);
    const outcome = await model.save(address, edited(snapshot, { title: "Milk" }));

    assert.deepEqual([why(outcome), [...model.bases.texts]], ["never-opened", []]);
  });
});
