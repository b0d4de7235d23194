import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { contentOf, edit, open, type } from "./editors.ts";
import { lensesOf } from "./lenses.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Above the first line, a document", () => {
  const magazine = useMagazine();

  const openArticle = async (data: object = {}) =>
    open(magazine.article(await magazine.makeArticle(data)));

  it("says nothing of changes as long as there are none", async () => {
    const document = await openArticle();

    assert.deepEqual(await lensesOf(document), []);
  });

  it("counts the attributes that a save would send", async () => {
    const document = await openArticle();

    await edit(document, { kicker: "One" });
    const one = await lensesOf(document);
    await edit(document, { summary: "Two", seo: { metaTitle: "Three" } });
    const three = await lensesOf(document);

    assert.deepEqual([one, three], [["1 change"], ["3 changes"]]);
  });

  it("counts nothing where only the form of the text has changed", async () => {
    const document = await openArticle();

    await type(document, JSON.stringify(contentOf(document)));

    assert.deepEqual(await lensesOf(document), []);
  });

  it("counts nothing any more once it is saved", async () => {
    const document = await openArticle();
    await edit(document, { kicker: "Saved" });

    await document.save();

    await untilEqual(() => lensesOf(document), []);
  });

  it("warns of a text that many services refuse, before it is sent", async () => {
    const document = await openArticle();

    await edit(document, { body: "b".repeat(1_500_000) });

    assert.deepEqual(await lensesOf(document), [
      "1 change, 1.4 MB: many services refuse more than 1 MB",
    ]);
  });

  it("says what keeps it from being saved", async () => {
    const document = await openArticle();

    await edit(document, { category: { name: "Food" } });
    const nameless = await lensesOf(document);
    await type(document, document.getText().slice(0, -10));
    const [broken] = await lensesOf(document);

    assert.deepEqual(nameless, [
      "Can't be saved like this: category must name its target by documentId.",
    ]);
    assert.match(broken!, /^Can't be saved like this: The text is not valid JSON at line \d+/);
  });

  it("says that a save goes live at once, where there are no drafts", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];

    const places = [
      { connection, type: "site-setting", id: "-" },
      { connection, type: "categories", id: category!.documentId },
      { connection, type: "users", id: String(user!.id) },
    ];
    for (const address of places) {
      const document = await open(address);
      const lenses = await lensesOf(document);
      assert.deepEqual(lenses, ["Saving publishes immediately"], address.type);
    }
  });

  it("has all that; another file has none of it", async () => {
    const uri = vscode.Uri.parse(`cms-schema://${magazine.connection}/articles.json`);

    const schema = await vscode.workspace.openTextDocument(uri);

    assert.deepEqual(await lensesOf(schema), []);
  });
});
