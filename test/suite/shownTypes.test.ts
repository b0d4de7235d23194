import assert from "node:assert/strict";
import { labelOf, useTrees } from "./trees.ts";

describe("A connection that shows some of what there is", () => {
  const openTree = useTrees();

  it("shows what it is told to show, without what is hidden, in its own locale", async () => {
    const tree = openTree();
    const { desk } = tree;
    const change = { show: ["articles", "pages", "homepage"], hide: ["pages"], locale: "fr" };

    await desk.connections.change(desk.connection, change);

    const rows = await tree.items("Magazine");
    const { catalog } = await desk.catalogs
      .service(desk.connection.id)
      .then(([, service]) => ({ catalog: service?.catalog }));
    const type = catalog?.types.get("articles");
    const place = { connection: desk.connection.id, type: "articles" };
    assert.ok(type);
    assert.deepEqual(
      [rows.map(labelOf), desk.content.locale(place, type, catalog?.defaultLocale)],
      [["Articles", "Homepage"], "fr"],
    );
  });

  it("is in the service's own locale where it names one that there is none of", async () => {
    const tree = openTree();
    const { desk } = tree;
    await desk.connections.change(desk.connection, { locale: "tlh" });

    const lines = await tree.lines("Magazine");

    const articles = lines.find((line) => line.startsWith("Articles"));
    assert.match(articles ?? "", /\ben\b/);
  });
});
