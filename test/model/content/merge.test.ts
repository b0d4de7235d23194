import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { merge } from "../../../src/model/content/merge.ts";
import type { Merge, MergeSide } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";

const shape = { type: recipes, catalog: kitchen };

const base: JsonObject = {
  $schema: "cms-schema://k3j2h4x9/recipes.json",
  title: "Tea",
  summary: "Warm",
  servings: 2,
  extra: { sugar: 2, notes: ["hot"] },
  cook: { documentId: "cook1", name: "Ines" },
  cover: { documentId: "pic1", name: "kettle.jpg", alternativeText: null },
  seo: {
    id: 11,
    metaTitle: "Tea",
    metaDescription: "Cups",
    shareImage: null,
    canonical: { id: 12, label: "Tea", url: "/tea" },
  },
  $: { documentId: "tea1", updatedAt: "2026-03-02T08:00:00.000Z" },
};

const merging = (mine: JsonObject, theirs: JsonObject, prefer?: MergeSide): Merge =>
  merge({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } }, shape, prefer);

const without = (content: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([key]) => key !== name));

describe("merge", () => {
  it("a merge joins changes of different attributes", () => {
    const { merged, ...notes } = merging({ title: "Mint tea" }, { servings: 4, summary: null });

    assert.deepEqual(merged, { ...base, title: "Mint tea", servings: 4, summary: null });
    assert.deepEqual(notes, { remotePaths: ["summary", "servings"], conflicts: [] });
  });

  it("a merge reports a conflict when both sides changed one attribute, and takes the preferred side", () => {
    const [mine, theirs] = [
      { title: "Mint tea", servings: 1 },
      { title: "Milk", summary: "Cold" },
    ];

    const merges = [merging(mine, theirs), merging(mine, theirs, "theirs")];

    assert.deepEqual(
      merges.map(({ merged }) => merged),
      ["Mint tea", "Milk"].map((title) => ({ ...base, title, servings: 1, summary: "Cold" })),
    );
    assert.deepEqual(
      merges.map(({ remotePaths, conflicts }) => [remotePaths, conflicts]),
      Array(2).fill([["summary"], ["title"]]),
    );
  });

  it("a merge reports no conflict when both sides made the same change", () => {
    const { remotePaths, conflicts } = merging(
      { title: "Milk", cook: "cook2", extra: { notes: [], sugar: 0 } },
      { title: "Milk", cook: { documentId: "cook2", name: "Bo" }, extra: { sugar: 0, notes: [] } },
    );

    assert.deepEqual([remotePaths, conflicts], [[], []]);
  });

  it("a merge keeps an attribute out that was removed from the text", () => {
    const mine = without(base, "summary");

    const { merged, ...notes } = merge({ base, mine, theirs: { ...base, title: "Milk" } }, shape);

    assert.deepEqual(merged, { ...mine, title: "Milk" });
    assert.deepEqual(notes, { remotePaths: ["title"], conflicts: [] });
  });

  it("a merge reports a conflict when one side removed what the other changed", () => {
    const mine = without(base, "summary");
    const theirs = { ...base, summary: "Cold" };

    const merges = (["mine", "theirs"] as const).map((prefer) =>
      merge({ base, mine, theirs }, shape, prefer),
    );

    assert.deepEqual(
      merges.map(({ merged, conflicts }) => [merged["summary"], conflicts]),
      [
        [undefined, ["summary"]],
        ["Cold", ["summary"]],
      ],
    );
  });

  it("a merge treats null, a missing key and an empty list as equal", () => {
    const mine = { ...base, slug: null, gallery: [], links: [{ label: "Mine" }] };
    const theirs = { ...base, gallery: null, tags: [], steps: null, links: null };

    const { merged, ...notes } = merge({ base, mine, theirs }, shape);

    assert.deepEqual([merged["links"], notes], [mine.links, { remotePaths: [], conflicts: [] }]);
  });

  it("a merge treats JSON and long texts as single values", () => {
    const { conflicts } = merging(
      { extra: { sugar: 3, notes: ["hot"] } },
      { extra: { sugar: 2, notes: [] } },
    );

    assert.deepEqual(conflicts, ["extra"]);
  });

  it("a merge ignores titles of relation targets and texts of media files", () => {
    const { merged, ...notes } = merging(
      { cook: { documentId: "cook2", name: "Bo" }, cover: { documentId: "pic1", name: "my.jpg" } },
      {
        cook: { documentId: "cook1", name: "Ines B." },
        cover: { documentId: "pic2", name: "cup.jpg", alternativeText: null },
      },
    );

    assert.deepEqual(
      [merged["cook"], merged["cover"]],
      [
        { documentId: "cook2", name: "Bo" },
        { documentId: "pic2", name: "cup.jpg", alternativeText: null },
      ],
    );
    assert.deepEqual(notes, { remotePaths: ["cover"], conflicts: [] });
  });

  it("a merge compares the role of a user by its id", () => {
    const role = { id: 1, name: "Reader" };
    const as = (cook: JsonObject | number) => ({ ...base, cook });

    const renamed = merge(
      { base: as(role), mine: as(2), theirs: as({ id: 1, name: "Guest" }) },
      shape,
    );
    const moved = merge(
      { base: as(role), mine: as(2), theirs: as({ id: 3, name: "Writer" }) },
      shape,
    );

    assert.deepEqual([renamed.merged["cook"], renamed.conflicts], [2, []]);
    assert.deepEqual(moved.conflicts, ["cook"]);
  });

  it("a merge reports no conflict for attributes that the service owns", () => {
    const times = { createdAt: "2026-01-01", updatedAt: "2026-01-02" };
    const mine = { ...base, ...times, $: { edited: true }, $schema: "mine" };
    const theirs = { ...base, ...times, updatedAt: "2026-01-03", $: {}, $schema: "theirs" };

    const { merged, ...notes } = merge({ base: { ...base, ...times }, mine, theirs }, shape);

    assert.deepEqual(merged, { ...mine, updatedAt: "2026-01-03" });
    assert.deepEqual(notes, { remotePaths: [], conflicts: [] });
  });

  it("a merge keeps the local order of keys, with new ones before $schema and $", () => {
    const { $schema = null, $ = null, title = null } = base;
    const mine = { $, title, $schema };
    const theirs = { $schema, slug: "tea", title, season: "winter", $ };

    const { merged } = merge({ base: { title }, mine, theirs }, shape);

    assert.deepEqual(Object.keys(merged), ["title", "slug", "season", "$schema", "$"]);
  });

  it("a merge takes what the schema and the service no longer have for nobody's change", () => {
    const sides = { base: { motto: "Old" }, theirs: {} };

    const merges = [{ motto: "Old" }, { motto: "Mine" }, {}].map((mine: JsonObject) =>
      merge({ ...sides, mine }, shape),
    );

    assert.deepEqual(
      merges.map(({ merged, remotePaths, conflicts }) => [merged, remotePaths, conflicts]),
      [
        [{}, [], []],
        // The validation reports it.
        [{ motto: "Mine" }, [], []],
        [{}, [], []],
      ],
    );
  });

  it("a merge handles keys such as __proto__ and toString", () => {
    const mine = JSON.parse('{ "__proto__": 1, "toString": 2 }') as JsonObject;

    const { merged, remotePaths } = merge({ base: {}, mine, theirs: { valueOf: 3 } }, shape);

    assert.deepEqual(Object.entries(merged), [...Object.entries(mine), ["valueOf", 3]]);
    assert.deepEqual(remotePaths, ["valueOf"]);
  });
});
