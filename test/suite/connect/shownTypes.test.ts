import assert from "node:assert/strict";
import { labelOf, useTrees } from "../trees.ts";

describe("Type and locale settings", () => {
  const openTree = useTrees();

  it("settings of a connection select the shown types and the locale", async () => {
    const tree = openTree();
    const { model } = tree;
    const change = { show: ["articles", "pages", "homepage"], hide: ["pages"], locale: "fr" };

    await model.connections.change(model.connection, change);

    const rows = await tree.items("Magazine");
    const { catalog } = await model.catalogs
      .service(model.connection.id)
      .then(([, service]) => ({ catalog: service?.catalog }));
    const type = catalog?.types.get("articles");
    const collection = { connection: model.connection.id, type: "articles" };
    assert.ok(type);
    assert.deepEqual(
      [rows.map(labelOf), model.lists.locale(collection, type, catalog?.defaultLocale)],
      [["Articles", "Homepage"], "fr"],
    );
  });

  it("settings of a connection fall back to the default locale for an unknown one", async () => {
    const tree = openTree();
    const { model } = tree;
    await model.connections.change(model.connection, { locale: "tlh" });

    const lines = await tree.lines("Magazine");

    const articles = lines.find((line) => line.startsWith("Articles"));
    assert.match(articles ?? "", /\ben\b/);
  });
});
