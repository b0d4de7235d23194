import assert from "node:assert/strict";
import { Comparison } from "../../../src/model/compare/comparison.ts";
import type { ComparedRow } from "../../../src/model/compare/comparison.ts";
import type { UnreadPart } from "../../../src/model/compare/unreadParts.ts";
import { teaUid } from "../teas.ts";

const part: UnreadPart = { type: teaUid, path: "author", side: "from", why: "absent" };

describe("Comparison of many documents", () => {
  it("a comparison of 100,000 documents reads each row at most three times to count them", () => {
    let reads = 0;
    const rows = Array.from({ length: 100_000 }, (_, at): ComparedRow => ({
      ...{ type: teaUid, title: "Tea", locales: [], fromId: `tea${at}` },
      get kind() {
        reads += 1;
        return at % 2 === 0 ? ("new" as const) : ("same" as const);
      },
      get unread() {
        reads += 1;
        return [part];
      },
    }));

    const comparison = new Comparison({ from: "a", to: "b" }, [{ rows, leftOut: [] }]);

    const { counts, leftOut } = comparison;
    assert.deepEqual([counts.new, counts.same], [rows.length / 2, rows.length / 2]);
    assert.deepEqual(leftOut, [{ code: "unread", ...part, documents: rows.length }]);
    assert.ok(reads <= 3 * rows.length, `${reads} reads`);
  });
});
