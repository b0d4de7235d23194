import assert from "node:assert/strict";
import { pushAll } from "../../../src/model/foundation/chunks.ts";

describe("pushAll", () => {
  it("appends more items to a list than a function takes as arguments", () => {
    const list = [-1];

    pushAll(list, Array(500_000).keys());

    assert.equal(list.length, 500_001);
    assert.deepEqual([list[0], list[1], list.at(-1)], [-1, 0, 499_999]);
  });
});
