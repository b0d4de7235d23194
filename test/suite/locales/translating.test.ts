import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open } from "../editors.ts";
import { usePrompts } from "../prompts.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Translate", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();

  const translate = async (document: vscode.TextDocument, locale: string) => {
    const address = fromUri(document.uri);
    await vscode.commands.executeCommand("cms.document.translate", { address, locale });
    return vscode.window.activeTextEditor!.document;
  };
  /** The marked fields of a localization, with the messages. */
  const marks = ({ uri }: vscode.TextDocument): string[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ message }) => /^(Not translated|Changed in)/.test(message))
      .map(({ message, range }) => `${range.start.line}: ${message}`);
  const marked = (document: vscode.TextDocument, name: string) => {
    const line = document.getText().slice(0, document.getText().indexOf(`"${name}"`));
    return marks(document).find((mark) => mark.startsWith(`${line.split("\n").length - 1}: `));
  };
  const says = (document: vscode.TextDocument, name: string, words: string | undefined) =>
    untilEqual(() => Promise.resolve(marked(document, name)?.replace(/^\d+: /, "")), words);

  it("Translate opens the other locale beside the document, and marks fields that are empty, equal or changed after its save", async () => {
    const id = await magazine.makeArticle({ title: unique("Tea"), summary: "Hot." });
    await magazine.change(`articles/${id}?locale=de&status=draft`, { title: unique("Tee") });
    const english = await open(magazine.article(id));

    const german = await translate(english, "de");

    assert.equal(fromUri(german.uri)?.locale, "de");
    const columnOf = ({ uri }: vscode.TextDocument) =>
      vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === uri.toString(),
      )?.viewColumn;
    assert.deepEqual(
      [columnOf(english), columnOf(german)],
      [vscode.ViewColumn.One, vscode.ViewColumn.Two],
    );
    await says(german, "summary", "Not translated. The field is empty in de.");
    await says(german, "title", undefined);
    await edit(german, { summary: "Hot." });
    await says(german, "summary", "Not translated. The text is the same as in en.");
    await edit(german, { summary: "Heiß." });
    await says(german, "summary", undefined);
    await german.save();
    await vscode.window.showTextDocument(english, vscode.ViewColumn.One);
    await edit(english, { summary: "Hot, and sweet." });
    await english.save();
    await says(german, "summary", "Changed in en after de was last saved.");
    await vscode.window.showTextDocument(german, vscode.ViewColumn.Two);
    await edit(german, { summary: "Heiß und süß." });
    await german.save();
    await says(german, "summary", undefined);
  });

  it("Translate starts a missing locale unsaved, and marks all of its texts", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const english = await open(magazine.article(id));

    const french = await translate(english, "fr");

    assert.deepEqual([contentOf(french)["title"], french.isDirty], [title, true]);
    await says(french, "title", "Not translated. The text is the same as in en.");
    assert.equal(await magazine.draft(id, "fr"), undefined);
  });

  it("Translate offers missing locales first, and not the one in which the document was written", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    await magazine.change(`articles/${id}?locale=de&status=draft`, { title: unique("Tee") });
    const english = await open(magazine.article(id));

    const address = fromUri(english.uri);
    const translation = vscode.commands.executeCommand("cms.document.translate", { address });
    const pick = await prompts.waitForPick(`Translate '${title}' from en`);
    const statuses = pick.items.map(({ description }) => description);
    await prompts.accept(`Translate '${title}' from en`, pick.items[1]?.label);
    await translation;
    const german = vscode.window.activeTextEditor!.document;
    const back = { address: { ...address, locale: "de" } };
    await vscode.commands.executeCommand("cms.document.translate", back);
    const third = vscode.window.activeTextEditor!.document;

    assert.deepEqual(statuses, ["missing", "draft"]);
    // Only one locale is left then, so nothing is asked.
    assert.deepEqual(
      [german, third].map(({ uri }) => fromUri(uri)?.locale),
      ["de", "fr"],
    );
  });

  itLong("Translate removes its marks when the document is closed", async () => {
    const id = await magazine.makeArticle({ title: unique("Tea"), summary: "Hot." });
    await magazine.change(`articles/${id}?locale=de&status=draft`, { title: unique("Tee") });
    const english = await open(magazine.article(id));
    const german = await translate(english, "de");
    await says(german, "summary", "Not translated. The field is empty in de.");

    await vscode.window.showTextDocument(english, vscode.ViewColumn.One);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");

    await untilEqual(() => Promise.resolve(marks(german)), []);
  });
});
