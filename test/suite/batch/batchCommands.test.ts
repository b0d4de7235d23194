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

  it("Set Field of Selected asks once, in the list, sets the field, and Undo restores the values", async () => {
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
    questions.answer("Undo 2 Changes");
    questions.meanwhile(async () => {
      set = await kickers();
    });
    messages.press("Undo");
    const entering = enterInBoxes("Tides");

    const running = vscode.commands.executeCommand("cms.selection.setField", rows[0], rows);
    await prompts.accept("Set Field", "kicker");
    await prompts.accept(`Set kicker to "Tides" in 2 documents on ${name}?`, "Update 2 Documents");
    await running;
    entering.dispose();

    await untilEqual(kickers, ["Made", "Made"]);
    assert.deepEqual(set, ["Tides", "Tides"]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      [`Undo 2 changes on ${name}?`],
    );
    assert.deepEqual(messages.texts, ["Updated kicker in 2 documents.", "Undid 2 changes."]);
  });
});

describe("Delete All Matching Documents", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();

  it("Delete All Matching Documents says that the collection has no filter, and deletes nothing on Cancel", async () => {
    const { connection, service } = magazine;
    const before = await plainList(service, "categories?pagination[pageSize]=100");

    const collection = { connection, type: "categories" };
    const running = vscode.commands.executeCommand("cms.collection.deleteAll", {
      collection,
    });
    const list = await prompts.waitForPick(`Delete ${before.length} documents from ${name}?`);
    const labels = list.items.map(({ label }) => label);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await running;

    const [proceed, , , , note] = labels;
    assert.equal(proceed, `Delete ${before.length} Documents`);
    assert.equal(note, "Categories: no filter is set, so everything is included.");
    assert.deepEqual(await plainList(service, "categories?pagination[pageSize]=100"), before);
  });
});
