import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../../src/model/foundation/address.ts";
import { extensionId } from "../../support/extensionId.ts";
import { until, untilEqual } from "../../window/until.ts";
import { labelOf, useTrees } from "../trees.ts";
import type { Tree } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

describe("Tree items of changed documents", () => {
  const openTree = useTrees();
  const magazine = useMagazine();

  /** The tree item of a new article, which is the first one, and the preview of the article. */
  const newest = async (tree: Tree) => {
    const [row] = await tree.rows("Magazine", "Articles");
    assert.ok(row && "address" in row);
    const address = row.address as Address;
    const [failure, previewed] = await tree.model.publication.preview(address);
    assert.equal(failure, null);
    return { row, address, previewed };
  };

  it("the tree item of a document shows a publish, and is redrawn alone", async () => {
    const id = await magazine.makeArticle({ title: "Just made" });
    const tree = openTree({ pageSize: 2 });
    await tree.settledLines("Magazine", "Articles");
    const { row, address, previewed } = await newest(tree);
    const before = tree.lineOf(row);
    const articles = `${tree.model.connection.id}/articles`;
    // The collection is redrawn with its count.
    await until("What came is not drawn", () => Promise.resolve(tree.redrawn.includes(articles)));
    tree.redrawn.length = 0;

    await tree.model.publication.publish(address, previewed);
    await until("The row is not drawn again", () => Promise.resolve(tree.redrawn.includes(row.id)));

    assert.deepEqual(
      [address.id, before, tree.lineOf(row), tree.redrawn.includes(articles)],
      [id, "Just made   draft · …", "Just made   published · …", false],
    );
  });

  it("a tree item disappears after a deletion, with a lower count and no request", async () => {
    const id = await magazine.makeArticle({ title: "Just made" });
    const tree = openTree({ pageSize: 2 });
    const before = await tree.settledLines("Magazine", "Articles");
    const { address, previewed } = await newest(tree);

    await tree.model.publication.delete(address, previewed);
    const requestCount = tree.model.log.length;

    const after = await tree.lines("Magazine", "Articles");
    assert.deepEqual(
      [before[0], before.at(-1), after[0] === before[1], after.at(-1), tree.model.log.length],
      ["Just made   draft · …", "Load More   2 of 241", true, "Load More   1 of 240", requestCount],
    );
    assert.equal(await magazine.draft(id), undefined);
  });

  it("a tree item appears after a refresh of its collection, which reads no other collection", async () => {
    const tree = openTree({ pageSize: 2 });
    await tree.settledLines("Magazine", "Pages");
    await tree.settledLines("Magazine", "Articles");
    const requestCount = tree.model.log.length;

    await magazine.makeArticle({ title: "By somebody else" });
    tree.model.lists.refresh({ connection: tree.model.connection.id, type: "articles" });
    await untilEqual(
      async () => (await tree.items("Magazine", "Articles")).map(labelOf)[0],
      "By somebody else",
    );
    await tree.settledLines("Magazine", "Articles");
    await tree.settledLines("Magazine", "Pages");

    const paths = tree.model.log.slice(requestCount).map(({ path }) => path);
    assert.deepEqual(paths, ["articles", "articles"]);
  });
});

describe("Tree item of a single type", () => {
  const openTree = useTrees();
  const magazine = useMagazine();

  /** Which of Unpublish and Discard Changes the context menu offers, by the conditions of the manifest. */
  function offered(context = ""): string[] {
    const { packageJSON } = vscode.extensions.getExtension(extensionId) as {
      readonly packageJSON: Manifest;
    };
    const { "cms.document.publishing": items = [] } = packageJSON.contributes.menus;
    return items
      .filter(({ command }) => /unpublish|discardChanges/.test(command))
      .filter(({ when }) =>
        new RegExp(/viewItem =~ \/(.*)\/$/.exec(when)?.[1] ?? "-").test(context),
      )
      .map(({ command }) => command.replace("cms.document.", ""));
  }

  it("the tree item of a single type offers the actions for its status once that is known", async () => {
    const { model, view } = openTree();
    await model.connections.change(model.connection, { adminEmail: "ada@example.com" });
    const [connection] = await view.getChildren();
    const rows = await view.getChildren(connection);
    const row = rows.find((node) => node.id.endsWith("/homepage"));
    assert.ok(row && "address" in row);
    const address = row.address as Address;
    const now = () => offered(view.getTreeItem(row).contextValue);
    const before = now();
    let drawn: string[] = [];
    view.onDidChangeTreeData((nodes) => {
      // Redrawing an ancestor also redraws the tree item.
      if (nodes?.some(({ id }) => row.id.startsWith(id))) drawn = now();
    });
    /**
     * Reads the document as an editor does, until it has this status. Then waits until its tree item offers these
     * actions.
     */
    const learn = async (state: State, offers: readonly string[]) => {
      await untilEqual(async () => (await model.stood(address)).state, state);
      await untilEqual(() => Promise.resolve(drawn), offers);
    };
    const both = ["unpublish", "discardChanges"];

    await learn("published", ["unpublish"]);
    const { content } = model.documents.latestSnapshot(address) ?? {};
    await magazine.change("homepage?status=draft", { heading: "Changed" });
    await learn("modified", both);
    await magazine.change("homepage?status=published", { heading: content?.["heading"] });

    assert.deepEqual(before, both);
    assert.deepEqual(
      ["draft", "published"].map((state) => offered(`single.publishable.localized.${state}`)),
      [[], ["unpublish"]],
    );
  });
});

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string }[]>
    >;
  };
}
