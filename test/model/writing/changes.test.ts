import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { changesBetween, dataToSend } from "../../../src/model/writing/changedFields.ts";
import type { Changes } from "../../../src/model/writing/changedFields.ts";
import { fromText, toText } from "../../../src/model/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";
import { against, base, nothing, without } from "./tea.ts";

const changed = (change: JsonObject): Changes => must(against({ ...base, ...change }));

const changedFrom = (before: JsonObject, after: JsonObject): Changes =>
  must(changesBetween({ ...base, ...before }, { ...base, ...after }, withTimes));

const times: readonly (readonly [string, AttributeSchema])[] = [
  ["eatenAt", { type: "time" }],
  ["rests", { type: "component", component: "shared.rest", repeatable: true }],
];
const withTimes = {
  type: { ...recipes, attributes: new Map([...recipes.attributes, ...times]) },
  catalog: {
    ...kitchen,
    components: new Map([["shared.rest", new Map([["at", { type: "time" }]])]]),
  },
};

describe("changesBetween for a document", () => {
  it("changesBetween is empty when nothing changed", () => {
    const changes = changed({});

    assert.deepEqual(changes, nothing);
  });

  it("changesBetween is empty when only white space or the order of keys changed", () => {
    const reversed = Object.fromEntries(Object.entries(base).reverse());
    const text = JSON.stringify({
      ...reversed,
      extra: { notes: [1, 2], sugar: { brown: true, spoons: 2 } },
    });

    const changes = must(against(must(fromText(text.replaceAll(",", " ,\n\t")))));

    assert.deepEqual(changes, nothing);
  });

  it("changesBetween has the changed attributes, whole, and no other", () => {
    const extra = { sugar: { spoons: 1, brown: true }, notes: [2, 1] };

    const changes = changed({ title: "Milk", servings: 0, vegan: true, extra });

    assert.deepEqual(changes, {
      ...nothing,
      data: { title: "Milk", servings: 0, vegan: true, extra },
    });
  });

  it("changesBetween is empty when a value is only written in another notation, also inside a component", () => {
    const changes = [
      changedFrom({ servings: 2, price: 4.5 }, { servings: "2", price: "4.50" }),
      changedFrom({ vegan: true, weight: "12" }, { vegan: "true", weight: 12 }),
      changedFrom({ cookedOn: "2026-01-31" }, { cookedOn: "2026-01-31T00:00:00Z" }),
      changedFrom({ eatenAt: "10:30:00.000" }, { eatenAt: "10:30" }),
      changedFrom({ rests: [{ id: 1, at: "10:30:00" }] }, { rests: [{ id: 1, at: "10:30" }] }),
    ];

    assert.deepEqual(changes, Array(5).fill(nothing));
  });

  it("changesBetween treats a missing key and null as equal", () => {
    const added = must(against({ ...base, slug: null }));
    const removed = must(against(without("summary")));

    assert.deepEqual([added, removed], [nothing, nothing]);
  });

  it("changesBetween clears attributes that were removed from the text, and lists them as cleared", () => {
    const changes = must(against(without("title", "cook", "tags", "cover")));

    assert.deepEqual(changes, {
      ...nothing,
      data: { title: null, cook: null, tags: [], cover: null },
      cleared: ["title", "cook", "tags", "cover"],
    });
  });

  it("changesBetween lists neither empty attributes nor attributes set to null as cleared", () => {
    const changes = must(against({ ...without("gallery", "summary"), title: null, tags: [] }));

    assert.deepEqual(changes, { ...nothing, data: { title: null, tags: [] } });
  });

  it("changesBetween ignores edits of a relation's or media file's title, and lists them as ignored", () => {
    const changes = changed({
      cook: { documentId: "cook1", name: "Someone else" },
      tags: [{ documentId: "tag1" }, { documentId: "tag2", word: "sour" }],
      cover: { documentId: "pic1", alternativeText: "Edited" },
    });

    assert.deepEqual(changes, { ...nothing, ignored: ["cook", "tags", "cover"] });
  });

  it("changesBetween names relations and media only by documentId", () => {
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

  it("changesBetween clears no attribute that the schema doesn't have", () => {
    const before = { ...base, motto: "Of an earlier schema" };

    const changes = must(against(base, before));

    assert.deepEqual(changes, nothing);
  });

  it("changesBetween has a list of relations whose order changed", () => {
    const changes = changed({ tags: ["tag2", "tag1"] });

    assert.deepEqual(changes.data, { tags: [{ documentId: "tag2" }, { documentId: "tag1" }] });
  });

  it("changesBetween reports a change of $ or $schema and sends neither", () => {
    const edits: JsonObject[] = [
      { ...base, $: { documentId: "tea2", updatedAt: "2026-03-02T08:00:00.000Z" } },
      { ...base, $schema: "https://example.com/schema.json" },
      without("$"),
    ];

    const changes = edits.map((now) => must(against(now)));

    assert.deepEqual(changes, Array(3).fill({ ...nothing, factsChanged: true }));
  });

  it("changesBetween ignores the locale states and publication time that earlier versions kept in $", () => {
    const facts = { documentId: "tea1", updatedAt: "2026-03-02T08:00:00.000Z" };
    const states = { de: "draft", en: "published" };
    const oldContent = { ...base, $: { ...facts, publishedAt: null, locales: states } };
    const today = { ...base, $: { ...facts, locales: ["de", "en"] } };

    const outcomes = [must(against(oldContent, today)), must(against(today, oldContent))];

    assert.deepEqual(outcomes, [nothing, nothing]);
  });

  it("changesBetween includes unknown attributes, so that the service rejects them", () => {
    const changes = changed({ bogus: { documentId: "x", deep: [1] } });

    assert.deepEqual(changes.data, { bogus: { documentId: "x", deep: [1] } });
  });

  it("changesBetween handles keys such as __proto__ and toString", () => {
    const now = must(fromText(toText(base).replace("{", '{ "__proto__": 1, "toString": null,')));

    const { data, cleared } = must(against(now));

    assert.deepEqual([Object.entries(data), cleared], [[["__proto__", 1]], []]);
  });
});

describe("dataToSend", () => {
  const service = { type: recipes, catalog: kitchen, sendAllFields: ["recipes"] };
  const content: JsonObject = {
    ...{ title: "Tea", slug: "tea", editorsNote: "hidden", previewPassword: "secret" },
    ...{ cook: { documentId: "cook1", name: "Ines" }, menu: { documentId: "menu1" } },
    ...{
      gallery: [],
      cover: null,
      seo: { id: 1, metaTitle: "Tea" },
      links: [{ id: 2, label: "a" }],
    },
    $: { documentId: "tea1" },
  };
  const unread = new Map([["links", [{ path: "links[0].url", why: "absent" } as const]]]);
  const change = {
    data: { title: "Milk" },
    before: { content, unread },
    expected: { ...content, title: "Milk", slug: "milk" },
  };

  it("dataToSend has every attribute that was read completely and can be written, as after the write", () => {
    const data = dataToSend(service, change);

    assert.deepEqual(data, {
      ...{ title: "Milk", slug: "milk", cook: { documentId: "cook1" } },
      ...{ gallery: [], cover: null, seo: { id: 1, metaTitle: "Tea" } },
    });
  });

  it("dataToSend has only the changes for another type, and only simple attributes of an inferred one", () => {
    const partial = dataToSend({ ...service, sendAllFields: ["menus"] }, change);
    const inferred = dataToSend(
      { ...service, catalog: { ...kitchen, source: "inferred" } },
      change,
    );

    assert.deepEqual([partial, inferred], [{ title: "Milk" }, { title: "Milk", slug: "milk" }]);
  });
});
