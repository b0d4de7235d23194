import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until, untilEqual } from "../window/until.ts";
import { edit, open } from "./editors.ts";
import { offeredAt } from "./offers.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Writing in a document", () => {
  const magazine = useMagazine();

  const openArticle = async () => open(magazine.article(await magazine.makeArticle()));

  it("types, closes and indents like a .json file", async () => {
    const results: string[] = [];
    for (const document of [
      await vscode.workspace.openTextDocument({ language: "json", content: "" }),
      await openArticle(),
    ]) {
      const editor = await vscode.window.showTextDocument(document);
      editor.options = { tabSize: 2, insertSpaces: true };
      // Loading a language's configuration takes a moment.
      await until("Nothing is closed", async () => {
        await vscode.commands.executeCommand("editor.action.selectAll");
        await vscode.commands.executeCommand("deleteLeft");
        await vscode.commands.executeCommand("type", { text: "{" });
        return document.getText() === "{}";
      });
      for (const text of ["\n", '"', "a", '"', ":", " ", "[", "\n"]) {
        await vscode.commands.executeCommand("type", { text });
      }
      results.push(document.getText());
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }

    assert.equal(results[1], results[0]);
    assert.match(String(results[1]), /^\{\n {2}"a": \[\n {4}\n {2}\]\n\}$/);
  });

  it("offers all values of an enumeration and of a boolean where one stands already", async () => {
    const document = await openArticle();
    await edit(document, { kind: "essay", featured: true });

    await untilEqual(
      () => offeredAt(document, '"kind": "es'),
      ["null", '"dispatch"', '"essay"', '"feature"', '"guide"', '"history"'].toSorted(),
    );
    await untilEqual(() => offeredAt(document, '"featured": tr'), ["false", "true"]);
  });

  it("replaces the value with the one that is accepted inside its quotes", async () => {
    const document = await openArticle();
    await edit(document, { kind: "essay" });
    const editor = vscode.window.activeTextEditor!;
    const inside = document.getText().indexOf('"kind": "') + '"kind": "'.length;

    await until("Nothing was accepted", async () => {
      editor.selection = new vscode.Selection(
        document.positionAt(inside + 2),
        document.positionAt(inside + 2),
      );
      await vscode.commands.executeCommand("editor.action.triggerSuggest");
      await new Promise((resolve) => setTimeout(resolve, 500));
      await vscode.commands.executeCommand("selectNextSuggestion");
      await vscode.commands.executeCommand("acceptSelectedSuggestion");
      return !document.getText().includes('"kind": "essay"');
    });

    const { kind } = JSON.parse(document.getText()) as { kind: string };
    assert.ok(["feature", "guide", "dispatch", "history", null].includes(kind), kind);
  });

  it("offers no empty text above documents, files or in a slug", async () => {
    const document = await openArticle();
    await edit(document, { slug: "", category: "", cover: "" });

    for (const name of ["slug", "category", "cover"]) {
      const offered = await offeredAt(document, `"${name}": "`);
      assert.ok(!offered.includes('""'), `${name}: ${offered.join(", ")}`);
    }
  });
});
