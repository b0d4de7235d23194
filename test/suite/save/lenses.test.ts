import assert from "node:assert/strict";
import * as vscode from "vscode";
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

  it("the CodeLens of pending changes counts the attributes that a save would send, or reports why the text can't be saved", async () => {
    const document = await openArticle();
    const opened = contentOf(document);
    const schema = vscode.Uri.parse(`cms-schema://${magazine.connection}/articles.json`);
    const inOther = await lensesOf(await vscode.workspace.openTextDocument(schema));

    const lenses = [await lensesOf(document)];
    await edit(document, { kicker: "One" });
    lenses.push(await lensesOf(document));
    await edit(document, { summary: "Two", seo: { metaTitle: "Three" } });
    lenses.push(await lensesOf(document));
    await type(document, JSON.stringify(opened));
    lenses.push(await lensesOf(document));
    await edit(document, { category: { name: "Food" } });
    lenses.push(await lensesOf(document));
    await type(document, document.getText().slice(0, -10));
    const [broken] = await lensesOf(document);

    assert.deepEqual(lenses, [
      ...[[], ["1 change"], ["3 changes"], []],
      ["Can't save. category must identify its target by documentId."],
    ]);
    assert.match(broken!, /^Can't save\. The text is not valid JSON at line \d+/);
    assert.deepEqual(inOther, []);
  });

  it("the CodeLens of pending changes warns of a text that is too large for many services", async () => {
    const document = await openArticle();

    await edit(document, { body: "b".repeat(1_160_000) });

    assert.deepEqual(await lensesOf(document), [
      "1 change, 1.1 MB (many services reject more than 1 MB)",
    ]);
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
});
