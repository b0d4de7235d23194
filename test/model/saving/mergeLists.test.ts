import assert from "node:assert/strict";
import { merge } from "../../../src/model/documents/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { merging } from "./merging.ts";

const link = (id: number, label = `Link ${id}`) => ({ id, label, url: `/${id}` });
const [one, two, three, four] = [link(1), link(2), link(3), link(4)] as const;
const text = { __component: "sections.text", id: 5, heading: "Boil", body: "Slowly." };
const quote = { __component: "sections.quote", id: 5, text: "Ah.", heading: "Said" };
const fresh = { label: "New", url: "/new" };

describe("Two people's changes of one list of components", () => {
  it("are joined entry by entry: changed, added and removed by either", () => {
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

  it("are in conflict at what both changed in one entry, at its place in my text", () => {
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

  it("are in conflict where one removed what the other changed", () => {
    const changed = { ...two, label: "Other" };
    const removed = { base: [one, two], mine: [one], theirs: [one, changed] };
    const kept = { base: [one, two], mine: [one, changed], theirs: [one] };

    const results = [removed, kept].flatMap((sides) => [
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

  it("are in no conflict where both removed or added the same", () => {
    const sides = { base: [one, two], mine: [one, fresh], theirs: [one, { id: 9, ...fresh }] };

    const result = merging("links", sides);

    assert.deepEqual(result, [[one, { id: 9, ...fresh }], [], []]);
  });

  it("are joined where the ids are others by now: a save of another localization changes them", () => {
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

  it("go into what the service made of new entries meanwhile", () => {
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

  it("take a copy that kept its id for a new entry", () => {
    const sides = { base: [one], mine: [one, { ...one, label: "Copy" }], theirs: [one, two] };

    const result = merging("links", sides);

    assert.deepEqual(result, [[one, { ...one, label: "Copy" }, two], ["links"], []]);
  });

  it("take two kinds of component for two, though they have the same id", () => {
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

  it("are in conflict as a whole where a text has no list any more", () => {
    const sides = { base: [one], theirs: [one, two] };

    const { merged, conflicts } = merge(
      { base: { links: sides.base }, mine: { links: "none" }, theirs: { links: sides.theirs } },
      { type: recipes, catalog: kitchen },
    );

    assert.deepEqual([merged["links"], conflicts], ["none", ["links"]]);
  });

  it("lose no entry that is none, for the service to refuse it", () => {
    const result = merging("links", { base: [one], mine: [one, null, [7], 8], theirs: [] });

    assert.deepEqual(result, [[null, [7], 8], ["links"], []]);
  });
});
