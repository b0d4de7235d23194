import assert from "node:assert/strict";
import { listRelationSources } from "../../../src/texts/find/inboundRelationWords.ts";
import { listOf } from "../../../src/texts/shared/nameList.ts";

describe("Lists in sentences", () => {
  it("lists in sentences count every name after the fifth", () => {
    const names = ["one", "two", "three", "four", "five", "six", "seven"];

    assert.deepEqual(
      [listOf(names.slice(0, 5)), listOf(names), listOf(names, 9)],
      [
        "one, two, three, four, five",
        "one, two, three, four, five and 2 more",
        "one, two, three, four, five and 4 more",
      ],
    );
  });

  it("lists in sentences count everything that is not named, also after a few names", () => {
    const relation = { type: "notes", documentId: "a", title: "", path: "tea" };
    const inbound = { relations: [relation, relation], total: 5, unsearchable: [] };

    assert.equal(listRelationSources(inbound, { types: new Map() }), "notes 'Untitled' and 3 more");
  });
});
