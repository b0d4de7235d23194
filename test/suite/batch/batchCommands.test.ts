import assert from "node:assert/strict";
import * as vscode from "vscode";
import { plainList } from "../../support/plainHttp.ts";
import { untilEqual } from "../../window/until.ts";
import { usePrompts } from "../prompts.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { useMagazine } from "../useMagazine.ts";

const name = "Hearth & Compass";

describe("Set Field of Selected", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();

  it("Set Field of Selected sets the field in the selected drafts, and Undo restores the values", async () => {
    const ids = [await magazine.makeArticle(), await magazine.makeArticle()];
    const rows = ids.map((id) => ({
      address: magazine.article(id),
      row: { kind: "document", id, title: "" },
    }));
    const kickers = async () => {
      const drafts = await Promise.all(ids.map((id) => magazine.draft(id)));
      return drafts.map((draft) => draft?.["kicker"]);
    };
    let set: unknown[] = [];
    questions.answer("Update 2 Documents", "Undo 2 Changes");
    questions.meanwhile(async () => {
      set = await kickers();
    });
    messages.press("Undo");
    const entering = enterInBoxes("Tides");

    const running = vscode.commands.executeCommand("cms.selection.setField", rows[0], rows);
    await prompts.accept("Set Field", "kicker");
    await prompts.accept(`Set kicker to "Tides" in 2 documents on ${name}?`);
    await running;
    entering.dispose();

    await untilEqual(kickers, ["Made", "Made"]);
    assert.deepEqual(set, ["Tides", "Tides"]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [`Set kicker to "Tides" in 2 documents on ${name}?`, `Undo 2 changes on ${name}?`],
    );
    assert.deepEqual(messages.texts, ["Updated kicker in 2 documents.", "Undid 2 changes."]);
  });
});

describe("Delete All Matching Documents", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();

  it("Delete All Matching Documents says that the collection has no filter, and deletes nothing on Cancel", async () => {
    const { connection, service } = magazine;
    const before = await plainList(service, "categories?pagination[pageSize]=100");

    const collection = { connection, type: "categories" };
    const running = vscode.commands.executeCommand("cms.collection.deleteAll", {
      collection,
    });
    await prompts.accept(`Delete ${before.length} documents from ${name}?`);
    await running;

    const [question] = questions.history;
    assert.equal(question?.words, `Delete ${before.length} documents from ${name}?`);
    const [first] = question.detail.split("\n");
    assert.equal(first, "Categories: no filter is set, so everything is included.");
    assert.deepEqual(await plainList(service, "categories?pagination[pageSize]=100"), before);
  });
});
