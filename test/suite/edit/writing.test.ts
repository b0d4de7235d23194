import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until, untilEqual } from "../../window/until.ts";
import { edit, open, type } from "../editors.ts";
import { offeredAt } from "../offers.ts";
import { useMagazine } from "../useMagazine.ts";

/** Shows a text in the editor of a language. The cursor is where the text has a bar. */
async function show(document: vscode.TextDocument, text: string): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  await type(document, text.replace("|", ""));
  const cursor = document.positionAt(text.indexOf("|"));
  editor.selection = new vscode.Selection(cursor, cursor);
  return editor;
}

async function press(keys: readonly string[]): Promise<void> {
  for (const text of keys) await vscode.commands.executeCommand("type", { text });
}

/** The text of the editor after these keys, with a bar at the cursor. */
async function typed(
  document: vscode.TextDocument,
  text: string,
  keys: readonly string[],
): Promise<string> {
  const { selection } = await pressed(document, text, keys);
  const result = document.getText();
  const at = document.offsetAt(selection.active);
  return `${result.slice(0, at)}|${result.slice(at)}`;
}

async function pressed(document: vscode.TextDocument, text: string, keys: readonly string[]) {
  const editor = await show(document, text);
  await press(keys);
  return editor;
}

describe("Typing in a document", () => {
  const magazine = useMagazine();

  const openArticle = async () => open(magazine.article(await magazine.makeArticle()));

  const cases = [
    { name: "an object", text: "|", keys: ["{", "\n"], expected: "{\n    |\n}" },
    {
      name: "a list",
      text: '{\n  "tags": |\n}',
      keys: ["[", "\n", "{"],
      expected: '{\n  "tags": [\n    {|}\n  ]\n}',
    },
    {
      name: "a key and its value",
      text: "{\n  |\n}",
      keys: ['"', "a", '"', ":", " ", '"', "b"],
      expected: '{\n  "a": "b|"\n}',
    },
    {
      name: "Enter behind a property",
      text: '{\n  "a": 1,|\n}',
      keys: ["\n", '"'],
      expected: '{\n  "a": 1,\n  "|"\n}',
    },
    {
      name: "brackets in a string",
      text: '{ "a": "|" }',
      keys: ["{", "["],
      expected: '{ "a": "{[|" }',
    },
    {
      name: "Enter behind a string with brackets",
      text: '{\n  "a": "{ [",|\n}',
      keys: ["\n", "x"],
      expected: '{\n  "a": "{ [",\n  x|\n}',
    },
    {
      name: "the end of a list",
      text: '{\n  "a": [\n    1\n    |\n}',
      keys: ["]"],
      expected: '{\n  "a": [\n    1\n  ]|\n}',
    },
  ];
  it("typing in a document closes and indents brackets as in plain JSON", async () => {
    for (const { name, text, keys, expected } of cases) {
      for (const language of ["json", "cms-json"]) {
        const document = await vscode.workspace.openTextDocument({ language, content: "" });

        // A bracket stays open while VS Code doesn't know yet whether its line is inside a string.
        await untilEqual(
          async () => [name, language, await typed(document, text, keys)],
          [name, language, expected],
        );
      }
    }
  });

  it("completion offers all values of an enumeration and a boolean that have a value, and no empty text for references", async () => {
    const document = await openArticle();
    await edit(document, { kind: "essay", featured: true, slug: "", category: "", cover: "" });

    await untilEqual(
      () => offeredAt(document, '"kind": "es'),
      ["null", '"dispatch"', '"essay"', '"feature"', '"guide"', '"history"'].toSorted(),
    );
    await untilEqual(() => offeredAt(document, '"featured": tr'), ["false", "true"]);
    for (const name of ["slug", "category", "cover"]) {
      const offered = await offeredAt(document, `"${name}": "`);
      assert.ok(!offered.includes('""'), `${name}: ${offered.join(", ")}`);
    }
  });

  it("completion replaces the whole value with the accepted one", async () => {
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
});
