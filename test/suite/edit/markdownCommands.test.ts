import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, type } from "../editors.ts";
import { useQuestions } from "../questions.ts";
import { openText } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Commands in a Markdown editor", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  const opened = async () => {
    const id = await magazine.makeArticle({ body: "One." }, "");
    const document = await open(magazine.article(id));
    return { id, document, text: await openText(document, "body") };
  };
  const diff = () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  };

  itLong("a command in a Markdown editor includes the unsaved Markdown in the draft", async () => {
    const { document, text } = await opened();
    await type(text, "Two.");

    await vscode.commands.executeCommand("cms.document.compareWithPublished");
    await until("No comparison came up", () => Promise.resolve(diff() !== undefined));

    const published = await vscode.workspace.openTextDocument(diff()!.original);
    assert.deepEqual(
      [contentOf(published)["body"], contentOf(document)["body"], stateOf(text).isDirty],
      ["One.", "Two.", true],
    );
    assert.equal(diff()!.modified.toString(), document.uri.toString());
    await document.save();
    await untilEqual(() => Promise.resolve(stateOf(text)), { text: "Two.", isDirty: false });
  });

  it("a command in a Markdown editor applies to the document, and Save and Publish publishes what was typed there", async () => {
    const { id, text } = await opened();
    const copied: string[] = [];
    for (const given of [[], [text.uri]]) {
      await vscode.env.clipboard.writeText("");
      await vscode.commands.executeCommand("cms.document.copyId", ...given);
      copied.push(await vscode.env.clipboard.readText());
    }
    await type(text, "Two.");
    questions.answer("Save and Publish");

    await vscode.commands.executeCommand("cms.document.publish");

    assert.deepEqual(copied, [id, id]);
    assert.deepEqual(
      [(await magazine.draft(id))?.["body"], (await magazine.published(id))?.["body"]],
      ["Two.", "Two."],
    );
    await untilEqual(() => Promise.resolve(stateOf(text)), { text: "Two.", isDirty: false });
  });

  itLong(
    "a command in a Markdown editor doesn't overwrite edits of the same field in the JSON",
    async () => {
      const { document, text } = await opened();
      await type(text, "In the Markdown.");
      await edit(document, { body: "In the document." });

      await vscode.window.showTextDocument(text);
      await vscode.commands.executeCommand("cms.document.compareWithPublished");

      assert.deepEqual(
        [contentOf(document)["body"], text.getText(), diff()],
        ["In the document.", "In the Markdown.", undefined],
      );
    },
  );
});
