import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { json, refusal } from "../../support/loopback.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, open, stateOf, tabs, type, untilClean } from "../editors.ts";
import { useSettings } from "../settings.ts";
import { useQuestions } from "../questions.ts";
import { openText } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

const field = (document: vscode.TextDocument) => contentOf(document)["body"];

describe("Save of a Markdown editor", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const questions = useQuestions();

  const opened = async (connection = magazine.connection) => {
    const id = await magazine.makeArticle({ body: "One." });
    const document = await open({ ...magazine.article(id), connection });
    return { id, document, text: await openText(document, "body") };
  };

  /** The reason of a failed save, which VS Code would show in a notification. */
  const reasonOf = async ({ uri }: vscode.TextDocument, words: string): Promise<string> => {
    // VS Code doesn't announce this write, so the extension asks whether to save.
    questions.answer("Save");
    const saving = vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(words));
    return saving.then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  };

  it("a Markdown editor keeps the text in both editors when the service rejects it, and shows why", async () => {
    const detour = await magazine.detour();
    const { id, document, text } = await opened(detour.article("").connection);
    const before = await magazine.draft(id);

    detour.inject(/^PUT/, refusal(400, "ValidationError", "body is too beautiful"));
    await type(text, "Two.");
    const saved = await text.save();
    const sent = detour.writes.length;
    const reason = await reasonOf(text, "Two.");
    const draft = await magazine.draft(id);

    assert.deepEqual(
      [saved, sent, stateOf(text), field(document), document.isDirty, draft],
      [false, 1, { text: "Two.", isDirty: true }, "Two.", true, before],
    );
    assert.match(reason, /body is too beautiful/);
  });

  itLong("saving a Markdown editor works after a rejection, with the newer text", async () => {
    const detour = await magazine.detour();
    const { id, document, text } = await opened(detour.article("").connection);
    detour.inject(/^PUT/, refusal(500, "InternalServerError", "Internal"));
    await type(text, "Two.");
    await text.save();
    detour.heal();

    await type(text, "Three.");
    const saved = await text.save();

    const draft = await magazine.draft(id);
    assert.deepEqual([saved, draft?.["body"], document.isDirty], [true, "Three.", false]);
    await untilClean(text, "Three.");
  });

  itLong("a Markdown editor is clean once the document was saved after a rejection", async () => {
    const detour = await magazine.detour();
    const { document, text } = await opened(detour.article("").connection);
    detour.inject(/^PUT/, refusal(500, "InternalServerError", "Internal"));
    await type(text, "Two.");
    await text.save();
    detour.heal();

    const saved = await document.save();

    assert.equal(saved, true);
    await untilClean(text, "Two.");
  });

  it("saving a Markdown editor writes nothing at a conflict, or while the JSON of its document is invalid", async () => {
    const { id, document, text } = await opened();
    await type(text, "Mine.");
    await magazine.change(`articles/${id}?status=draft`, { body: "Theirs." });
    const theirs = await magazine.draft(id);

    const saves = [await text.save(), await text.save()];

    assert.deepEqual(
      [saves, stateOf(text), await magazine.draft(id)],
      [[false, false], { text: "Mine.", isDirty: true }, theirs],
    );
    await vscode.commands.executeCommand("cms.document.keepMine", document.uri);
    await untilClean(text, "Mine.");
    assert.equal((await magazine.draft(id))?.["body"], "Mine.");

    await type(document, document.getText().slice(0, -20));
    await type(text, "Two.");
    const saved = await text.save();
    assert.deepEqual([saved, stateOf(text).isDirty], [false, true]);
    assert.match(await reasonOf(text, "Two."), /not valid JSON at line/);
    assert.equal((await magazine.draft(id))?.["body"], "Mine.");
  });

  itLong("saving a Markdown editor merges remote changes of other fields", async () => {
    const { id, document, text } = await opened();
    await type(text, "Mine.");
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs" });

    const saved = await text.save();

    const draft = await magazine.draft(id);
    assert.deepEqual([saved, draft?.["body"], draft?.["kicker"]], [true, "Mine.", "Theirs"]);
    await untilEqual(() => Promise.resolve(contentOf(document)["kicker"]), "Theirs");
  });

  it("saving a Markdown editor works without an open editor of the document", async () => {
    const { id, text } = await opened();
    const { uri } = text;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("The editors stay", () => Promise.resolve(tabs().length === 0));

    const again = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(again);
    await type(again, "By its address.");
    const saved = await again.save();

    assert.deepEqual([saved, (await magazine.draft(id))?.["body"]], [true, "By its address."]);
  });

  it("saving a Markdown editor on auto-save changes only the JSON editor", async () => {
    await set("files.autoSave", "afterDelay");
    await set("files.autoSaveDelay", 50);
    const { id, document, text } = await opened();

    await type(text, "Typed, and not meant to be sent.");
    await untilEqual(
      () => Promise.resolve([text.isDirty, field(document), document.isDirty]),
      [false, "Typed, and not meant to be sent.", true],
    );

    assert.equal((await magazine.draft(id))?.["body"], "One.");
  });

  itLong("saving a Markdown editor keeps every character with any files.encoding", async () => {
    await set("files.encoding", "windows1252");
    const { id, text } = await opened();

    await type(text, "Thé 🍵 à l'eau");
    const saved = await text.save();
    await vscode.commands.executeCommand("workbench.action.files.revert");

    assert.deepEqual([saved, text.getText()], [true, "Thé 🍵 à l'eau"]);
    assert.equal((await magazine.draft(id))?.["body"], "Thé 🍵 à l'eau");
  });

  it("saving a Markdown editor is rejected when the document is read-only", async () => {
    const detour = await magazine.detour();
    const id = await magazine.makeArticle({ body: "One." });
    const unversioned = { ...(await magazine.draft(id))!, updatedAt: undefined };
    detour.inject(new RegExp(`^GET .*/articles/${id}$`), json({ data: unversioned }));
    const document = await open(detour.article(id));
    const text = await openText(document, "body");

    const { permissions } = await vscode.workspace.fs.stat(text.uri);
    const reason = await reasonOf(text, "Two.");

    assert.deepEqual(
      [permissions, text.getText(), field(document)],
      [vscode.FilePermission.Readonly, "One.", "One."],
    );
    assert.match(reason, /is read-only and can't be changed here/);
  });
});
