import assert from "node:assert/strict";
import { recreate } from "../../../src/model/changes/lifecycle/recreate.ts";
import { edited } from "../desk.ts";
import { startFaults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import { ask, changeElsewhere, draft, magazine, make } from "../magazine.ts";
import { makeArticle, makeTranslated, openDesk, total, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Recreate", () => {
  it("creates a draft of the editor's text with a new documentId", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea", kicker: "Old", seo: { metaTitle: "Warm" } });
    const snapshot = await desk.open(desk.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);

    const text = edited(snapshot, { title: "Milk" });
    const { address: made } = must(await recreate(desk.article(id), text, desk));

    const there = await draft(`articles/${made.id}`, "populate=seo");
    assert.notEqual(made.id, id);
    assert.deepEqual([there?.["title"], there?.["kicker"]], ["Milk", "Old"]);
    assert.equal((there?.["seo"] as { metaTitle: string }).metaTitle, "Warm");
    assert.equal(await draft(`articles/${id}`), undefined);
  });

  it("creates other locales that are open", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const snapshot = await desk.open(desk.article(id));
    await desk.open(desk.article(id, "fr"));
    await ask("DELETE", `articles/${id}?locale=*`);

    const { address: made } = must(await recreate(desk.article(id), snapshot.text, desk));

    const titles = [
      await draft(`articles/${made.id}`),
      await draft(`articles/${made.id}`, "locale=fr"),
    ].map((one) => one?.["title"]);
    assert.deepEqual(titles, ["Tea", "Thé"]);
  });

  it("creates other locales as they were last saved in this window", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const french = await desk.open(desk.article(id, "fr"));
    must(await desk.save(desk.article(id, "fr"), edited(french, { title: "Lait" })));
    await desk.documents.edits.close(desk.article(id, "fr"));
    const snapshot = await desk.open(desk.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);

    const { address: made } = must(await recreate(desk.article(id), snapshot.text, desk));

    assert.equal((await draft(`articles/${made.id}`, "locale=fr"))?.["title"], "Lait");
  });

  it("adds the locale to the document that still exists in another locale", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const french = desk.article(id, "fr");
    const snapshot = await desk.open(french);
    await ask("DELETE", `articles/${id}?locale=fr`);

    const text = edited(snapshot, { title: "Lait" });
    const { address } = must(await recreate(french, text, desk));
    const { sent } = must(await desk.save(french, text));

    const there = await draft(`articles/${id}`, "locale=fr");
    assert.deepEqual([address, sent, there?.["title"]], [french, false, "Lait"]);
  });

  it("fails when an earlier call created the document and the text has changed since", async () => {
    const desk = openDesk();
    const id = await makeArticle({ title: "Tea" });
    const snapshot = await desk.open(desk.article(id));
    await ask("DELETE", `articles/${id}?locale=*`);
    const text = edited(snapshot, { title: "Milk" });
    const { address: made } = must(await recreate(desk.article(id), text, desk));

    const again = must(await recreate(desk.article(id), text, desk));
    const newer = edited(snapshot, { title: "Cream" });
    const outcome = await recreate(desk.article(id), newer, desk);

    assert.deepEqual(again.address, made);
    assert.deepEqual(outcome[0], { code: "made-before", documentId: made.id });
    assert.equal((await draft(`articles/${made.id}`))?.["title"], "Milk");
  });

  it("completes a half-created document when it is retried, without a duplicate", async () => {
    const faults = await startFaults(magazine().url);
    const desk = openDesk({ url: faults.url });
    const [title, category] = [unique("Tea"), await make("categories", { name: unique("Gone") })];
    const id = await makeTranslated(title, "Thé");
    await changeElsewhere(id, { category });
    const { text } = await desk.open(desk.article(id));
    await desk.open(desk.article(id, "fr"));
    await ask("DELETE", `articles/${id}?locale=*`);
    await ask("DELETE", `categories/${category}`);

    faults.inject(/PUT/, json({ data: null, error: { status: 500 } }, 500));
    const first = await recreate(desk.article(id), text, desk);
    const second = await recreate(desk.article(id), text, desk, true);
    faults.heal();
    const made = must(await recreate(desk.article(id), text, desk, true));
    await faults.stop();

    assert.deepEqual([why(first), why(second)], ["half-made", "half-made"]);
    assert.equal((await draft(`articles/${made.address.id}`, "locale=fr"))?.["title"], "Thé");
    assert.equal(await total("articles", `filters[title]=${encodeURIComponent(title)}`), 1);
  });

  it("is rejected for text that is not valid JSON", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    await desk.open(desk.article(id));

    const outcome = await recreate(desk.article(id), "{", desk);

    assert.deepEqual([why(outcome), desk.sent("POST")], ["invalid-json", []]);
  });
});
