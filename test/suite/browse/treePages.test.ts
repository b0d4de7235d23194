import assert from "node:assert/strict";
import { must } from "../../model/outcomes.ts";
import { plainList } from "../../support/plainHttp.ts";
import { rowIdOf } from "../../../src/tree/contentTree.ts";
import { descriptionOf, labelOf, useTrees } from "../trees.ts";
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

  it("pages of a collection load once for two quick clicks", async () => {
    const tree = openTree({ pageSize: 10 });
    await tree.settledLines("Magazine", "Tags");
    const before = await titles(tree, "Tags");

    const requestCount = tree.model.log.length;
    await Promise.all([loadMore(tree, "tags"), loadMore(tree, "tags")]);

    await tree.settledLines("Magazine", "Tags");
    const after = await titles(tree, "Tags");
    assert.deepEqual(
      [before.length, after.length, new Set(after).size, after.at(-1)],
      [11, 21, 21, "Load More"],
    );
    const requests = tree.model.log
      .slice(requestCount)
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(requests, ["GET tags", "GET tags"]);
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

  it("pages of a collection are requested once, however often they are drawn", async () => {
    const tree = openTree({ pageSize: 10 });
    await tree.rows("Magazine");
    const opened = tree.model.log.length;

    await Promise.all([tree.lines("Magazine", "Pages"), tree.lines("Magazine", "Pages")]);
    await tree.settledLines("Magazine", "Pages");
    await tree.read("Magazine", "Pages");
    await tree.read("Magazine", "Pages");

    const requests = tree.model.log.slice(opened).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(requests, ["GET pages", "GET pages"]);
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

  it("pages of a collection appear before the statuses are known", async () => {
    const tree = openTree({ pageSize: 3 });

    const first = await tree.items("Magazine", "Pages");
    const settled = await tree.settledLines("Magazine", "Pages");

    assert.deepEqual(
      [first.map(labelOf), first.some((item) => descriptionOf(item).includes("draft"))],
      [["Reader Survey", "Events", "Privacy", "Load More"], false],
    );
    assert.equal(settled[0], "Reader Survey   draft · …");
  });
});
