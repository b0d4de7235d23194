import assert from "node:assert/strict";
import { merge } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { merging } from "./merging.ts";

const link = (id: number, label = `Link ${id}`) => ({ id, label, url: `/${id}` });
const [one, two, three, four] = [link(1), link(2), link(3), link(4)] as const;
const text = { __component: "sections.text", id: 5, heading: "Boil", body: "Slowly." };
const quote = { __component: "sections.quote", id: 5, text: "Ah.", heading: "Said" };
const fresh = { label: "New", url: "/new" };

describe("merge, of a repeatable component", () => {
  it("a merge joins changed, added and removed entries of both sides", () => {
    const sides = {
      base: [one, two, three],
      mine: [one, { ...two, label: "Mine" }, three, fresh],
      theirs: [{ ...one, label: "Theirs" }, { ...two, url: "/theirs" }, four],
    };

    const result = merging("links", sides);

    const both = { id: 2, label: "Mine", url: "/theirs" };
    assert.deepEqual(result, [
      [{ ...one, label: "Theirs" }, both, fresh, four],
      ["links[0].label", "links[1].url", "links"],
      [],
    ]);
  });

  it("a merge reports a conflict in one entry at its local index", () => {
    const sides = {
      base: [one, two],
      mine: [fresh, one, { ...two, label: "Mine" }],
      theirs: [{ ...two, label: "Theirs" }, one],
    };

    const results = [merging("links", sides), merging("links", sides, "theirs")];

    const notes = [["links"], ["links[2].label"]];
    assert.deepEqual(results, [
      [[fresh, { ...two, label: "Mine" }, one], ...notes],
      [[fresh, { ...two, label: "Theirs" }, one], ...notes],
    ]);
  });

  it("a merge reports a conflict when one side removed an entry that the other changed", () => {
    const changed = { ...two, label: "Other" };
    const removed = { base: [one, two], mine: [one], theirs: [one, changed] };
    const keptSides = { base: [one, two], mine: [one, changed], theirs: [one] };

    const results = [removed, keptSides].flatMap((sides) => [
      merging("links", sides),
      merging("links", sides, "theirs"),
    ]);

    assert.deepEqual(results, [
      [[one], [], ["links"]],
      [[one, changed], [], ["links"]],
      [[one, changed], [], ["links"]],
      [[one], [], ["links"]],
    ]);
  });

  it("a merge reports no conflict when both sides removed or added the same entry", () => {
    const sides = { base: [one, two], mine: [one, fresh], theirs: [one, { id: 9, ...fresh }] };

    const result = merging("links", sides);

    assert.deepEqual(result, [[one, { id: 9, ...fresh }], [], []]);
  });

  it("a merge matches entries whose ids changed with a save of another localization", () => {
    const sides = {
      base: [one, two],
      mine: [two, { ...one, label: "Mine" }],
      theirs: [
        { ...one, id: 11 },
        { ...two, id: 12 },
      ],
    };

    const result = merging("links", sides);

    assert.deepEqual(result, [
      [
        { ...two, id: 12 },
        { ...one, id: 11, label: "Mine" },
      ],
      [],
      [],
    ]);
  });

  it("a merge applies edits of new entries to the saved ones", () => {
    const sides = {
      base: [one, fresh],
      mine: [one, { ...fresh, label: "Newer" }],
      theirs: [one, { id: 9, ...fresh, newTab: false }],
    };

    const result = merging("links", sides);

    assert.deepEqual(result, [
      [one, { label: "Newer", url: "/new", id: 9, newTab: false }],
      ["links[1].newTab"],
      [],
    ]);
  });

  it("a merge treats a copied entry with the same id as a new one", () => {
    const sides = { base: [one], mine: [one, { ...one, label: "Copy" }], theirs: [one, two] };

    const result = merging("links", sides);

    assert.deepEqual(result, [[one, { ...one, label: "Copy" }, two], ["links"], []]);
  });

  it("a merge tells entries of two components apart when they have the same id", () => {
    const sides = {
      base: [text, quote],
      mine: [text, { ...quote, heading: "Mine" }],
      theirs: [{ ...text, heading: "Theirs" }, quote],
    };

    const result = merging("sections", sides);

    assert.deepEqual(result, [
      [
        { ...text, heading: "Theirs" },
        { ...quote, heading: "Mine" },
      ],
      ["sections[0].heading"],
      [],
    ]);
  });

  it("a merge reports a conflict for the whole list when one side is not a list", () => {
    const sides = { base: [one], theirs: [one, two] };

    const { merged, conflicts } = merge(
      { base: { links: sides.base }, mine: { links: "none" }, theirs: { links: sides.theirs } },
      { type: recipes, catalog: kitchen },
    );

    assert.deepEqual([merged["links"], conflicts], ["none", ["links"]]);
  });

  it("a merge keeps entries that are not objects, so that the service rejects them", () => {
    const result = merging("links", { base: [one], mine: [one, null, [7], 8], theirs: [] });

    assert.deepEqual(result, [[null, [7], 8], ["links"], []]);
  });
});
