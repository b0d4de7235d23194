import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toUri } from "../../src/files/uri.ts";
import type { Address } from "../../src/model/address.ts";
import { plainList } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { edit, open, type } from "./editors.ts";
import { useMagazine } from "./useMagazine.ts";

/** What the Problems view says of a document. */
const problemsOf = ({ uri }: vscode.TextDocument): string[] =>
  vscode.languages.getDiagnostics(uri).map(({ message }) => message);

describe("The schema of a document", () => {
  const magazine = useMagazine();

  it("marks a word that is no choice, and names the choices", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));

    await edit(document, { kind: "novel" });

    const marked = () => {
      const [first] = vscode.languages.getDiagnostics(document.uri);
      const choices = first?.message.match(/"\w+"/g);
      return Promise.resolve(first && [document.getText(first.range), choices]);
    };
    await untilEqual(marked, [
      '"novel"',
      ['"feature"', '"guide"', '"dispatch"', '"essay"', '"history"'],
    ]);
  });

  const mistakes = {
    "a text where a number belongs": { readingMinutes: "four" },
    "a number where a text belongs": { title: 4 },
    "one tag where a list belongs": { tags: { documentId: "tea" } },
    "a relation without its documentId": { category: { name: "Food" } },
    "a part of a zone that the zone does not take": { sections: [{ __component: "shared.seo" }] },
    "a mistake within a component": { seo: { metaTitle: ["a", "list"] } },
  };
  for (const [what, change] of Object.entries(mistakes)) {
    it(`marks ${what}`, async () => {
      const document = await open(magazine.article(await magazine.makeArticle()));

      await edit(document, change);

      await untilEqual(() => Promise.resolve(problemsOf(document).length > 0), true);
    });
  }

  it("offers the choices of an enumeration while typing", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    await edit(document, { kind: "" });
    const at = document.positionAt(document.getText().indexOf('"kind": "') + '"kind": "'.length);

    const offered = async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      return items
        .map(({ label }) => label)
        .filter((label) => typeof label === "string")
        .sort();
    };
    await untilEqual(offered, [
      '"dispatch"',
      '"essay"',
      '"feature"',
      '"guide"',
      '"history"',
      "null",
    ]);
  });

  it("finds nothing wrong with documents of every kind, as the service has them", async () => {
    const { connection } = magazine;
    const kinds = ["articles", "pages", "authors", "categories", "tags"];
    const listed = kinds.map(async (kind) => {
      const rows = await plainList(magazine.service, `${kind}?status=draft&pagination[limit]=4`);
      return rows.map(({ documentId, locale }): Address => {
        const inLocale = typeof locale === "string" ? { locale } : {};
        return { connection, type: kind, id: documentId, ...inLocale };
      });
    });
    const addresses: Address[] = [
      ...(await Promise.all(listed)).flat(),
      { connection, type: "homepage", locale: "en", id: "-" },
      { connection, type: "homepage", locale: "fr", id: "-" },
      { connection, type: "site-setting", id: "-" },
    ];

    const documents = await Promise.all(
      addresses.map((address) =>
        vscode.workspace.openTextDocument(toUri(address, { connectionName: "M", title: "T" })),
      ),
    );
    // An error proves that the schema is there, so that its going proves that nothing else is wrong.
    const texts = documents.map((document) => document.getText());
    for (const document of documents) await edit(document, { $: 0 });
    const counts = () => Promise.resolve(documents.map((document) => problemsOf(document).length));
    await untilEqual(
      counts,
      documents.map(() => 1),
    );
    for (const [index, document] of documents.entries()) await type(document, texts[index]!);

    await untilEqual(
      counts,
      documents.map(() => 0),
    );
    assert.equal(documents.length, 23);
  });

  it("says nothing where it can't be had", async () => {
    const uri = vscode.Uri.parse(`cms-schema://${magazine.connection}/recipes.json`);

    const document = await vscode.workspace.openTextDocument(uri);

    assert.equal(document.getText(), "{}");
  });

  it("comes once the service is there again, after it was asked for in vain", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const address = detour.article(id);
    const uri = vscode.Uri.parse(`cms-schema://${address.connection}/articles.json`);
    detour.inject(/content-type-builder/, (response) => response.socket?.destroy());
    await vscode.commands.executeCommand("cms.content.refresh", {
      connection: { id: address.connection },
    });
    const schema = await vscode.workspace.openTextDocument(uri);
    const inVain = schema.getText();

    detour.heal();
    await vscode.commands.executeCommand("cms.content.refresh", {
      connection: { id: address.connection },
    });

    assert.equal(inVain, "{}");
    await untilEqual(
      () => Promise.resolve((JSON.parse(schema.getText()) as { title?: string }).title),
      "Article",
    );
  });
});
