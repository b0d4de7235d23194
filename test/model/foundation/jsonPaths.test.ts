import assert from "node:assert/strict";
import fc from "fast-check";
import { anyCharacter } from "../../support/anyCharacter.ts";
import {
  attributeNameOf,
  pathBelow,
  pathText,
  segmentsOf,
} from "../../../src/model/foundation/json.ts";

describe("Path texts", () => {
  it("a path text separates plain names by dots, and has indexes in brackets", () => {
    assert.equal(pathText(["sections", 1, "text"]), "sections[1].text");
    assert.deepEqual(segmentsOf("sections[1].text"), ["sections", "1", "text"]);
    assert.equal(attributeNameOf("sections[1].text"), "sections");
    assert.equal(pathBelow("sections[1]", "text"), "sections[1].text");
  });

  it("a path text keeps names apart, whatever characters they have", () => {
    const sign = fc.constantFrom("a", "b", ".", "[", "]", "\\", "0", " ", "$", "\n", "🍵");
    const name = fc.oneof(
      fc.array(sign, { minLength: 1 }).map((signs) => signs.join("")),
      fc.string({ unit: anyCharacter, minLength: 1 }),
    );

    fc.assert(
      fc.property(fc.array(fc.oneof(name, fc.nat(99)), { minLength: 1 }), (path) => {
        assert.deepEqual(segmentsOf(pathText(path)), path.map(String));
        assert.equal(attributeNameOf(pathText(path)), String(path[0]));
      }),
      { seed: 20_261_129, numRuns: 2_000 },
    );
  });
});
