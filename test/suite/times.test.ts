import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { ago } from "../../src/host/words/ago.ts";
import { numeral } from "../../src/host/words/words.ts";
import { descriptionOf, useTrees } from "./trees.ts";
import { useMagazine } from "./useMagazine.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const days = 24 * 60 * minutes;

describe("A relative time", () => {
  const magazine = useMagazine();
  const openTree = useTrees();

  const said: readonly (readonly [number, string, string])[] = [
    [-5 * minutes, "just now", "just now"],
    [20 * seconds, "just now", "just now"],
    [2 * minutes + 5 * seconds, "2 min ago", "2 minutes ago"],
    [days + minutes, "1 day ago", "1 day ago"],
    [8 * days, "1 wk ago", "1 week ago"],
  ];
  for (const [since, short, long] of said) {
    it(`reads "${short}" and "${long}" ${String(since / seconds)} seconds later`, () => {
      const time = new Date(Date.now() - since).toISOString();

      assert.deepEqual([ago(time), ago(time, "long")], [short, long]);
    });
  }

  it("and a number are in English, the language of the texts", () => {
    assert.equal(numeral(1_234.5), "1,234.5");
  });

  it("of a row has it drawn again once it reads differently", async function () {
    this.timeout(100_000);
    const id = await magazine.makeArticle();
    const tree = openTree();
    const made = (await tree.rows("Magazine", "Articles")).find((row) => row.id.endsWith(id));
    const before = made && descriptionOf(tree.view.getTreeItem(made));
    await tree.settledLines("Magazine", "Articles");
    tree.redrawn.length = 0;

    tree.view.followTime();
    const atOnce = [...tree.redrawn];
    await pause(61 * seconds);
    tree.view.followTime();

    assert.match(before ?? "", /just now$/);
    assert.deepEqual(atOnce, []);
    assert.ok(made && tree.redrawn.includes(made.id));
    assert.match(descriptionOf(tree.view.getTreeItem(made)), /1 min ago$/);
  });
});
