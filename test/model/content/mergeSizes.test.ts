import assert from "node:assert/strict";
import type { Json } from "../../../src/model/foundation/json.ts";
import { merging } from "./merging.ts";

/** New list entries that count the reads of their text. */
class Links {
  reads = 0;

  make(side: string, count: number): Json[] {
    const noted = (label: string) => {
      this.reads += 1;
      return label;
    };
    return Array.from({ length: count }, (_, index) => ({
      get label() {
        return noted(`${side} ${index}`);
      },
    }));
  }
}

function readsOf(count: number): number {
  const links = new Links();
  const sides = {
    base: links.make("base", count),
    mine: links.make("mine", count),
    theirs: links.make("theirs", count),
  };
  merging("links", sides);
  return links.reads;
}

describe("merge, of long lists", () => {
  it("a merge of long lists reads entries without ids in linear time", () => {
    const [some, twice] = [readsOf(200), readsOf(400)];

    assert.ok(twice <= some * 2.2, `${twice} reads of 400 entries, ${some} of 200`);
  });

  it("a merge of long lists keeps the order of 4,000 entries that both sides added in turn", () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => index);
    const link = (id: number) => ({ id, label: `Link ${id}` });
    const base = ids.map(link);
    const mine = ids.flatMap((id) => [link(id), { label: `Mine ${id}` }]);
    const theirs = ids.flatMap((id) => [link(id), link(10_000 + id)]);

    const [merged] = merging("links", { base, mine, theirs });

    assert.deepEqual(
      merged,
      ids.flatMap((id) => [link(id), { label: `Mine ${id}` }, link(10_000 + id)]),
    );
  });
});
