import assert from "node:assert/strict";
import qs from "qs";
import { populateOf, splitPopulate } from "../../../src/model/content/requestShape.ts";
import type { PopulateTree } from "../../../src/model/content/requestShape.ts";
import { deepest, deepKitchen } from "../deepKitchen.ts";
import { kitchen, recipes } from "../kitchen.ts";

const lines = (tree: PopulateTree): string[] =>
  qs.stringify({ populate: tree }, { encodeValuesOnly: true }).split("&");

describe("splitPopulate", () => {
  it("splitPopulate returns one part when the populate is short enough", () => {
    const whole = populateOf(recipes.attributes, kitchen);

    assert.deepEqual(splitPopulate(whole), [whole]);
  });

  it("splitPopulate returns parts of at most 7,000 characters that add up to the whole", () => {
    const whole = populateOf(deepest.attributes, deepKitchen);

    const parts = splitPopulate(whole).map(lines);

    assert.deepEqual(
      parts.filter((part) => part.join("&").length > 7_000),
      [],
    );
    const requestedLines = new Set(parts.flat());
    assert.deepEqual(
      lines(whole).filter((line) => !requestedLines.has(line)),
      [],
    );
  });

  it("splitPopulate keeps every component of a zone in each part, so that no entry is left out", () => {
    const { zone } = populateOf(deepest.attributes, deepKitchen) as { zone: { on: object } };

    for (const part of splitPopulate(populateOf(deepest.attributes, deepKitchen))) {
      const { on } = part["zone"] as { on: object };
      assert.deepEqual(Object.keys(on), Object.keys(zone.on));
    }
  });
});
