import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, tabs } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("History of a document", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const { setStatusBarMessage } = vscode.window;
  const statusBar: string[] = [];
  /** A connection of these tests, so that only their changes are in its journal. */
  let connection: string;

  before("connect", async () => {
    connection = await connect(magazine.service);
    Object.assign(vscode.window, {
      setStatusBarMessage: (words: string) => void statusBar.push(words),
    });
  });
  after("leave the status bar to VS Code", () => {
    Object.assign(vscode.window, { setStatusBarMessage });
  });

  /** Creates an article, opens it and saves changes, one after the other. */
  const saved = async (...changes: readonly Readonly<Record<string, string>>[]) => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const address: Address = { ...magazine.article(id), connection };
    const document = await open(address);
    for (const change of changes) {
      await edit(document, change);
      assert.equal(await document.save(), true);
    }
    return { title, id, address, document };
  };
  const showHistory = (address: Address) =>
    vscode.commands.executeCommand("cms.document.showHistory", { address });

  it("the history of a document shows a save as a comparison, and restores an older version that is saved only on request", async () => {
    const { title, id, address, document } = await saved(
      { kicker: "First" },
      { kicker: "Second", summary: "Roots." },
    );

    const running = showHistory(address);
    const { items } = await prompts.waitForPick(`History of '${title}'`);
    await prompts.accept(`History of '${title}'`);
    await running;

    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
    const { original, modified } = activeTab.input;
    const sides = await Promise.all(
      [original, modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.deepEqual(
      sides.map((side) => contentOf(side)["kicker"]),
      ["First", "Second"],
    );
    assert.deepEqual(
      items.map(({ label }) => label.replace(/^Saved .+: /, "")),
      ["kicker, summary", "kicker"],
    );

    const restoring = showHistory(address);
    await prompts.pressOn(`History of '${title}'`, 1, "Restore Content Before This Change");
    await restoring;

    assert.deepEqual(messages.texts, []);
    const { kicker, summary } = contentOf(document);
    assert.deepEqual([kicker, summary, stateOf(document).isDirty], ["Made", null, true]);
    assert.equal((await magazine.draft(id))?.["kicker"], "Second");
    assert.equal(await document.save(), true);
    const draft = await magazine.draft(id);
    assert.deepEqual([draft?.["kicker"], draft?.["summary"]], ["Made", null]);
  });

  it("the history restores a deleted document as a draft, and names what it can't restore", async () => {
    const { title, id, address } = await saved({ kicker: "Kept" });
    const restoreDeleted = () =>
      vscode.commands.executeCommand("cms.document.restoreDeleted", { address });
    questions.answer("Delete", "Restore");
    await vscode.commands.executeCommand("cms.document.delete", { address });
    await untilEqual(() => Promise.resolve(tabs()), []);

    const running = restoreDeleted();
    await prompts.accept("Restore Deleted Document");
    await running;

    const { document } = vscode.window.activeTextEditor!;
    const restored = fromUri(document.uri)!.id;
    const draft = await magazine.draft(restored);
    await magazine.delete(`articles/${restored}?locale=*`);
    assert.notEqual(restored, id);
    assert.deepEqual([draft?.["title"], draft?.["kicker"]], [title, "Kept"]);
    assert.deepEqual(questions.history[1], {
      words: `Restore '${title}' on ${name}?`,
      detail: [
        "Restoring creates a draft in en with a new documentId.",
        "Not stored in the journal, and empty after the restore: previewPassword, internalNote.",
      ].join("\n"),
      buttons: ["Restore"],
    });
    const unread =
      "Not included because the service doesn't return or accept it: previewPassword, internalNote.";
    assert.equal(messages.texts.at(-1), `Restored '${title}' with a new documentId. ${unread}`);
    await restoreDeleted();
    assert.match(messages.texts.at(-1) ?? "", /^There are no deleted documents to restore\./);
  });

  it("Delete Local Data deletes the history only of its connection, after a question that lists it", async () => {
    const { title, id, address } = await saved({ kicker: "Saved" });
    const other = await open(magazine.article(id));
    await edit(other, { summary: "Saved through another connection" });
    assert.equal(await other.save(), true);
    questions.answer("Delete Local Data");

    const row = { connection: { id: connection, name, url: magazine.service.url } };
    await vscode.commands.executeCommand("cms.connection.forgetLocalData", row);
    await showHistory(address);

    assert.equal(
      messages.texts.at(-1),
      "There is no history of this document. Only changes saved from this computer are recorded.",
    );
    assert.match(statusBar.at(-1) ?? "", /^\$\(check\) Deleted \d+ journal entr(y|ies)$/);
    const [question] = questions.history;
    assert.ok(question);
    assert.equal(question.words, `Delete the local data of ${name}?`);
    assert.match(
      question.detail,
      /^This deletes the journal\..* This also deletes stored schemas, and the/,
    );
    assert.deepEqual(question.buttons, ["Delete Local Data"]);
    const running = showHistory(magazine.article(id));
    await prompts.accept(`History of '${title}'`);
    await running;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
  });
});
