import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { isNew } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { itLong } from "../../support/longRun.ts";
import { until } from "../../window/until.ts";
import { closeEditors, contentOf, edit, open, stateOf } from "../editors.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Add Localization", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  const front = () => vscode.window.activeTextEditor!.document;

  /** Resolves when the active tab is a localization that exists on the service. */
  const untilSaved = () =>
    until("The tab did not become the localization", () => {
      const address = vscode.window.activeTextEditor && fromUri(front().uri);
      return Promise.resolve(address !== undefined && !isNew(address));
    });

  const addFrench = async (document: vscode.TextDocument): Promise<vscode.TextDocument> => {
    const address = fromUri(document.uri);
    await vscode.commands.executeCommand("cms.document.addLocalization", { address, locale: "fr" });
    return front();
  };

  itLong("Add Localization shows the open unsaved text with its edits again", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    const french = await addFrench(document);
    await edit(french, { title: "Typed" });
    await vscode.window.showTextDocument(document);

    const again = await addFrench(document);

    assert.equal(again.uri.toString(), french.uri.toString());
    assert.equal(contentOf(again)["title"], "Typed");
  });

  it("Add Localization opens an unsaved text, creates the localization with its first save, and keeps the tab", async () => {
    const [tea, title] = [unique("Tea"), unique("Thé")];
    const id = await magazine.makeArticle({ title: tea, readingMinutes: 6 });
    const document = await open(magazine.article(id));
    const french = await addFrench(document);
    const unsaved = [stateOf(french).isDirty, contentOf(french)["title"]];
    const before = await magazine.draft(id, "fr");
    await edit(french, { title });

    assert.equal(await french.save(), true);

    await untilSaved();
    assert.deepEqual([unsaved, before], [[true, tea], undefined]);
    assert.deepEqual(fromUri(front().uri), { ...magazine.article(id), locale: "fr" });
    const draft = await magazine.draft(id, "fr");
    assert.deepEqual([draft?.["title"], draft?.["readingMinutes"]], [title, 6]);
  });

  itLong(
    "Add Localization asks which values to keep when another client has added the localization",
    async () => {
      const id = await magazine.makeArticle();
      const document = await open(magazine.article(id));
      const french = await addFrench(document);
      await edit(french, { title: "Mine" });
      await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: "Theirs" });
      questions.answer("Keep Mine");

      assert.equal(await french.save(), true);

      assert.deepEqual(
        questions.history.map(({ buttons }) => buttons),
        [["Compare", "Keep Mine", "Take Theirs"]],
      );
      assert.equal((await magazine.draft(id, "fr"))?.["title"], "Mine");
    },
  );

  it("Add Localization can be undone with Undo Last Save, which asks before it deletes the localization", async () => {
    const id = await magazine.makeArticle();
    const french = await addFrench(await open(magazine.article(id)));
    assert.equal(await french.save(), true);
    await untilSaved();
    questions.answer("Delete Localization");

    await vscode.commands.executeCommand("cms.document.undoLastSave", front().uri);

    assert.match(questions.history[0]?.words ?? "", / on Hearth & Compass\?$/);
    assert.equal(await magazine.draft(id, "fr"), undefined);
    assert.ok(await magazine.draft(id));
  });
});

describe("Missing localization", () => {
  const magazine = useMagazine();
  const messages = useMessages();

  const front = () => vscode.window.activeTextEditor?.document;

  it("opening a document offers to add the localization when another client deleted it", async () => {
    const title = unique("Lamp");
    const id = await magazine.makeArticle({ title });
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title });
    const { uri } = await open(magazine.article(id, "fr"));
    await closeEditors();
    await magazine.delete(`articles/${id}?locale=fr`);
    messages.press("Add Localization");

    await vscode.commands.executeCommand("vscode.open", uri);

    await until("The localization is not added", () => Promise.resolve(front()?.isDirty === true));
    assert.deepEqual(messages.texts, [`'${title}' has no localization in fr yet.`]);
    const address = fromUri(front()!.uri);
    assert.deepEqual([address?.locale, address && isNew(address)], ["fr", true]);
    assert.equal(contentOf(front()!)["title"], title);
  });
});

describe("Delete Localization", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  const remove = (address: Address) =>
    vscode.commands.executeCommand("cms.document.deleteLocalization", { address });

  it("Delete Localization names what is deleted and what stays, and deletes only that localization", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: "Thé" });
    questions.answer("Delete Localization");

    await remove(magazine.article(id, "fr"));

    const [question] = questions.history;
    assert.match(question?.words ?? "", /^Delete the localization 'Thé' \(fr\) on /);
    assert.match(question?.detail ?? "", /Other localizations don't change: en\./);
    assert.equal(await magazine.draft(id, "fr"), undefined);
    assert.equal((await magazine.draft(id, "en"))?.["title"], title);
  });

  it("Delete Localization deletes nothing when the user cancels", async () => {
    const id = await magazine.makeArticle();
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: "Thé" });

    await remove(magazine.article(id, "fr"));

    assert.equal(questions.history.length, 1);
    assert.equal((await magazine.draft(id, "fr"))?.["title"], "Thé");
  });

  it("Delete Localization offers to delete the document when it is the only localization", async () => {
    const id = await magazine.makeArticle();

    await remove(magazine.article(id));

    assert.deepEqual(
      questions.history.map(({ buttons }) => buttons),
      [["Delete Document"]],
    );
    assert.ok(await magazine.draft(id));
  });
});
