import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, tabs } from "../editors.ts";
import { lensesOf } from "../lenses.ts";
import { useQuestions } from "../questions.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Document changed by another client", () => {
  const magazine = useMagazine();
  const questions = useQuestions();

  /** Changes by another client to an article that is also edited here. None of them changes the same attribute. */
  const elsewhere: Readonly<Record<string, (id: string) => Promise<void>>> = {
    "in another attribute": (id) =>
      magazine.change(`articles/${id}?status=draft`, { summary: "By somebody else" }),
    "by publishing it": (id) => magazine.change(`articles/${id}?status=published`, {}),
    "in another locale with a shared field": (id) =>
      magazine.change(`articles/${id}?status=draft&locale=fr`, { readingMinutes: 7 }),
  };
  for (const [what, changeElsewhere] of Object.entries(elsewhere)) {
    const test = what === "in another attribute" ? it : itLong;
    test(`a document changed remotely ${what} is merged with a save, and the editor shows both without pending changes`, async () => {
      const id = await magazine.makeArticle();
      const document = await open(magazine.article(id));
      await edit(document, { kicker: "By me" });

      await changeElsewhere(id);
      const theirs = (await magazine.draft(id))!;
      const saved = await document.save();

      const { updatedAt } = (await magazine.draft(id))!;
      assert.deepEqual(
        [saved, await magazine.draft(id)],
        [true, { ...theirs, kicker: "By me", updatedAt }],
      );
      await untilEqual(() => {
        const { summary, readingMinutes } = contentOf(document);
        return Promise.resolve([summary, readingMinutes, document.isDirty]);
      }, [theirs["summary"], theirs["readingMinutes"], false]);
      await untilEqual(() => lensesOf(document), []);
    });
  }

  it("a document changed remotely in the edited attribute is not overwritten by repeated saves, and can be saved after a revert", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, { kicker: "By me" });
    const { text } = stateOf(document);
    // As long as the kicker before.
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Edam" });
    const theirs = await magazine.draft(id);

    const saves = [await document.save(), await document.save(), await document.save()];
    const atFirst = [stateOf(document), [...detour.writes], await magazine.draft(id)];
    await vscode.commands.executeCommand("workbench.action.files.revert");
    const reverted = contentOf(document)["kicker"];
    await edit(document, { kicker: "By both" });
    const savedAfterwards = await document.save();

    assert.deepEqual(
      [saves, atFirst],
      [
        [false, false, false],
        [{ text, isDirty: true }, [], theirs],
      ],
    );
    const draft = await magazine.draft(id);
    assert.deepEqual([reverted, savedAfterwards, draft?.["kicker"]], ["Edam", true, "By both"]);
  });

  it("a remote change of the edited attribute is compared with the unsaved text after Compare", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Mine" });
    const { text } = stateOf(document);
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs", summary: "Theirs" });
    questions.answer("Compare");

    await vscode.commands.executeCommand("workbench.action.files.save");

    const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await until("No comparison is shown", () =>
      Promise.resolve(activeTab()?.input instanceof vscode.TabInputTextDiff),
    );
    const { original, modified } = activeTab()!.input as vscode.TabInputTextDiff;
    const sides = await Promise.all(
      [original, modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.deepEqual(
      sides.map((side) => contentOf(side)["kicker"]),
      ["Theirs", "Mine"],
    );
    assert.match(activeTab()?.label ?? "", /Hearth & Compass.*your unsaved changes/i);
    const [question] = questions.history;
    assert.ok(question);
    assert.ok(question.words.startsWith(`'${title}' (en) was changed `));
    assert.match(question.words, /Compass: kicker, summary\. You also changed kicker\. Nothing/);
    assert.deepEqual(question.buttons, ["Compare", "Keep Mine", "Take Theirs"]);
    assert.deepEqual([stateOf(document), detour.writes], [{ text, isDirty: true }, []]);
  });

  itLong("a remote change right after a save is kept by the next save", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Mine" });
    await document.save();

    await magazine.change(`articles/${id}?status=draft`, { summary: "By somebody else" });
    await edit(document, { kicker: "Mine again" });
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [saved, draft?.["kicker"], draft?.["summary"]],
      [true, "Mine again", "By somebody else"],
    );
  });

  /**
   * Changes an article in the editor and on the service. The service's change happens after the save has read the
   * article and before its write request arrives.
   */
  const changeWhileSaving = async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    const letPass = detour.hold(/^PUT/);
    await edit(document, { kicker: "Mine" });
    const saving = document.save();
    await untilEqual(() => Promise.resolve(detour.writes.length), 1);
    await magazine.change(`articles/${id}?status=draft`, { summary: "Theirs" });
    letPass();
    await saving;
    return { id, document };
  };

  itLong("a remote change during a save leads to both changes", async () => {
    const { document } = await changeWhileSaving();

    await untilEqual(() => {
      const { kicker, summary } = contentOf(document);
      return Promise.resolve([kicker, summary, stateOf(document).isDirty]);
    }, ["Mine", "Theirs", false]);
  });

  it("a remote change during a save is kept when the user types right after it", async () => {
    const { id, document } = await changeWhileSaving();
    await edit(document, { kicker: "Mine again" });
    await document.save();

    const draft = await magazine.draft(id);
    assert.equal(draft?.["summary"], "Theirs");
  });

  it("a document deleted remotely is not created again by a save, and closes its editor when the user discards the text", async () => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Too late" });
    const { text } = stateOf(document);
    await magazine.delete(`articles/${id}?locale=*`);

    const saves = [await document.save(), await document.save()];
    const atFirst = stateOf(document);
    questions.answer("Discard");
    await vscode.commands.executeCommand("workbench.action.files.save");

    await untilEqual(() => Promise.resolve(tabs()), []);
    assert.deepEqual(
      [saves, atFirst, detour.writes, await magazine.draft(id)],
      [[false, false], { text, isDirty: true }, [], undefined],
    );
  });

  it("a document deleted remotely gets a new documentId after Recreate, and replaces the editor", async () => {
    const title = unique("Tea");
    const id = await magazine.makeArticle({ title });
    const document = await open(magazine.article(id));
    await edit(document, { kicker: "Still here" });
    await magazine.delete(`articles/${id}?locale=*`);
    questions.answer("Recreate");

    await vscode.commands.executeCommand("workbench.action.files.save");

    const active = () => vscode.window.activeTextEditor?.document;
    await until("The editor does not show the new document alone", () => {
      const activeDocument = active();
      return Promise.resolve(
        activeDocument?.isDirty === false &&
          contentOf(activeDocument)["title"] === title &&
          fromUri(activeDocument.uri)?.id !== id &&
          tabs().length === 1,
      );
    });
    const created = fromUri(active()!.uri)!.id;
    const draft = await magazine.draft(created);
    await magazine.delete(`articles/${created}?locale=*`);
    assert.deepEqual([draft?.["title"], draft?.["kicker"]], [title, "Still here"]);
    assert.deepEqual(questions.history, [
      {
        words: `'${title}' was deleted on Hearth & Compass. Nothing was saved.`,
        detail:
          "Recreate creates a draft with your text and a new documentId. Discard deletes your changes.",
        buttons: ["Recreate", "Save to File…", "Discard"],
      },
    ]);
  });
});
