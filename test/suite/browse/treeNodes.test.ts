import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { fromUri, toUri } from "../../../src/files/shared/documentUri.ts";
import type { TreeNode } from "../../../src/tree/treeNode.ts";
import { followActiveEditor, rowsClicked } from "../../../src/tree/activeEditorRow.ts";
import { until, untilEqual } from "../../window/until.ts";
import { launchedService } from "../launchedService.ts";
import { labelOf, useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Tree data provider", () => {
  const openTree = useTrees();
  const magazine = useMagazine();

  it("the tree opens a single type at a click, in the locale that it is shown in", async () => {
    const tree = openTree();

    const rows = await tree.rows("Magazine");

    const singles = rows
      .filter(({ uri }) => uri)
      .map((row) => [labelOf(row.item()), row.uri?.path, row.uri && fromUri(row.uri)]);
    const { id: connection } = tree.model.connection;
    assert.deepEqual(singles, [
      [
        "Homepage",
        "/Magazine/homepage/en/Homepage.cms.json",
        { connection, type: "homepage", id: "-", locale: "en" },
      ],
      [
        "Site Settings",
        "/Magazine/site-setting/Site Settings.cms.json",
        { connection, type: "site-setting", id: "-" },
      ],
    ]);
  });

  it("the tree opens documents, users and media files by VS Code's own command", async () => {
    const tree = openTree();

    const commands = await Promise.all(
      ["Pages", "Users", "Media"].map(async (label) => {
        const [row] = await tree.rows("Magazine", label);
        assert.ok(row && "address" in row);
        const { command } = tree.view.getTreeItem(row);
        const [uri] = (command?.arguments ?? []) as [vscode.Uri];
        return [command?.command, isDeepStrictEqual(fromUri(uri), row.address)];
      }),
    );

    assert.deepEqual(commands, Array(3).fill(["vscode.open", true]));
  });

  it("the tree gives a row that acts a command without arguments", async () => {
    const tree = openTree({ pageSize: 1 });

    const more = (await tree.items("Magazine", "Pages")).at(-1);

    assert.deepEqual(more?.command, { command: "cms.content.act", title: "" });
  });

  it("the tree opens a document in its tab, though the tab has a former title", async () => {
    const tree = openTree({ pageSize: 1 });
    await tree.settledLines("Magazine", "Pages");
    const [row] = await tree.rows("Magazine", "Pages");
    assert.ok(row?.uri);
    // Resolves when the tree has also drawn delayed changes, such as the count of the collection.
    await tree.view.find(row.id);
    tree.view.getTreeItem(row);
    const [address, before] = [fromUri(row.uri), row.uri.toString()];
    assert.ok(address);
    const former = toUri(address, { connectionName: "Magazine", title: "Former Title" });
    tree.redrawn.length = 0;

    // The connection is the tree's own, so the window can't read the document. It opens a tab.
    await vscode.commands.executeCommand("vscode.open", former);
    await untilEqual(() => Promise.resolve(row.uri?.toString()), former.toString());
    await untilEqual(() => Promise.resolve(tree.redrawn), [row.id]);
    tree.view.getTreeItem(row);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await untilEqual(() => Promise.resolve(tree.redrawn), [row.id, row.id]);

    assert.equal(row.uri.toString(), before);
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

  it("the tree reveals the row of the active editor once it is drawn, unless its view was closed", async () => {
    const detour = await magazine.detour();
    const tree = openTree({ url: detour.url });
    const row = (await tree.rows("Magazine")).find((node) => labelOf(node.item()) === "Pages");
    assert.ok(row);
    const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
    const revealedIds: string[] = [];
    const view = {
      visible: true,
      selection: [],
      onDidChangeVisibility: visibility.event,
      reveal: ({ id }: TreeNode) => Promise.resolve(void revealedIds.push(id)),
    };
    const show = (visible: boolean) => {
      view.visible = visible;
      visibility.fire({ visible });
    };
    const front = () => ({ connection: tree.model.connection.id, type: "pages", id: "x" });
    const release = detour.hold(/^GET \/api\/pages/);
    const rows = tree.view.getChildren(row);
    const follower = vscode.Disposable.from(visibility, followActiveEditor(view, tree.view, front));

    show(true);
    await pause(500);
    show(false);
    release();
    await rows;
    await pause(500);
    const idsWhileClosed = [...revealedIds];
    show(true);
    await untilEqual(() => Promise.resolve(revealedIds), [row.id]);
    follower.dispose();

    assert.deepEqual(idsWhileClosed, []);
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
