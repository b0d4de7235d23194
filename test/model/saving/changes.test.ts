import assert from "node:assert/strict";
import type { Changes } from "../../../src/model/changes/writing/changes.ts";
import { fromText, toText } from "../../../src/model/documents/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { must } from "../outcomes.ts";
import { against, base, nothing, without } from "./tea.ts";

const changed = (change: JsonObject): Changes => must(against({ ...base, ...change }));

describe("A save", () => {
  it("sends nothing where nothing changed", () => {
    const changes = changed({});

    assert.deepEqual(changes, nothing);
  });

  it("sends nothing where only white space or the order of keys changed", () => {
    const reversed = Object.fromEntries(Object.entries(base).reverse());
    const text = JSON.stringify({
      ...reversed,
      extra: { notes: [1, 2], sugar: { brown: true, spoons: 2 } },
    });

    const changes = must(against(must(fromText(text.replaceAll(",", " ,\n\t")))));

    assert.deepEqual(changes, nothing);
  });

  it("sends the attributes that differ, whole, and no other", () => {
    const extra = { sugar: { spoons: 1, brown: true }, notes: [2, 1] };

    const changes = changed({ title: "Milk", servings: 0, vegan: true, extra });

    assert.deepEqual(changes, {
      ...nothing,
      data: { title: "Milk", servings: 0, vegan: true, extra },
    });
  });

  it("takes an absent key and null for one thing", () => {
    const added = must(against({ ...base, slug: null }));
    const removed = must(against(without("summary")));

    assert.deepEqual([added, removed], [nothing, nothing]);
  });

  it("clears what was taken out of the text, and names it", () => {
    const changes = must(against(without("title", "cook", "tags", "cover")));

    assert.deepEqual(changes, {
      ...nothing,
      data: { title: null, cook: null, tags: [], cover: null },
      cleared: ["title", "cook", "tags", "cover"],
    });
  });

  it("names nothing as cleared that was empty, and nothing that the person set to null", () => {
    const changes = must(against({ ...without("gallery", "summary"), title: null, tags: [] }));

    assert.deepEqual(changes, { ...nothing, data: { title: null, tags: [] } });
  });

  it("sends no edit of a relation's or a file's title, and names what it left", () => {
    const changes = changed({
      cook: { documentId: "cook1", name: "Someone else" },
      tags: [{ documentId: "tag1" }, { documentId: "tag2", word: "sour" }],
      cover: { documentId: "pic1", alternativeText: "Edited" },
    });

    assert.deepEqual(changes, { ...nothing, ignored: ["cook", "tags", "cover"] });
  });

  it("names relations and files by documentId alone, however the text names them", () => {
    const changes = changed({
      cook: "cook2",
      tags: [{ documentId: "tag2", word: "sweet" }, "tag3"],
      cover: { documentId: "pic2", name: "cup.jpg" },
      gallery: ["pic1", { documentId: "pic3" }],
    });

    assert.deepEqual(changes.data, {
      cook: { documentId: "cook2" },
      tags: [{ documentId: "tag2" }, { documentId: "tag3" }],
      cover: { documentId: "pic2" },
      gallery: [{ documentId: "pic1" }, { documentId: "pic3" }],
    });
  });

  it("sends a list of relations in another order", () => {
    const changes = changed({ tags: ["tag2", "tag1"] });

    assert.deepEqual(changes.data, { tags: [{ documentId: "tag2" }, { documentId: "tag1" }] });
  });

  it("points out that $ or $schema was changed, and sends neither", () => {
    const edits: JsonObject[] = [
      { ...base, $: { documentId: "tea2", updatedAt: "2026-03-02T08:00:00.000Z" } },
      { ...base, $schema: "https://example.com/schema.json" },
      without("$"),
    ];

    const changes = edits.map((now) => must(against(now)));

    assert.deepEqual(changes, Array(3).fill({ ...nothing, factsChanged: true }));
  });

  it("takes what earlier versions have kept in $, states and the time of publishing, for no edit", () => {
    const facts = { documentId: "tea1", updatedAt: "2026-03-02T08:00:00.000Z" };
    const states = { de: "draft", en: "published" };
    const kept = { ...base, $: { ...facts, publishedAt: null, locales: states } };
    const today = { ...base, $: { ...facts, locales: ["de", "en"] } };

    const outcomes = [must(against(kept, today)), must(against(today, kept))];

    assert.deepEqual(outcomes, [nothing, nothing]);
  });

  it("leaves it to the service to refuse a name that it does not know", () => {
    const changes = changed({ bogus: { documentId: "x", deep: [1] } });

    assert.deepEqual(changes.data, { bogus: { documentId: "x", deep: [1] } });
  });

  it("takes keys that every object has for keys like any other", () => {
    const now = must(fromText(toText(base).replace("{", '{ "__proto__": 1, "toString": null,')));

    const { data, cleared } = must(against(now));

    assert.deepEqual([Object.entries(data), cleared], [[["__proto__", 1]], []]);
  });
});
