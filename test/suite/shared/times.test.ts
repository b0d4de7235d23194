import assert from "node:assert/strict";
import { age, ago } from "../../../src/texts/shared/textLanguage.ts";
import { rowIdOf } from "../../../src/tree/contentTree.ts";
import { numeral } from "../../../src/texts/shared/failureWords.ts";
import { descriptionOf, useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

describe("Relative time", () => {
  const magazine = useMagazine();
  const openTree = useTrees();

  const said: readonly (readonly [number, string, string, string])[] = [
    [-5 * minutes, "now", "just now", "just now"],
    [20 * seconds, "now", "just now", "just now"],
    [2 * minutes + 5 * seconds, "2m", "2 min ago", "2 minutes ago"],
    [119 * minutes, "1h", "2 hr ago", "2 hours ago"],
    [days + minutes, "1d", "1 day ago", "1 day ago"],
    [8 * days, "1w", "1 wk ago", "1 week ago"],
    [70 * days, "10w", "2 mo ago", "2 months ago"],
    [800 * days, "2y", "2 yr ago", "2 years ago"],
  ];
  for (const [since, shortest, short, long] of said) {
    it(`a relative time reads "${shortest}", "${short}" and "${long}" ${String(since / seconds)} seconds later`, () => {
      const time = new Date(Date.now() - since).toISOString();

      assert.deepEqual([age(time), ago(time), ago(time, "long")], [shortest, short, long]);
    });
  }

  it("a relative time is in English like numbers and the other texts", () => {
    assert.equal(numeral(1_234.5), "1,234.5");
  });

  it("a relative time redraws its tree item once it changes", async () => {
    const id = await magazine.makeArticle();
    const tree = openTree({ pageSize: 3 });
    const createdRow = (await tree.rows("Magazine", "Articles")).find((row) => row.id.endsWith(id));
    const before = createdRow && descriptionOf(tree.view.getTreeItem(createdRow));
    await tree.settledLines("Magazine", "Articles");
    // Resolves when the tree has also drawn delayed changes, such as the count of the collection.
    await tree.view.find(rowIdOf(tree.model.article(id)));
    tree.redrawn.length = 0;

    tree.view.followTime();
    const atOnce = [...tree.redrawn];
    const later = aMinuteLater(() => {
      tree.view.followTime();
      return createdRow && descriptionOf(tree.view.getTreeItem(createdRow));
    });

    assert.equal(before, "now");
    assert.deepEqual(atOnce, []);
    assert.ok(createdRow && tree.redrawn.includes(createdRow.id));
    assert.equal(later, "1m");
  });
});

/**
 * Runs a synchronous function with the clock one minute ahead. No other code runs in between, so only this function
 * sees that clock.
 */
function aMinuteLater<T>(run: () => T): T {
  const { now } = Date;
  Date.now = () => now() + 61 * seconds;
  try {
    return run();
  } finally {
    Date.now = now;
  }
}
