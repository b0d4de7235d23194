import assert from "node:assert/strict";
import { merging } from "./merging.ts";

describe("merge, of relations", () => {
  const tag = (number: number) => ({ documentId: `tag${number}`, word: `word ${number}` });
  const [warm, sweet, sour] = [tag(1), tag(2), tag(3)] as const;

  it("a merge joins relations by documentId in any notation", () => {
    const sides = {
      base: [warm, sweet],
      mine: ["tag1", "tag2", "tag4"],
      theirs: [{ ...warm, word: "warmer" }, sour],
    };

    const result = merging("tags", sides);

    assert.deepEqual(result, [["tag1", "tag4", sour], ["tags"], []]);
  });

  it("a merge keeps the order of the side that changed a list of relations", () => {
    const base = [warm, sweet, sour];
    const other = [sour, warm, sweet];

    const results = [
      merging("tags", { base, mine: other, theirs: [warm, sweet] }),
      merging("tags", { base, mine: [...base, tag(4)], theirs: other }),
      merging("tags", { base, mine: other, theirs: other }),
    ];

    assert.deepEqual(results, [
      [[warm, sweet], ["tags"], []],
      [[sour, tag(4), warm, sweet], ["tags"], []],
      [other, [], []],
    ]);
  });

  it("a merge reports a conflict when both sides changed the order of relations", () => {
    const sides = {
      base: [warm, sweet, sour],
      mine: [sour, warm, sweet, tag(4)],
      theirs: [sweet, warm, sour],
    };

    const results = [merging("tags", sides), merging("tags", sides, "theirs")];

    assert.deepEqual(results, [
      [[sour, warm, sweet, tag(4)], [], ["tags"]],
      [[sweet, tag(4), warm, sour], [], ["tags"]],
    ]);
  });

  it("a merge puts relations that both sides added at one position in sequence, local ones first", () => {
    const sides = {
      base: [warm, sweet],
      mine: [tag(4), warm, tag(5), sweet, tag(6)],
      theirs: [tag(7), warm, tag(8), sweet, tag(9)],
    };

    const result = merging("tags", sides);

    assert.deepEqual(result, [[4, 7, 1, 5, 8, 2, 6, 9].map(tag), ["tags"], []]);
  });
});
