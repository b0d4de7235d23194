import assert from "node:assert/strict";
import { fromFilter, toFilter } from "../../../src/model/browse/filterConditions.ts";
import type { Condition } from "../../../src/model/browse/filterConditions.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const title: Condition = { path: ["title"], operator: "$containsi", value: "tea" };
const meta: Condition = { path: ["seo", "metaTitle"], operator: "$null", value: true };

describe("Filter conditions", () => {
  it("filter conditions convert to a filter and back", () => {
    for (const conditions of [[title], [title, meta], [title, title]]) {
      const filter = toFilter(conditions);

      assert.deepEqual(filter && fromFilter(filter), conditions);
    }
  });

  it("filter conditions convert to undefined when there are none", () => {
    assert.equal(toFilter([]), undefined);
  });

  it("filter conditions are read from a typed filter", () => {
    const filter = {
      title: { $containsi: "tea" },
      $and: [{ seo: { metaTitle: { $null: true } } }],
    };

    assert.deepEqual(fromFilter(filter), [title, meta]);
  });

  it("filter conditions are read from a field with two operators and from a bare value", () => {
    assert.deepEqual(fromFilter({ rating: { $gt: 1, $lt: 3 }, kind: "guide" }), [
      { path: ["rating"], operator: "$gt", value: 1 },
      { path: ["rating"], operator: "$lt", value: 3 },
      { path: ["kind"], operator: "$eq", value: "guide" },
    ]);
  });

  it("filter conditions are undefined for a filter that can't be expressed as a list of them", () => {
    const filters: JsonObject[] = [
      { $or: [{ title: "a" }, { title: "b" }] },
      { $not: { title: "a" } },
      { title: { $not: { $eq: "a" } } },
      { title: ["a", "b"] },
      // Both conditions apply to one tag. As separate conditions, they could match two different tags.
      { tags: { name: "a", slug: "b" } },
      { author: { $or: [{ name: "a" }] } },
    ];

    assert.deepEqual(filters.map(fromFilter), Array(filters.length).fill(undefined));
  });
});
