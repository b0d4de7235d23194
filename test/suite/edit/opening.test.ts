import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import { itLong } from "../../support/longRun.ts";
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

  it("opening a document shows a tab with its title in the language cms-json, one for each locale", async () => {
    const { documentId } = await tea();

    const document = await open(magazine.article(documentId));
    const { category, cover, tags, $, title, ...others } = contentOf(document);
    const french = await open(magazine.article(documentId, "fr"));

    assert.deepEqual(
      [document.languageId, document.isDirty, title, contentOf(french)["title"], tabs()],
      [
        ...["cms-json", false, "Tea in Winter", "Le thé en hiver"],
        ["Tea in Winter.cms.json", "Le thé en hiver.cms.json"],
      ],
    );
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

  it("opening a document works by its URI alone, and then shows the existing tab, whatever title the URI has", async () => {
    const title = unique("Article");
    const id = await magazine.makeArticle({ title });
    const uri = toUri(magazine.article(id), { connectionName: "Old name", title: "Old title" });
    await vscode.window.showTextDocument(uri);

    const document = await open(magazine.article(id));
    await open(magazine.article(id));

    assert.deepEqual([contentOf(document)["title"], tabs()], [title, ["Old title.cms.json"]]);
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
  /** The others differ only in the URI, which shared/uris.test.ts proves. */
  const usual = ["100 % #1?", ".."];
  for (const title of titles) {
    const test = usual.includes(title) ? it : itLong;
    test(`opening a document works with the title ${JSON.stringify(title).slice(0, 30)}`, async () => {
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

  it("an opened document shows attributes in schema order, and the service's properties last and folded, also when it is opened again", async () => {
    const [category] = await plainList(magazine.service, "categories?filters[name][$eq]=Food");
    assert.ok(category);
    const { documentId, createdAt, updatedAt } = category;
    const { connection } = magazine;
    const expected = {
      name: "Food",
      slug: "food",
      description: "What we eat, who makes it, and how to make it at home.",
      position: 1,
      $schema: `cms-schema://${connection}/categories.json`,
      $: { documentId, createdAt, updatedAt },
    };

    for (const _ of ["first", "second"]) {
      const document = await open({ connection, type: "categories", id: documentId });

      assert.equal(document.getText(), `${JSON.stringify(expected, null, 2)}\n`);
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
