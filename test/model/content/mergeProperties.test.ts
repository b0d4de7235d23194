import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { changedPaths, merge } from "../../../src/model/content/merge.ts";
import { recipes } from "../kitchen.ts";
import { anyThree, leavesOf, namesIn } from "./anyThree.ts";
import type { AnyThree } from "./anyThree.ts";
import {
  both,
  conflictsOf,
  contestsOf,
  expected,
  isAt,
  placesOf,
  shape,
  sidesOf,
} from "./mergedPlaces.ts";

const seed = 20_260_301;
const lists = ["tags", "links", "sections"];

/** Checks a property for generated versions of a document. */
const always = (holds: (three: AnyThree) => void): void => {
  fc.assert(fc.property(anyThree, holds), { seed, numRuns: 500 });
};

/** The order of the list entries that all contents have in common. */
const sharedOrders = (name: string, ...contents: JsonObject[]): string[][] =>
  contents.map((content) =>
    namesIn(content, name).filter((entryName) =>
      contents.every((other) => namesIn(other, name).includes(entryName)),
    ),
  );

describe("merge, of generated changes", () => {
  it("a merge returns the other side when one side changed nothing", () => {
    always(({ base, mine, theirs }) => {
      const merges = [
        merge({ base, mine: base, theirs }, shape),
        merge({ base, mine, theirs: base }, shape),
      ];

      assert.deepEqual(
        merges.map(({ merged, conflicts }) => [merged, conflicts]),
        [
          [theirs, []],
          [mine, []],
        ],
      );
      assert.deepEqual(merges[1]?.remotePaths, []);
      assert.equal(
        merges[0]?.remotePaths.length === 0,
        changedPaths(base, theirs, shape).length === 0,
      );
    });
  });

  it("a merge reports no conflict when both sides are equal", () => {
    always(({ base, theirs }) => {
      const result = merge({ base, mine: theirs, theirs }, shape);

      assert.deepEqual(result, { merged: theirs, remotePaths: [], conflicts: [] });
    });
  });

  it("a merge reports the same conflicts when the sides are swapped", () => {
    always((three) => {
      const swapped = { base: three.base, mine: three.theirs, theirs: three.mine };

      const conflicts = [conflictsOf(three), conflictsOf(swapped)];

      assert.deepEqual(conflicts[0], conflicts[1]);
    });
  });

  it("a merge has each change without a conflict, and nothing else", () => {
    always((three) => {
      const paths = placesOf(...sidesOf(three));
      const isContested = contestsOf(three);
      const safe = [...paths].filter((path) => !isContested(path));
      const saysAt = expected(three);

      const merges = both(three).map(({ merged }) => leavesOf(merged));

      for (const leaves of merges) {
        assert.deepEqual(
          safe.map((path) => [path, leaves.get(path)]),
          safe.map((path) => [path, saysAt(path)]),
        );
        assert.deepEqual(
          [...leaves.keys()].filter((path) => !paths.has(path)),
          [],
        );
      }
    });
  });

  it("a merge has only the preferred side's content at a conflict", () => {
    always((three) => {
      const conflicts = conflictsOf(three);
      const contested = [...placesOf(three.mine, three.theirs)].filter((path) =>
        conflicts.some((conflict) => isAt(path, conflict)),
      );
      const saidIn = (content: JsonObject) => {
        const leaves = leavesOf(content);
        return contested.map((path) => leaves.get(path));
      };

      const merges = both(three).map(({ merged }) => saidIn(merged));

      assert.deepEqual(merges, [saidIn(three.mine), saidIn(three.theirs)]);
    });
  });

  it("a merge differs between the preferred sides only at conflicts", () => {
    always((three) => {
      const [mine, theirs] = both(three);

      const [leaves, others] = [leavesOf(mine.merged), leavesOf(theirs.merged)];
      const isContested = contestsOf(three);
      const uncontested = [...placesOf(mine.merged, theirs.merged)].filter(
        (path) => !isContested(path),
      );
      assert.deepEqual(
        uncontested.map((path) => leaves.get(path)),
        uncontested.map((path) => others.get(path)),
      );
      assert.deepEqual([mine.remotePaths, mine.conflicts], [theirs.remotePaths, theirs.conflicts]);
      assert.equal(isDeepStrictEqual(mine, theirs), mine.conflicts.length === 0);
    });
  });

  it("a merge changes nothing when it is repeated", () => {
    always(({ base, mine, theirs }) => {
      const { merged, conflicts } = merge({ base, mine, theirs }, shape);

      const over = merge({ base: theirs, mine: merged, theirs }, shape);
      const again = merge({ base, mine: merged, theirs }, shape);

      assert.deepEqual(over, { merged, remotePaths: [], conflicts: [] });
      if (conflicts.length === 0) assert.deepEqual(again, over);
    });
  });

  it("a merge lists exactly the attributes that it takes", () => {
    always((three) => {
      const { merged, remotePaths } = merge(three, shape);

      // A list that the user removed from the text equals an empty list.
      const none = (name: string) => (lists.includes(name) ? [] : null);
      const changed = [...recipes.attributes.keys()].filter(
        (name) => !isDeepStrictEqual(three.mine[name] ?? none(name), merged[name] ?? none(name)),
      );
      assert.deepEqual(
        new Set(remotePaths.map((path) => /^\w+/.exec(path)?.[0])),
        new Set(changed),
      );
    });
  });

  it("a merge keeps the order of the side that reordered a list, else the old order", () => {
    always((three) => {
      const { merged, conflicts } = merge(three, shape);

      const orders = lists
        .filter((name) => !conflicts.includes(name))
        .map((name) => sharedOrders(name, three.base, three.mine, three.theirs, merged));

      for (const [was, mine, theirs, now] of orders) {
        assert.deepEqual(now, isDeepStrictEqual(was, mine) ? theirs : mine);
      }
    });
  });

  it("a merge has each entry once", () => {
    always((three) => {
      const merges = both(three);

      for (const name of lists) {
        const names = merges.map(({ merged }) => namesIn(merged, name));
        assert.deepEqual(
          names.map((all) => [...new Set(all)]),
          names,
        );
      }
    });
  });

  it("a merge succeeds for any JSON", () => {
    const anyValue = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);
    const anyNames = fc.constantFrom(...recipes.attributes.keys(), "$", "id", "__proto__");
    const anyContent = fc.dictionary(anyNames, anyValue, { noNullPrototype: true });

    fc.assert(
      fc.property(anyContent, anyContent, anyContent, (base, mine, theirs) => {
        const { merged, remotePaths } = merge({ base, mine, theirs: base }, shape);
        const again = both({ base, mine, theirs });

        assert.deepEqual([merged, remotePaths], [mine, []]);
        assert.equal(isDeepStrictEqual(again[0], again[1]), again[0].conflicts.length === 0);
      }),
      { seed },
    );
  });
});
