import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

/** The text of the next changed line below the first line. Undefined without such a line. */
async function nextMark(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor!;
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  await vscode.commands.executeCommand("workbench.action.editor.nextChange");
  const { line } = editor.selection.active;
  return line === 0 ? undefined : editor.document.lineAt(line).text.trim();
}

/** The original texts that the gutter compares a document with. */
const originalsOf = ({ uri }: vscode.TextDocument): string[] =>
  vscode.workspace.textDocuments
    .filter(
      (other) => other.uri.scheme === "cms-version" && other.uri.query.endsWith(uri.toString()),
    )
    .map((document) => document.getText());

describe("Gutter of a document", () => {
  const magazine = useMagazine();

  const openArticle = async (data: object = {}) =>
    open(magazine.article(await magazine.makeArticle(data)));

  it("the gutter marks the lines that a save would change until the save, also in invalid JSON and another format", async () => {
    const document = await openArticle();
    const opened = document.getText();
    const content = contentOf(document);

    await edit(document, { kicker: "Changed" });
    await untilEqual(nextMark, '"kicker": "Changed",');
    assert.deepEqual(originalsOf(document), [opened]);
    await type(document, document.getText().replace('"kicker": "Changed",', '"kicker": "Chan'));
    await untilEqual(nextMark, '"kicker": "Chan');
    await type(document, JSON.stringify(content, null, 8));
    await untilEqual(nextMark, undefined);
    await edit(document, { kicker: "Changed" });
    await untilEqual(nextMark, '"kicker": "Changed",');
    await document.save();
    await untilEqual(nextMark, undefined);
    await edit(document, { summary: "Changed too" });
    await untilEqual(nextMark, '"summary": "Changed too",');
  });

  itLong("the gutter marks only the change in a reformatted text", async () => {
    const document = await openArticle();
    const before = JSON.stringify(contentOf(document), null, 8);

    const changed = { ...contentOf(document), summary: "Changed" };
    await type(document, JSON.stringify(changed, null, 8));

    await untilEqual(nextMark, '"summary": "Changed",');
    assert.deepEqual(originalsOf(document), [before]);
  });

  itLong("the gutter marks nothing in content that is not sent", async () => {
    const document = await openArticle();
    await edit(document, { kicker: "Changed" });
    await untilEqual(nextMark, '"kicker": "Changed",');

    await edit(document, { kicker: "Made", $: { documentId: "mine" } });

    await untilEqual(nextMark, undefined);
  });

  itLong("the gutter marks nothing in other files", async () => {
    await openArticle();
    const other = await vscode.workspace.openTextDocument({ language: "json", content: "{\n}\n" });
    await vscode.window.showTextDocument(other, { preview: false });

    await type(other, '{\n  "kicker": "Changed"\n}\n');

    assert.deepEqual([await nextMark(), originalsOf(other)], [undefined, []]);
  });
});
