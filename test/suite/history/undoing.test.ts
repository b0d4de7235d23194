import assert from "node:assert/strict";
import * as vscode from "vscode";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, type, untilClean } from "../editors.ts";
import { useSettings } from "../settings.ts";
import { useShownFailures } from "../shownFailures.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Undo Last Save", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const failures = useShownFailures();

  const undo = (document: vscode.TextDocument) =>
    vscode.commands.executeCommand("cms.document.undoLastSave", document.uri);
  const titleIn = (document: vscode.TextDocument) => () =>
    Promise.resolve(contentOf(document)["title"]);

  it("Undo Last Save reverts the last save on the service and in the editor, once no change is unsaved", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, { title: unique("Milk"), kicker: "Hot" });
    assert.equal(await document.save(), true);
    await edit(document, { summary: "Unsaved" });
    const { text } = stateOf(document);

    await undo(document);
    const whileUnsaved = [stateOf(document), detour.writes.length];
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await undo(document);

    assert.deepEqual(whileUnsaved, [{ text, isDirty: true }, 1]);
    await untilEqual(titleIn(document), title);
    const draft = await magazine.draft(id);
    assert.deepEqual([draft?.["title"], draft?.["kicker"]], [title, "Made"]);
    await untilClean(document, document.getText());
    await type(document, document.getText().replace('"Made"', '"Warm"'));
    assert.equal(await document.save(), true);
    const after = await magazine.draft(id);
    assert.deepEqual([after?.["title"], after?.["kicker"]], [title, "Warm"]);
  });

  it("Undo Last Save and Undo in a message undo nothing if the document changed since, and say so", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Saved" });
    assert.equal(await document.save(), true);
    const messages = () =>
      Promise.resolve(failures.map(({ words, buttons }) => [words, ...buttons]));

    // The message is about an action before the save.
    await vscode.commands.executeCommand("cms.document.undoLastSave", {
      address: magazine.article(id),
      undoes: "discard",
    });
    await untilEqual(messages, [
      ["The document has been changed since, so nothing was undone.", "Undo Last Save"],
    ]);
    failures[0]?.answer();
    assert.equal((await magazine.draft(id))?.["kicker"], "Saved");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs" });
    await undo(document);

    await untilEqual(messages, [
      [
        "kicker changed again later. Nothing was undone. Use Show History to see the earlier values.",
      ],
    ]);
    assert.equal((await magazine.draft(id))?.["kicker"], "Theirs");
  });

  it("Undo Last Save changes nothing when the journal is off", async () => {
    await set("cms.journal.connections", { "Hearth & Compass": { enabled: false } });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Hot" });
    assert.equal(await document.save(), true);

    await undo(document);

    assert.equal((await magazine.draft(id))?.["kicker"], "Hot");
  });
});
