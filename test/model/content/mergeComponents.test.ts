import assert from "node:assert/strict";
import type { Json } from "../../../src/model/foundation/json.ts";
import { merge } from "../../../src/model/content/merge.ts";
import type { Merge, MergeSide } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";

const shape = { type: recipes, catalog: kitchen };

const seo = {
  id: 11,
  metaTitle: "Tea",
  metaDescription: "Cups",
  shareImage: null,
  canonical: { id: 12, label: "Tea", url: "/tea" },
};

interface Others {
  readonly base?: Json;
  readonly prefer?: MergeSide;
}

const merging = (mine: Json, theirs: Json, { base = seo, prefer = "mine" }: Others = {}) =>
  resultOf(
    merge({ base: { seo: base }, mine: { seo: mine }, theirs: { seo: theirs } }, shape, prefer),
  );

const resultOf = ({ merged, remotePaths, conflicts }: Merge) => ({
  seo: merged["seo"],
  remotePaths,
  conflicts,
});

describe("merge, of a component", () => {
  it("a merge joins changes of a component attribute by attribute, also in a nested component", () => {
    const mine = { ...seo, metaTitle: "Milk", canonical: { ...seo.canonical, label: "Milk" } };
    const theirs = { ...seo, metaDescription: "Mugs", canonical: { ...seo.canonical, url: "/" } };

    const result = merging(mine, theirs);

    assert.deepEqual(result, {
      seo: {
        ...seo,
        metaTitle: "Milk",
        metaDescription: "Mugs",
        canonical: { id: 12, label: "Milk", url: "/" },
      },
      remotePaths: ["seo.metaDescription", "seo.canonical.url"],
      conflicts: [],
    });
  });

  it("a merge of a component reports a conflict only for the attribute that both sides changed", () => {
    const mine = { ...seo, metaTitle: "Milk", metaDescription: "Mugs" };
    const theirs = { ...seo, metaTitle: "Water", shareImage: { documentId: "pic1" } };

    const results = [merging(mine, theirs), merging(mine, theirs, { prefer: "theirs" })];

    const both = { remotePaths: ["seo.shareImage"], conflicts: ["seo.metaTitle"] };
    const joined = { ...seo, metaDescription: "Mugs", shareImage: { documentId: "pic1" } };
    assert.deepEqual(results, [
      { seo: { ...joined, metaTitle: "Milk" }, ...both },
      { seo: { ...joined, metaTitle: "Water" }, ...both },
    ]);
  });

  it("a merge of a component keeps a key out that was removed from the text", () => {
    const { metaDescription, ...mine } = seo;

    const result = merging(mine, { ...seo, metaTitle: "Water" });

    assert.deepEqual(result, {
      seo: { ...mine, metaTitle: "Water" },
      remotePaths: ["seo.metaTitle"],
      conflicts: [],
    });
    assert.equal(metaDescription, "Cups");
  });

  it("a merge reports a conflict for the whole component when one side replaced or removed it", () => {
    const theirs = { ...seo, metaTitle: "Water" };

    const results = [merging({ metaTitle: "Milk" }, theirs), merging(null, theirs)];

    assert.deepEqual(results, [
      { seo: { metaTitle: "Milk" }, remotePaths: [], conflicts: ["seo"] },
      { seo: null, remotePaths: [], conflicts: ["seo"] },
    ]);
  });

  it("a merge reports no conflict when both sides added the same component", () => {
    const theirs = { id: 31, metaTitle: "Milk", metaDescription: null };

    const result = merging({ metaTitle: "Milk" }, theirs, { base: null });

    assert.deepEqual(result, { seo: theirs, remotePaths: [], conflicts: [] });
  });

  it("a merge of a component takes the new id when a save of another localization changed it", () => {
    const canonical = { ...seo.canonical, id: 22 };

    const result = merging({ ...seo, metaTitle: "Milk" }, { ...seo, id: 21, canonical });

    assert.deepEqual(result, {
      seo: { ...seo, id: 21, metaTitle: "Milk", canonical },
      remotePaths: [],
      conflicts: [],
    });
  });

  it("a merge applies edits of a new component to the saved one", () => {
    const base = { metaTitle: "Milk" };
    const theirs = { id: 31, metaTitle: "Milk", metaDescription: null };

    const result = merging({ metaTitle: "Milk, warm" }, theirs, { base });

    assert.deepEqual(result, {
      seo: { ...theirs, metaTitle: "Milk, warm" },
      remotePaths: [],
      conflicts: [],
    });
  });
});
