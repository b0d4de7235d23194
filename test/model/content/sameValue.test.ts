import assert from "node:assert/strict";
import fc from "fast-check";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { isSameValue, valueKey } from "../../../src/model/content/equality.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { anyPair, notationPairs } from "./notations.ts";

const isSame = (attribute: AttributeSchema | undefined, first?: Json, other?: Json): boolean =>
  isSameValue(attribute, first, other, kitchen);

const isSameIn = (name: string, first?: Json, other?: Json): boolean =>
  isSame(recipes.attributes.get(name), first, other);

describe("isSameValue", () => {
  it("isSameValue ignores row ids, titles of relation targets and empty lists", () => {
    const link = { id: 12, label: "Tea", url: "/tea" };
    const seo = { id: 11, metaTitle: "Tea", canonical: link };
    const text = { __component: "sections.text", id: 1, heading: "A" };

    const equal = [
      isSameIn("title", null, undefined),
      isSameIn("tags", null, []),
      isSameIn("tags", ["tag1"], [{ documentId: "tag1", word: "warm" }]),
      isSameIn("cook", { id: 3, documentId: "cook1" }, { id: 4, documentId: "cook1" }),
      isSameIn("seo", seo, { ...seo, id: 99, canonical: { ...link, id: 98 } }),
      isSameIn("sections", [text], [{ ...text, id: 2, body: null }]),
      isSameIn("extra", { sugar: 2, notes: ["hot"] }, { notes: ["hot"], sugar: 2 }),
    ];

    assert.deepEqual(equal, Array(7).fill(true));
  });

  it("isSameValue tells values, targets, types of targets, components and orders apart", () => {
    const text = { __component: "sections.text", heading: "A" };
    const any: AttributeSchema = { type: "relation", relation: "morphToMany" };
    const target = { __type: "api::tag.tag", documentId: "a" };

    const equal = [
      isSameIn("title", "", null),
      isSameIn("title", "5", 5),
      isSameIn("extra", [], null),
      isSameIn("tags", ["tag1", "tag2"], ["tag2", "tag1"]),
      isSameIn("tags", ["tag1"], "tag1"),
      isSameIn("cook", "cook1", null),
      isSameIn("cook", { id: 3 }, { id: 4 }),
      isSameIn("seo", { metaTitle: "Tea" }, { metaTitle: "Milk" }),
      isSameIn("seo", {}, null),
      isSameIn("sections", [text], [{ ...text, __component: "sections.quote" }]),
      isSame(any, [target], [{ ...target, __type: "api::cook.cook" }]),
      isSame(undefined, "2026-01-31T10:00:00Z", "2026-01-31T10:00:00.000Z"),
    ];

    assert.deepEqual(equal, Array(12).fill(false));
  });

  it("isSameValue finds two notations of one value equal, also inside a component", () => {
    for (const { type, values } of notationPairs) {
      for (const pair of pairsOf(values))
        assert.ok(isSame({ type }, ...pair), `${type}: ${JSON.stringify(pair)}`);
    }
    const link = (url: string) => ({ label: "A", url });
    const list: AttributeSchema = { type: "component", component: "shared.at", repeatable: true };
    const at = new Map([["at", { type: "time" }]]);
    const components = new Map([["shared.at", at]]);
    assert.ok(isSameValue(list, [{ at: "10:30" }], [{ at: "10:30:00.000" }], { components }));
    assert.ok(!isSameIn("links", [link("10:30")], [link("10:30:00")]));
  });

  it("isSameValue tells values apart that differ by a minute, a digit or a time zone that only one has", () => {
    const different: readonly [type: string, one: Json, other: Json][] = [
      ["time", "10:30", "10:30:00.001"],
      ["time", "10:30", "22:30"],
      ["date", "2026-01-31", "2026-01-30"],
      ["datetime", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00+01:00"],
      ["datetime", "2026-01-31T10:00", "2026-01-31T10:00Z"],
      ["datetime", "2026-01-31T10:00", "2026-01-31T10:00:00"],
      ["datetime", "2026-01-31", "2026-01-31T00:00Z"],
      ["datetime", "2026-02-30T10:00Z", "2026-03-02T10:00Z"],
      ["biginteger", "9007199254740993", "9007199254740992"],
      ["biginteger", "9223372036854775807", "9223372036854776000"],
      ["decimal", 4.567, 4.57],
      ["integer", "", 0],
      ["integer", null, 0],
      ["boolean", false, null],
      ["boolean", "yes", true],
      ["string", "1", 1],
      ["enumeration", "true", true],
    ];

    assert.deepEqual(
      different.filter(([type, first, other]) => isSame({ type }, first, other)),
      [],
    );
  });

  it("isSameValue is reflexive and symmetric, and equal values have equal keys", () => {
    fc.assert(
      fc.property(anyPair, ({ attribute, first, other }) => {
        const keys = [first, other].map((value) => valueKey(attribute, value, kitchen));
        const equal = isSame(attribute, first, other);
        assert.equal(isSame(attribute, other, first), equal);
        assert.equal(keys[0] === keys[1], equal, keys.join("\n"));
        assert.ok(isSame(attribute, first, structuredClone(first)));
      }),
      { seed: 20_260_103, numRuns: 10_000 },
    );
  });

  it("isSameValue reads each of 10,000 list entries a few times only", () => {
    let reads = 0;
    const entries = (end: string) =>
      Array.from({ length: 10_000 }, (_, at) => ({
        get label() {
          reads += 1;
          return `${at}${end}`;
        },
      }));

    assert.ok(!isSameIn("links", entries(""), entries("!")));
    assert.ok(reads <= 40_000, `${reads} reads`);
  });
});

const pairsOf = <T>(values: readonly T[]): (readonly [T, T])[] =>
  values.flatMap((first) => values.map((other) => [first, other] as const));
