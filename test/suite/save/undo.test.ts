import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, stateOf, type } from "../editors.ts";
import { useQuestions } from "../questions.ts";
import { openText } from "../texts.ts";
import { openSeen } from "./seenArticles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Undo after a save", () => {
  const magazine = useMagazine();
  useQuestions();

  /** Makes VS Code load the file again now, as it does soon after a save. */
  const reload = () => vscode.commands.executeCommand("workbench.action.files.revert");

  const undo = () => vscode.commands.executeCommand("undo");

  const untilShown = (document: vscode.TextDocument, text: string, isDirty: boolean) =>
    untilEqual(() => Promise.resolve(stateOf(document)), { text, isDirty });

  it("the first undo after a save reverts the user's last edit in its own layout, and the next save sends only that", async () => {
    const { document, sent } = await openSeen(magazine, { kicker: "Old" });
    const text = stateOf(document).text.replaceAll("  ", "\t").trimEnd();
    await type(document, text);
    const edited = text.replace('"Old"', '"New"');
    await type(document, edited);
    const saves = [await document.save()];
    await reload();
    await untilShown(document, edited, false);

    await undo();
    await untilShown(document, text, true);
    saves.push(await document.save());
    await reload();
    await untilShown(document, text, false);

    assert.deepEqual(
      [saves, sent()],
      [
        [true, true],
        [{ data: { kicker: "New" } }, { data: { kicker: "Old" } }],
      ],
    );
  });

  it("a save after an undo over a merged change keeps that change of another user", async () => {
    const { id, document, sent } = await openSeen(magazine, { kicker: "Old", summary: "Old" });
    const { text } = stateOf(document);
    await magazine.change(`articles/${id}?status=draft`, { summary: "Theirs" });
    await edit(document, { kicker: "New" });
    await document.save();
    await untilEqual(() => Promise.resolve(contentOf(document)["summary"]), "Theirs");

    await undo();
    await undo();
    await untilShown(document, text, true);
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [saved, sent(), draft?.["kicker"], draft?.["summary"]],
      [true, [{ data: { kicker: "New" } }, { data: { kicker: "Old" } }], "Old", "Theirs"],
    );
  });

  it("the first undo after a save of a Markdown editor reverts the user's last edit", async () => {
    const { document, sent } = await openSeen(magazine, { body: "One.  " });
    const text = await openText(document, "body");
    await type(text, "Two.");
    await text.save();
    await reload();

    await undo();
    await untilShown(text, "One.  ", true);
    await text.save();

    assert.deepEqual(sent(), [{ data: { body: "Two." } }, { data: { body: "One.  " } }]);
  });
});
