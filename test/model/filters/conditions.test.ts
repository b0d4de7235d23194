import assert from "node:assert/strict";
import { fromFilter, toFilter } from "../../../src/model/query/filters/conditions.ts";
import type { Condition } from "../../../src/model/query/filters/conditions.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const title: Condition = { path: ["title"], operator: "$containsi", value: "tea" };
const meta: Condition = { path: ["seo", "metaTitle"], operator: "$null", value: true };

describe("Conditions", () => {
  it("are one filter, which is taken apart into the same", () => {
    for (const conditions of [[title], [title, meta], [title, title]]) {
      const filter = toFilter(conditions);

      assert.deepEqual(filter && fromFilter(filter), conditions);
    }
  });

  it("are no filter where there are none", () => {
    assert.equal(toFilter([]), undefined);
  });

  it("are found in what somebody has typed", () => {
    const filter = {
      title: { $containsi: "tea" },
      $and: [{ seo: { metaTitle: { $null: true } } }],
    };

    assert.deepEqual(fromFilter(filter), [title, meta]);
  });

  it("are found where one field is asked twice, and a bare value", () => {
    assert.deepEqual(fromFilter({ rating: { $gt: 1, $lt: 3 }, kind: "guide" }), [
      { path: ["rating"], operator: "$gt", value: 1 },
      { path: ["rating"], operator: "$lt", value: 3 },
      { path: ["kind"], operator: "$eq", value: "guide" },
    ]);
  });

  it("are not all that can be asked: the rest is left as it was typed", () => {
    const filters: JsonObject[] = [
      { $or: [{ title: "a" }, { title: "b" }] },
      { $not: { title: "a" } },
      { title: { $not: { $eq: "a" } } },
      { title: ["a", "b"] },
      // Of one tag both: two conditions would be met by two tags.
      { tags: { name: "a", slug: "b" } },
      { author: { $or: [{ name: "a" }] } },
    ];

    assert.deepEqual(filters.map(fromFilter), Array(filters.length).fill(undefined));
  });
});
