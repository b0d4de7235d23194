import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import { plainList } from "../../support/plainHttp.ts";
import { until } from "../../window/until.ts";
import { closeEditors, contentOf, open, tabs } from "../editors.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Opened document", () => {
  const magazine = useMagazine();

  const tea = async () => {
    const query = "articles?status=draft&filters[title][$eq]=Tea%20in%20Winter";
    const [article] = await plainList(magazine.service, query);
    assert.ok(article);
    return article;
  };

  it("opening a document shows a tab with its title in the language cms-json", async () => {
    const { documentId } = await tea();

    const document = await open(magazine.article(documentId));

    assert.deepEqual(
      [document.languageId, document.isDirty, tabs()],
      ["cms-json", false, ["Tea in Winter.cms.json"]],
    );
  });

  it("an opened document shows attributes in schema order, and the service's properties last", async () => {
    const [category] = await plainList(magazine.service, "categories?filters[name][$eq]=Food");
    assert.ok(category);
    const { documentId, createdAt, updatedAt } = category;

    const document = await open({
      connection: magazine.connection,
      type: "categories",
      id: documentId,
    });

    const expected = {
      name: "Food",
      slug: "food",
      description: "What we eat, who makes it, and how to make it at home.",
      position: 1,
      $schema: `cms-schema://${magazine.connection}/categories.json`,
      $: { documentId, createdAt, updatedAt },
    };
    assert.equal(document.getText(), `${JSON.stringify(expected, null, 2)}\n`);
  });

  it("an opened document shows titles of relations and media, and omits inverse sides", async () => {
    const { documentId } = await tea();

    const document = await open(magazine.article(documentId));

    const { category, cover, tags, $, ...others } = contentOf(document);
    assert.deepEqual(
      [category, cover, (tags as unknown[])[0], ($ as { locales: unknown }).locales],
      [
        { documentId: "ra6e0ddqpvs46y7ijwkwl5eh", name: "Food" },
        {
          documentId: "gtfhxy9iuqm23tyozzjieqpi",
          name: "cup-of-tea.png",
          alternativeText: "A cup of tea on a wooden table, seen from above",
        },
        { documentId: "z0dloqeqhj6ww3j1agdcgbt7", name: "Tea" },
        ["de", "en", "fr"],
      ],
    );
    const absent = ["prequel", "previewPassword", "internalNote", "id", "localizations"];
    assert.deepEqual(
      absent.filter((name) => name in others),
      [],
    );
  });

  it("opening a document shows the draft in the locale of its tree item", async () => {
    const id = await magazine.makeArticle({ title: unique("Live") }, "");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Not yet live" });
    await magazine.change(`articles/${id}?status=draft&locale=fr`, {
      kicker: "En brouillon",
    });

    const english = contentOf(await open(magazine.article(id)));
    const french = contentOf(await open(magazine.article(id, "fr")));

    assert.deepEqual([english["kicker"], french["kicker"]], ["Not yet live", "En brouillon"]);
  });

  it("opening a document works by its URI alone, before the tree has shown it", async () => {
    const { documentId } = await tea();
    const uri = toUri(magazine.article(documentId), {
      connectionName: "whatever",
      title: "Another",
    });

    const document = await vscode.workspace.openTextDocument(uri);

    assert.equal(contentOf(document)["title"], "Tea in Winter");
  });

  it("opening a document shows the existing tab, whatever title the URI has", async () => {
    const id = await magazine.makeArticle();
    const uri = toUri(magazine.article(id), { connectionName: "Old name", title: "Old title" });
    await vscode.window.showTextDocument(uri);

    await open(magazine.article(id));
    await open(magazine.article(id));

    assert.deepEqual(tabs(), ["Old title.cms.json"]);
  });

  it("opening a document gives each locale a tab of its own", async () => {
    const { documentId } = await tea();

    await open(magazine.article(documentId));
    await open(magazine.article(documentId, "fr"));

    assert.deepEqual(tabs(), ["Tea in Winter.cms.json", "Le thé en hiver.cms.json"]);
  });

  it("opening works for a single type and a user", async () => {
    const { connection } = magazine;

    const homepage = await open({ connection, type: "homepage", locale: "en", id: "-" });
    const settings = await open({ connection, type: "site-setting", id: "-" });
    const user = await open({ connection, type: "users", id: "1" });

    const { password, role, username } = contentOf(user);
    assert.deepEqual(
      [Object.keys(contentOf(homepage)).slice(0, 2), contentOf(settings)["siteName"], tabs()],
      [
        ["heading", "intro"],
        "Hearth & Compass",
        ["Homepage.cms.json", "Site Settings.cms.json", "nora.whitlock.cms.json"],
      ],
    );
    assert.deepEqual(
      { password, role, username },
      { password: undefined, role: { id: 3, name: "Editor" }, username: "nora.whitlock" },
    );
  });

  const titles = [
    "../../Tea",
    "A/B\\C",
    "100 % #1?",
    "Thé 🍵",
    "‮reversed",
    "..",
    "__proto__",
    "x".repeat(160),
  ];
  for (const title of titles) {
    it(`opening a document works with the title ${JSON.stringify(title).slice(0, 30)}`, async () => {
      const id = await magazine.makeArticle({ title });

      const document = await open(magazine.article(id));

      assert.deepEqual(
        [contentOf(document)["title"], document.uri.authority, tabs().length],
        [title, magazine.connection, 1],
      );
    });
  }

  /** Resolves when the properties of the service are folded in the active editor. */
  const untilFolded = async (document: vscode.TextDocument) => {
    const lines = document.getText().split("\n");
    const first = lines.findIndex((line) => line.includes('"$schema": '));
    await until("The lines of the service are not folded", () => {
      const ranges = vscode.window.activeTextEditor?.visibleRanges ?? [];
      return Promise.resolve(
        ranges.length > 0 &&
          !ranges.some(({ start, end }) => start.line <= first + 1 && first + 1 <= end.line),
      );
    });
  };

  it("an opened document folds the service's properties, also when it is opened again", async () => {
    const [category] = await plainList(magazine.service, "categories?filters[name][$eq]=Food");
    assert.ok(category);
    const { connection } = magazine;

    for (const _ of ["first", "second"]) {
      const document = await open({ connection, type: "categories", id: category.documentId });

      await untilFolded(document);
      await closeEditors();
    }
  });

  it("an opened document folds the service's properties again after a reload with other values", async () => {
    const { connection } = magazine;
    const [name, newName] = [unique("Category"), unique("Category")];
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const id = await magazine.make("categories", { name, slug });
    const document = await open({ connection, type: "categories", id });
    await untilFolded(document);

    await magazine.change(`categories/${id}`, { name: newName });
    await vscode.commands.executeCommand("cms.content.refresh");
    await until("The text was not reloaded", () =>
      Promise.resolve(document.getText().includes(newName)),
    );
    // Time for VS Code to unfold them.
    await pause(1_000);

    await untilFolded(document);
  });
});
