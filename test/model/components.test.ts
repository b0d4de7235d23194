import assert from "node:assert/strict";
import { changesBetween } from "../../src/model/saving/changes.ts";
import type { Changes } from "../../src/model/saving/changes.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { kitchen, recipes } from "./kitchen.ts";
import { must } from "./outcomes.ts";

const picture = { documentId: "pic1", name: "kettle.jpg", alternativeText: null };
const here = { id: 31, label: "Here", url: "https://example.com/here" };
const there = { id: 32, label: "There", url: "https://example.com/there" };
const seo = {
  id: 11,
  metaTitle: "Tea",
  metaDescription: "Warm cups",
  shareImage: picture,
  canonical: { id: 12, label: "Tea", url: "https://example.com/tea" },
  keywords: [] as Json[],
};
const text = { __component: "sections.text", id: 5, heading: "Boil", body: "Slowly." };
const quote = {
  __component: "sections.quote",
  // Each kind of component counts its ids for itself.
  id: 5,
  text: "Ah.",
  heading: "Said",
  author: { documentId: "cook1", name: "Ines" },
};
const base: JsonObject = { seo, links: [here, there], sections: [text, quote] };

const save = (change: JsonObject): Outcome<Changes> =>
  changesBetween(base, { ...base, ...change }, { type: recipes, catalog: kitchen });

const sent = (change: JsonObject): Json => must(save(change)).data;

const problems = (change: JsonObject): unknown => {
  const [failure] = save(change);
  return failure?.code === "not-sendable" ? failure.problems : failure;
};

const { metaDescription, canonical, ...shorter } = seo;
const sentSeo = { ...seo, shareImage: { documentId: "pic1" } };

describe("A save of a component", () => {
  it("sends it whole with its id, and what it points to by documentId", () => {
    const data = sent({ seo: { ...seo, metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { ...sentSeo, metaTitle: "Milk" } });
  });

  it("sends nothing where only the title of a file in it was edited", () => {
    const data = sent({ seo: { ...seo, shareImage: { documentId: "pic1", name: "cup.jpg" } } });

    assert.deepEqual(data, {});
  });

  it("clears what was taken out of it, since the service would keep a key that is not sent", () => {
    const changes = must(save({ seo: shorter }));

    assert.deepEqual(changes, {
      data: { seo: { ...sentSeo, metaDescription: null, canonical: null } },
      cleared: ["seo.metaDescription", "seo.canonical"],
      ignored: [],
      touchedFacts: false,
    });
    assert.ok(metaDescription && canonical.id);
  });

  it("clears what was taken out of a component in it", () => {
    const changes = must(save({ seo: { ...seo, canonical: { id: 12, label: "Tea" } } }));

    assert.deepEqual(changes.data, {
      seo: { ...sentSeo, canonical: { id: 12, label: "Tea", url: null } },
    });
    assert.deepEqual(changes.cleared, ["seo.canonical.url"]);
  });

  it("sends and names nothing where an empty list was taken out of it", () => {
    const { keywords, ...rest } = seo;

    const changes = must(save({ seo: rest }));

    assert.deepEqual([keywords, changes.data, changes.cleared], [[], {}, []]);
  });

  it("sends one without an id as it is written: it is a new one", () => {
    const data = sent({ seo: { metaTitle: "Milk" } });

    assert.deepEqual(data, { seo: { metaTitle: "Milk" } });
  });

  it("sends null for one that was set to null or taken out", () => {
    const changes = must(
      changesBetween(
        base,
        { links: base["links"] ?? null, sections: base["sections"] ?? null },
        {
          type: recipes,
          catalog: kitchen,
        },
      ),
    );

    assert.deepEqual([sent({ seo: null }), changes.data], [{ seo: null }, { seo: null }]);
    assert.deepEqual(changes.cleared, ["seo"]);
  });

  it("refuses what is no component", () => {
    const found = problems({ seo: "Tea", links: [here, 7], sections: [text, "quote"] });

    assert.deepEqual(found, [
      { path: "seo", why: "needs-object" },
      { path: "links[1]", why: "needs-object" },
      { path: "sections[1]", why: "needs-object" },
    ]);
  });

  it("refuses a number in it that should be a documentId, and says where", () => {
    const found = problems({ seo: { ...seo, shareImage: 9 }, sections: [{ ...quote, author: 4 }] });

    assert.deepEqual(found, [
      { path: "seo.shareImage", why: "needs-document-id" },
      { path: "sections[0].author", why: "needs-document-id" },
    ]);
  });
});

describe("A save of a list of components", () => {
  it("sends the list whole, in its order, each entry with its id", () => {
    const data = sent({ links: [there, here] });

    assert.deepEqual(data, { links: [there, here] });
  });

  it("sends a new entry without an id, and leaves out the one that was taken out", () => {
    const data = sent({ links: [there, { label: "New", url: "https://example.com/new" }] });

    assert.deepEqual(data, {
      links: [there, { label: "New", url: "https://example.com/new" }],
    });
  });

  it("clears a key that was taken out of an entry, also of one that has moved", () => {
    const changes = must(save({ links: [there, { id: 31, label: "Here" }] }));

    assert.deepEqual(changes.data, { links: [there, { id: 31, label: "Here", url: null }] });
    assert.deepEqual(changes.cleared, ["links[1].url"]);
  });

  it("sends an empty list where the list was emptied, set to null or taken out", () => {
    const data = [sent({ links: [] }), sent({ links: null })];

    assert.deepEqual(data, [{ links: [] }, { links: [] }]);
  });

  it("refuses what is no list", () => {
    const found = problems({ links: here, sections: text });

    assert.deepEqual(found, [
      { path: "links", why: "needs-list" },
      { path: "sections", why: "needs-list" },
    ]);
  });
});

describe("A save of a dynamic zone", () => {
  const sentQuote = { ...quote, author: { documentId: "cook1" } };

  it("sends __component first in each entry, wherever the text has it", () => {
    const { __component, ...rest } = quote;

    const data = sent({ sections: [{ ...rest, text: "Oh.", __component }] });

    assert.equal(
      JSON.stringify(data),
      JSON.stringify({ sections: [{ ...sentQuote, text: "Oh." }] }),
    );
  });

  it("takes entries of two kinds for two, though they have the same id", () => {
    const changes = must(save({ sections: [quote, { ...text, body: "Quickly." }] }));

    assert.deepEqual(changes.data, { sections: [sentQuote, { ...text, body: "Quickly." }] });
    assert.deepEqual(changes.cleared, []);
  });

  it("clears a key that was taken out of an entry that shares its id with one of another kind", () => {
    const { heading, ...rest } = quote;

    const changes = must(save({ sections: [text, rest] }));

    assert.deepEqual(changes.data, { sections: [text, { ...sentQuote, heading: null }] });
    assert.deepEqual([heading, changes.cleared], ["Said", ["sections[1].heading"]]);
  });

  it("refuses an entry that does not say what it is", () => {
    const found = problems({ sections: [{ text: "Ah." }] });

    assert.deepEqual(found, [{ path: "sections[0]", why: "needs-component" }]);
  });

  it("leaves it to the service to refuse a component that it does not know", () => {
    const entry = { __component: "sections.unknown", deep: { documentId: "x", more: 1 } };

    const data = sent({ sections: [entry] });

    assert.deepEqual(data, { sections: [entry] });
  });
});
