import assert from "node:assert/strict";
import { stateOf } from "../../../src/model/content/publicationStatus.ts";

const monday = "2026-03-02T08:00:00.000Z";
const tuesday = "2026-03-03T08:00:00.000Z";

describe("stateOf", () => {
  it("stateOf returns draft, published or modified from the times of draft and published version", () => {
    const pairs = [
      [monday, undefined],
      [monday, monday],
      [tuesday, monday],
      [monday, tuesday],
    ];

    const states = pairs.map(([draft, published]) => stateOf(draft, published));

    assert.deepEqual(states, ["draft", "published", "modified", "modified"]);
  });
});
