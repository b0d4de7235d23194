import assert from "node:assert/strict";
import fc from "fast-check";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { contentKey, differs } from "../../../src/model/content/differing.ts";
import { kitchen } from "../kitchen.ts";
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

describe("merge of long lists", () => {
  it("reads entries without ids in linear time", () => {
    const [some, twice] = [readsOf(200), readsOf(400)];

    assert.ok(twice <= some * 2.2, `${twice} reads of 400 entries, ${some} of 200`);
  });

  it("keeps the order of 4,000 entries that both sides added in turn", () => {
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

  it("compares entries by contentKey with the same result as differs", () => {
    const text = fc.constantFrom<Json>(null, "", "a", [], 0, -0, {});
    const link = fc.record({ id: fc.nat(2), label: text, url: text }, noPrototype);
    const reference = fc.constantFrom<Json>(
      null,
      "c1",
      5,
      { documentId: "c1", name: "A" },
      { documentId: "c1" },
      { id: 5, name: "B" },
      { id: 5, documentId: null },
      {},
    );
    const section = fc.record(
      { __component: fc.constantFrom("sections.text", "sections.quote"), text, author: reference },
      noPrototype,
    );
    const seo = fc.record(
      {
        metaTitle: text,
        canonical: fc.oneof(text, link),
        keywords: fc.oneof(text, fc.array(link, { maxLength: 2 })),
      },
      noPrototype,
    );
    const same = (attribute: AttributeSchema, any: fc.Arbitrary<unknown>) =>
      fc.property(any as fc.Arbitrary<Json>, any as fc.Arbitrary<Json>, (one, other) => {
        const keys = [one, other].map((value) => contentKey(attribute, value, kitchen));
        const isSame = !differs(attribute, one, other, kitchen);
        assert.equal(keys[0] === keys[1], isSame, keys.join("\n"));
      });

    const settings = { seed: 20_260_103, numRuns: 4_000 };
    fc.assert(same({ type: "component", component: "shared.link" }, link), settings);
    fc.assert(same({ type: "component", component: "shared.seo" }, seo), settings);
    fc.assert(same({ type: "component" }, section), settings);
    fc.assert(same({ type: "relation", relation: "manyToOne" }, reference), settings);
    fc.assert(same({ type: "json" }, fc.jsonValue({ maxDepth: 2 })), settings);
  });
});

const noPrototype = { requiredKeys: [], noNullPrototype: true };
