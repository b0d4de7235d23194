import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import { untilEqual } from "../../window/until.ts";
import { PendingChanges } from "../../../src/editor/save/pendingChanges.ts";
import { StatusLensProvider } from "../../../src/editor/save/statusLensProvider.ts";
import { LastEditors } from "../../../src/model/documents/lastEditors.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { lensesOf } from "../lenses.ts";
import { useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

describe("CodeLens of pending changes", () => {
  const magazine = useMagazine();
  const openTree = useTrees();

  const openArticle = async (data: object = {}) =>
    open(magazine.article(await magazine.makeArticle(data)));

  it("the CodeLens of pending changes is absent without changes", async () => {
    const document = await openArticle();

    assert.deepEqual(await lensesOf(document), []);
  });

  it("the CodeLens of pending changes counts the attributes that a save would send", async () => {
    const document = await openArticle();

    await edit(document, { kicker: "One" });
    const firstLenses = await lensesOf(document);
    await edit(document, { summary: "Two", seo: { metaTitle: "Three" } });
    const three = await lensesOf(document);

    assert.deepEqual([firstLenses, three], [["1 change"], ["3 changes"]]);
  });

  it("the CodeLens of pending changes counts nothing when only the formatting has changed", async () => {
    const document = await openArticle();

    await type(document, JSON.stringify(contentOf(document)));

    assert.deepEqual(await lensesOf(document), []);
  });

  it("the CodeLens of pending changes counts nothing after a save, also when it merged a remote change", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Saved" });
    await magazine.change(`articles/${id}?status=draft`, { readingMinutes: 4 });

    await document.save();

    await untilEqual(() => Promise.resolve(contentOf(document)["readingMinutes"]), 4);
    await untilEqual(() => lensesOf(document), []);
  });

  it("the CodeLens of pending changes warns of a text that is too large for many services", async () => {
    const document = await openArticle();

    await edit(document, { body: "b".repeat(1_500_000) });

    assert.deepEqual(await lensesOf(document), [
      "1 change, 1.4 MB (many services reject more than 1 MB)",
    ]);
  });

  it("the CodeLens of pending changes reports why the text can't be saved", async () => {
    const document = await openArticle();

    await edit(document, { category: { name: "Food" } });
    const nameless = await lensesOf(document);
    await type(document, document.getText().slice(0, -10));
    const [broken] = await lensesOf(document);

    assert.deepEqual(nameless, ["Can't save. category must identify its target by documentId."]);
    assert.match(broken!, /^Can't save\. The text is not valid JSON at line \d+/);
  });

  it("the CodeLens of pending changes reports that a save publishes or applies immediately when the type has no drafts", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];

    const addresses = [
      { connection, type: "site-setting", id: "-" },
      { connection, type: "categories", id: category!.documentId },
      { connection, type: "users", id: String(user!.id) },
    ];
    for (const address of addresses) {
      const document = await open(address);
      const lenses = await lensesOf(document);
      const verb = address.type === "users" ? "applies" : "publishes";
      assert.deepEqual(lenses, [`Saving ${verb} immediately`], address.type);
    }
  });

  it("the CodeLenses of a new editor are announced as changed only after VS Code has requested them", async () => {
    const { model } = openTree();
    const id = await magazine.makeArticle();
    const address = { ...magazine.article(id), connection: model.connection.id };
    const { connections, documents, locks } = model;
    const lastEditors = new LastEditors(model.administrators, model.catalogs);
    const pending = new PendingChanges(documents);
    const lenses = new StatusLensProvider({ connections, documents, locks, lastEditors, pending });
    const document = await vscode.workspace.openTextDocument({ content: "{}" });
    await vscode.window.showTextDocument(document);
    let changes = 0;
    lenses.onDidChangeCodeLenses(() => (changes += 1));

    await documents.read(address);
    const changesBefore = changes;
    await lenses.provideCodeLenses(document);
    documents.recordWrite(address, null);
    const changesAfter = changes;
    for (const part of [lenses, pending, lastEditors]) part.dispose();

    assert.deepEqual([changesBefore, changesAfter], [0, 1]);
  });

  it("the CodeLens of pending changes is absent in other files", async () => {
    const uri = vscode.Uri.parse(`cms-schema://${magazine.connection}/articles.json`);

    const schema = await vscode.workspace.openTextDocument(uri);

    assert.deepEqual(await lensesOf(schema), []);
  });
});
