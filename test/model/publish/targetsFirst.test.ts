import assert from "node:assert/strict";
import { sortTargetsFirst } from "../../../src/model/publish/targetOrder.ts";

const ordered = (
  items: readonly string[],
  targets: Readonly<Record<string, readonly string[]>>,
): string => sortTargetsFirst(items, (item) => targets[item] ?? []).join("");

describe("sortTargetsFirst", () => {
  it("sortTargetsFirst puts each document after its targets, and otherwise keeps the order", () => {
    assert.equal(ordered(["a", "b", "c"], {}), "abc");
    assert.equal(ordered(["a", "b", "c", "d"], { a: ["c", "b"], c: ["d"] }), "dcba");
  });

  it("sortTargetsFirst returns every document once for a cycle of relations", () => {
    assert.equal(ordered(["a", "b", "c"], { a: ["b"], b: ["c"], c: ["a", "c"] }), "cba");
  });

  it("sortTargetsFirst handles a chain of 100,000 documents", () => {
    const items = Array.from({ length: 100_000 }, (_, index) => index);

    const sortedItems = sortTargetsFirst(items, (item) =>
      item + 1 < items.length ? [item + 1] : [],
    );

    assert.deepEqual(
      [sortedItems[0], sortedItems.at(-1), sortedItems.length],
      [99_999, 0, 100_000],
    );
  });
});
