import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { changedPaths } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";

const seo = { id: 11, metaTitle: "Tea", canonical: { id: 12, label: "Tea", url: "/tea" } };
const hereLink = { id: 31, label: "Here", url: "/here" };
const thereLink = { id: 32, label: "There", url: "/there" };

const base: JsonObject = {
  title: "Tea",
  summary: "Warm",
  extra: { sugar: 2, notes: ["hot"] },
  cook: { documentId: "cook1", name: "Ines" },
  tags: [{ documentId: "tag1", word: "warm" }],
  seo,
  links: [hereLink, thereLink],
  $: { documentId: "tea1" },
};

const pathsOf = (change: JsonObject, before = base): readonly string[] =>
  changedPaths(before, { ...before, ...change }, { type: recipes, catalog: kitchen });

describe("changedPaths", () => {
  it("changedPaths returns the paths whose content changed", () => {
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

  it("changedPaths ignores the formatting, titles of relation targets, and attributes that the service owns", () => {
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

  it("changedPaths returns the paths that were removed from the text", () => {
    const { summary, links, ...now } = base;

    const paths = changedPaths(base, now, { type: recipes, catalog: kitchen });

    assert.deepEqual(paths, ["summary", "links"]);
    assert.ok(summary !== undefined && links !== undefined);
  });

  it("changedPaths returns an edited entry by its index, and the list when entries were added, removed or moved", () => {
    const edited = { ...thereLink, label: "Elsewhere" };

    const paths = [
      pathsOf({ links: [edited, hereLink] }),
      pathsOf({ links: [thereLink] }),
      pathsOf({ links: [hereLink, thereLink, { label: "New" }] }),
      pathsOf({ links: [hereLink, edited] }),
    ];

    assert.deepEqual(paths, [
      ["links[0].label", "links"],
      ["links"],
      ["links"],
      ["links[1].label"],
    ]);
  });
});
