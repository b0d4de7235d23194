import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { differs } from "../../../src/model/content/differing.ts";
import { changedPaths } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";

const seo = { id: 11, metaTitle: "Tea", canonical: { id: 12, label: "Tea", url: "/tea" } };
const here = { id: 31, label: "Here", url: "/here" };
const there = { id: 32, label: "There", url: "/there" };

const base: JsonObject = {
  title: "Tea",
  summary: "Warm",
  extra: { sugar: 2, notes: ["hot"] },
  cook: { documentId: "cook1", name: "Ines" },
  tags: [{ documentId: "tag1", word: "warm" }],
  seo,
  links: [here, there],
  $: { documentId: "tea1" },
};

const pathsOf = (change: JsonObject, before = base): string[] =>
  changedPaths(before, { ...before, ...change }, { type: recipes, catalog: kitchen });

describe("changedPaths", () => {
  it("returns the paths whose content changed", () => {
    const paths = pathsOf({
      title: "Milk",
      extra: { sugar: 2, notes: [] },
      cook: null,
      tags: ["tag2"],
      slug: "tea",
      seo: { ...seo, metaDescription: "New", canonical: { ...seo.canonical, url: "/milk" } },
    });

    assert.deepEqual(paths, [
      "title",
      "extra",
      "cook",
      "tags",
      "seo.canonical.url",
      "seo.metaDescription",
      "slug",
    ]);
  });

  it("ignores the formatting, titles of relation targets, and attributes that the service owns", () => {
    const paths = pathsOf({
      extra: { notes: ["hot"], sugar: 2 },
      cook: "cook1",
      tags: [{ documentId: "tag1", word: "warmer" }],
      seo: { ...seo, id: 21, shareImage: null, canonical: { ...seo.canonical, id: 22 } },
      gallery: [],
      slug: null,
      $: { documentId: "tea2" },
      updatedAt: "2026-03-02T08:00:00.000Z",
    });

    assert.deepEqual(paths, []);
  });

  it("returns the paths that were removed from the text", () => {
    const { summary, links, ...now } = base;

    const paths = changedPaths(base, now, { type: recipes, catalog: kitchen });

    assert.deepEqual(paths, ["summary", "links"]);
    assert.ok(summary !== undefined && links !== undefined);
  });

  it("returns an edited entry by its index, and the list when entries were added, removed or moved", () => {
    const edited = { ...there, label: "Elsewhere" };

    const paths = [
      pathsOf({ links: [edited, here] }),
      pathsOf({ links: [there] }),
      pathsOf({ links: [here, there, { label: "New" }] }),
      pathsOf({ links: [here, edited] }),
    ];

    assert.deepEqual(paths, [
      ["links[0].label", "links"],
      ["links"],
      ["links"],
      ["links[1].label"],
    ]);
  });
});

describe("differs", () => {
  const differsAt = (name: string, a: Json | undefined, b: Json | undefined): boolean =>
    differs(recipes.attributes.get(name), a, b, kitchen);
  const text = { __component: "sections.text", id: 1, heading: "A" };

  it("ignores row ids and titles of relation targets", () => {
    const differences = [
      differsAt("title", null, undefined),
      differsAt("tags", null, []),
      differsAt("tags", ["tag1"], [{ documentId: "tag1", word: "warm" }]),
      differsAt("cook", { id: 3, documentId: "cook1" }, { id: 4, documentId: "cook1" }),
      differsAt("seo", seo, { ...seo, id: 99, canonical: { ...seo.canonical, id: 98 } }),
      differsAt("sections", [text], [{ ...text, id: 2, body: null }]),
    ];

    assert.deepEqual(differences, Array(6).fill(false));
  });

  it("returns true when the content changed", () => {
    const differences = [
      differsAt("title", "", undefined),
      differsAt("extra", null, []),
      differsAt("tags", ["tag1", "tag2"], ["tag2", "tag1"]),
      differsAt("tags", ["tag1"], "tag1"),
      differsAt("cook", { id: 3 }, { id: 4 }),
      differsAt("seo", seo, { ...seo, canonical: null }),
      differsAt("sections", [text], [{ ...text, __component: "sections.quote" }]),
      differsAt("unknown", { documentId: "x", word: "a" }, { documentId: "x", word: "b" }),
    ];

    assert.deepEqual(differences, Array(8).fill(true));
  });
});
