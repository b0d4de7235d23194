import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { descriptionOf, labelOf, useTrees } from "../trees.ts";
import type { Tree } from "../trees.ts";

const choose = ({ model }: Tree, type: string, locale: string): void => {
  model.lists.changeListQuery({ connection: model.connection.id, type }, { locale });
};

const described = async (tree: Tree, label: string): Promise<string | undefined> =>
  (await tree.items("Magazine")).filter((item) => labelOf(item) === label).map(descriptionOf)[0];

describe("Chosen locale", () => {
  const openTree = useTrees();

  it("the chosen locale filters a collection and sets the locale of the opened documents", async () => {
    const tree = openTree();

    choose(tree, "pages", "fr");
    const lines = await tree.settledLines("Magazine", "Pages");
    const rows = await tree.rows("Magazine", "Pages");

    const locales = rows.map((row) => ("address" in row ? row.address : row));
    assert.deepEqual(lines, [
      "S'abonner   published · …",
      "Contact   published · …",
      "À propos   published · …",
    ]);
    assert.deepEqual(
      locales.map((address) => (address as { locale?: string }).locale),
      ["fr", "fr", "fr"],
    );
  });

  it("the chosen locale belongs to one collection, and survives a refresh", async () => {
    const tree = openTree({ pageSize: 1 });
    await tree.lines("Magazine", "Articles");
    await tree.lines("Magazine", "Pages");

    choose(tree, "pages", "de");
    tree.model.lists.refresh({ connection: tree.model.connection.id });
    await tree.lines("Magazine", "Articles");
    await tree.lines("Magazine", "Pages");

    assert.deepEqual(
      [await described(tree, "Articles"), await described(tree, "Pages")],
      ["240 · en · last changed first", "3 · de · last changed first"],
    );
  });

  it("the chosen locale belongs to a single type, which opens in it", async () => {
    const tree = openTree();
    await tree.rows("Magazine");

    choose(tree, "homepage", "fr");

    const rows = await tree.rows("Magazine");
    const homepage = rows.find((row) => labelOf(tree.view.getTreeItem(row)) === "Homepage");
    assert.ok(homepage && "address" in homepage);
    const { id: connection } = tree.model.connection;
    assert.deepEqual(
      [homepage.address, await described(tree, "Homepage")],
      [{ connection, type: "homepage", id: "-", locale: "fr" }, "fr"],
    );
  });

  it("the chosen locale redraws only its collection", async () => {
    const tree = openTree({ pageSize: 1 });
    await tree.settledLines("Magazine", "Pages");

    tree.redrawn.length = 0;
    choose(tree, "pages", "de");

    const pages = `${tree.model.connection.id}/pages`;
    await untilEqual(() => Promise.resolve(tree.redrawn), [pages]);
  });

  it("the chosen locale is named when it has no documents", async () => {
    const tree = openTree();

    choose(tree, "pages", "es");

    assert.deepEqual(await tree.lines("Magazine", "Pages"), ["No pages   es"]);
  });
});

describe("Missing locales of a document", () => {
  const openTree = useTrees();

  it("missing locales are listed in the tooltip of a document, and not for types without localization", async () => {
    const tree = openTree();

    const pages = await tree.items("Magazine", "Pages");
    const tags = await tree.items("Magazine", "Tags");

    const missing = ({ tooltip }: vscode.TreeItem) =>
      typeof tooltip === "string" ? /Missing locales: .*/.exec(tooltip)?.[0] : undefined;
    const [about, survey] = ["About", "Reader Survey"].map((label) =>
      pages.filter((item) => labelOf(item) === label).map(missing),
    );
    assert.deepEqual([about, survey], [[undefined], ["Missing locales: fr, de"]]);
    assert.deepEqual([...new Set(tags.map(missing))], [undefined]);
  });
});
