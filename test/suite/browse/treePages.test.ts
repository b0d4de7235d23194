import assert from "node:assert/strict";
import { must } from "../../model/outcomes.ts";
import { plainList } from "../../support/plainHttp.ts";
import { rowIdOf } from "../../../src/tree/contentTree.ts";
import { labelOf, useTrees } from "../trees.ts";
import type { Tree } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

/** Does what a click on Load More does. */
const loadMore = ({ model }: Tree, type: string): Promise<void> =>
  model.lists.listing({ connection: model.connection.id, type }).more();

describe("Pages of a collection", () => {
  const openTree = useTrees();
  const magazine = useMagazine();

  const titles = async (tree: Tree, row: string) =>
    (await tree.items("Magazine", row)).map(labelOf);

  it("pages of a collection load one after the other until the end", async () => {
    const tree = openTree({ pageSize: 15 });

    const ends: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      ends.push((await tree.lines("Magazine", "Users")).at(-1) ?? "");
      await loadMore(tree, "users");
    }

    const names = await titles(tree, "Users");
    assert.deepEqual(ends, [
      "Load More   15 of 40",
      "Load More   30 of 40",
      "zeynep.tuncer   zeynep.tuncer@example.com",
    ]);
    assert.deepEqual([names.length, new Set(names).size], [40, 40]);
  });

  it("pages contain no duplicates when documents move between them, and the collection shows that", async () => {
    const tree = openTree({ pageSize: 5 });
    const before = await titles(tree, "Articles");
    const said = async () =>
      (await tree.lines("Magazine")).find((line) => line.startsWith("Articles"));
    const first = await said();

    await magazine.makeArticle();
    await loadMore(tree, "articles");

    const after = await titles(tree, "Articles");
    assert.deepEqual([before.length, after.length, new Set(after).size], [6, 10, 10]);
    assert.deepEqual(
      [first, await said()],
      [
        "Articles   240 · en · last changed first",
        "Articles   241 · en · changed on the service (refresh to update)",
      ],
    );
  });

  it("pages of a collection include the item of a document on a later page, as VS Code knows it", async () => {
    const tree = openTree({ pageSize: 2 });
    const { documentId: id } = (
      await plainList(
        magazine.service,
        "articles?status=draft&locale=en&sort=updatedAt:asc&pagination[pageSize]=1",
      )
    )[0]!;
    const address = tree.model.article(id);

    const listedRow = must(await tree.model.lists.listing(address).find(id));
    const row = await tree.view.find(rowIdOf(address));
    const drawn = await tree.rows("Magazine", "Articles");
    const laterRow = await tree.view.find(rowIdOf(address));

    assert.deepEqual(
      [
        row?.id,
        laterRow === drawn[2],
        drawn.map((node) => labelOf(tree.view.getTreeItem(node))).slice(2),
      ],
      [`${address.connection}/articles/${id}`, true, [listedRow?.title, "Load More"]],
    );
    assert.equal(await tree.view.find(rowIdOf(tree.model.article("gone"))), undefined);
  });
});
