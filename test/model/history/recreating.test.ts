import assert from "node:assert/strict";
import { recreate } from "../../../src/model/history/restoration.ts";
import { edited } from "../testModel.ts";
import { startFaults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import {
  ask,
  changeElsewhere,
  draft,
  magazine,
  make,
  makeArticle,
  makeTranslated,
  openModel,
  total,
  unique,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Recreate", () => {
  it("Recreate creates a draft of the editor's text with a new documentId", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea", kicker: "Old", seo: { metaTitle: "Warm" } });
    const snapshot = await model.open(model.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);

    const text = edited(snapshot, { title: "Milk" });
    const { address: newAddress } = must(await recreate(model.article(id), text, model));

    const newDraft = await draft(`articles/${newAddress.id}`, "populate=seo");
    assert.notEqual(newAddress.id, id);
    assert.deepEqual([newDraft?.["title"], newDraft?.["kicker"]], ["Milk", "Old"]);
    assert.equal((newDraft!["seo"] as { metaTitle: string }).metaTitle, "Warm");
    assert.equal(await draft(`articles/${id}`), undefined);
  });

  it("Recreate creates other locales that are open", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const snapshot = await model.open(model.article(id));
    await model.open(model.article(id, "fr"));
    await ask("DELETE", `articles/${id}?locale=*`);

    const { address: newAddress } = must(await recreate(model.article(id), snapshot.text, model));

    const titles = [
      await draft(`articles/${newAddress.id}`),
      await draft(`articles/${newAddress.id}`, "locale=fr"),
    ].map((version) => version?.["title"]);
    assert.deepEqual(titles, ["Tea", "Thé"]);
  });

  it("Recreate creates other locales as they were last saved in this window", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const french = await model.open(model.article(id, "fr"));
    must(await model.save(model.article(id, "fr"), edited(french, { title: "Lait" })));
    await model.documents.edits.close(model.article(id, "fr"));
    const snapshot = await model.open(model.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);

    const { address: newAddress } = must(await recreate(model.article(id), snapshot.text, model));

    assert.equal((await draft(`articles/${newAddress.id}`, "locale=fr"))?.["title"], "Lait");
  });

  it("Recreate adds the locale to the document that still exists in another locale", async () => {
    const model = openModel();
    const id = await makeTranslated("Tea", "Thé");
    const french = model.article(id, "fr");
    const snapshot = await model.open(french);
    await ask("DELETE", `articles/${id}?locale=fr`);

    const text = edited(snapshot, { title: "Lait" });
    const { address } = must(await recreate(french, text, model));
    const { sent } = must(await model.save(french, text));

    const frenchDraft = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual([address, sent, frenchDraft?.["title"]], [french, [], "Lait"]);
  });

  it("Recreate fails when an earlier call created the document and the text has changed since", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "Tea" });
    const snapshot = await model.open(model.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);
    const text = edited(snapshot, { title: "Milk" });
    const { address: newAddress } = must(await recreate(model.article(id), text, model));

    const again = must(await recreate(model.article(id), text, model));
    const newer = edited(snapshot, { title: "Cream" });
    const outcome = await recreate(model.article(id), newer, model);

    assert.deepEqual(again.address, newAddress);
    assert.deepEqual(outcome[0], { code: "made-before", documentId: newAddress.id });
    assert.equal((await draft(`articles/${newAddress.id}`))?.["title"], "Milk");
  });

  it("Recreate completes a half-created document when it is retried, without a duplicate", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const [title, category] = [unique("Tea"), await make("categories", { name: unique("Gone") })];
    const id = await makeTranslated(title, "Thé");
    await changeElsewhere(id, { category });
    const { text } = await model.open(model.article(id));
    await model.open(model.article(id, "fr"));
    await ask("DELETE", `articles/${id}?locale=*`);
    await ask("DELETE", `categories/${category}`);

    faults.inject(/PUT/, json({ data: null, error: { status: 500 } }, 500));
    const first = await recreate(model.article(id), text, model);
    const second = await recreate(model.article(id), text, model, true);
    faults.heal();
    const recreation = must(await recreate(model.article(id), text, model, true));
    await faults.stop();

    assert.deepEqual([why(first), why(second)], ["half-made", "half-made"]);
    assert.equal((await draft(`articles/${recreation.address.id}`, "locale=fr"))?.["title"], "Thé");
    assert.equal(await total("articles", `filters[title]=${encodeURIComponent(title)}`), 1);
  });

  it("Recreate is rejected for text that is not valid JSON", async () => {
    const model = openModel();
    const id = await makeArticle();
    await model.open(model.article(id));

    const outcome = await recreate(model.article(id), "{", model);

    assert.deepEqual([why(outcome), model.sent("POST")], ["invalid-json", []]);
  });
});
