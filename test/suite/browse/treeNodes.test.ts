import assert from "node:assert/strict";
import type { TreeNode } from "../../../src/tree/treeNode.ts";
import { rowsClicked } from "../../../src/tree/activeEditorRow.ts";
import { until, untilEqual } from "../../window/until.ts";
import { launchedService } from "../launchedService.ts";
import { labelOf, useTrees } from "../trees.ts";

describe("Tree data provider", () => {
  const openTree = useTrees();

  it("the tree opens a single type at a click, in the locale that it is shown in", async () => {
    const tree = openTree();

    const rows = await tree.rows("Magazine");

    const { connection } = tree.model;
    const singles = rows
      .filter((row) => row.action !== undefined)
      .map((row) => [labelOf(row.item()), row.action, addressOf(row)]);
    assert.deepEqual(singles, [
      [
        "Homepage",
        "cms.document.open",
        { connection: connection.id, type: "homepage", id: "-", locale: "en" },
      ],
      [
        "Site Settings",
        "cms.document.open",
        { connection: connection.id, type: "site-setting", id: "-" },
      ],
    ]);
  });

  it("the tree gives every document the same command without arguments", async () => {
    const tree = openTree();

    const items = [
      ...(await tree.items("Magazine", "Pages")),
      ...(await tree.items("Magazine", "Users")),
    ];

    const kinds = new Set(items.map(({ command }) => JSON.stringify(command)));
    assert.deepEqual([...kinds], ['{"command":"cms.content.act","title":""}']);
  });

  it("the tree reports the last clicked item once VS Code has a selection again", async () => {
    const [row] = await openTree().rows("Magazine");
    assert.ok(row);
    const view: { selection: readonly TreeNode[] } = { selection: [] };
    const clickedRow = rowsClicked(view);

    const clicks = [clickedRow(), clickedRow()];
    view.selection = [row];

    assert.deepEqual(await Promise.all(clicks), [undefined, row]);
    assert.deepEqual(await Promise.all([clickedRow(), clickedRow()]), [row, row]);
  });

  it("the tree gives every item a unique id that survives a reload", async () => {
    const ids = async () => {
      const tree = openTree({ pageSize: 10 });
      const paths = [[], ["Magazine"], ...["Articles", "Users"].map((row) => ["Magazine", row])];
      const items = await Promise.all(paths.map((path) => tree.items(...path)));
      return items.flat().map(({ id }) => id);
    };

    const [before, after] = [await ids(), await ids()];

    assert.deepEqual([new Set(before).size, before], [before.length, after]);
    assert.equal(before.length, 1 + 9 + 11 + 11);
  });

  it("the tree finds every ancestor of an item", async () => {
    const tree = openTree({ pageSize: 2 });
    const rows = [
      ...(await tree.rows("Magazine", "Articles")),
      ...(await tree.rows("Magazine", "Users")),
    ];

    const parentChains = rows.map((row) => {
      const proxy = [];
      for (let at = tree.view.getParent(row); at; at = tree.view.getParent(at)) {
        proxy.push(labelOf(tree.view.getTreeItem(at)));
      }
      return proxy.join(" < ");
    });

    assert.deepEqual([...new Set(parentChains)], ["Articles < Magazine", "Users < Magazine"]);
  });

  it("the tree redraws everything for a new connection, and one collection for its refresh", async () => {
    const tree = openTree({ pageSize: 2 });
    const { model, redrawn } = tree;
    await tree.settledLines("Magazine", "Pages");
    const collection = { connection: model.connection.id, type: "pages" };

    redrawn.length = 0;
    model.lists.refresh(collection);
    await untilEqual(() => Promise.resolve(redrawn), [`${model.connection.id}/pages`]);
    await model.connections.add("Second", { url: launchedService().url });

    await until("The tree was not redrawn", () => Promise.resolve(redrawn.includes("all")));
    await untilEqual(async () => (await tree.items()).map(labelOf), ["Magazine", "Second"]);
  });
});

const addressOf = (row: TreeNode): unknown => ("address" in row ? row.address : undefined);
