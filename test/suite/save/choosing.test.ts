import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf } from "../editors.ts";
import { lensesOf } from "../lenses.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Save conflict", () => {
  const magazine = useMagazine();

  /** Two clients change the same attribute at the same time, and each also changes another one. The save is stopped. */
  const conflicting = async () => {
    const id = await magazine.makeArticle({ title: "Tea in Winter" });
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Mine", summary: "Mine too" });
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs", readingMinutes: 7 });
    const saved = await document.save();
    assert.deepEqual([saved, detour.writes], [false, []]);
    return { id, document, detour };
  };
  const values = async (id: string) => {
    const { kicker, summary, readingMinutes } = (await magazine.draft(id))!;
    return [kicker, summary, readingMinutes];
  };

  it("a save conflict shows its choices until Keep Mine, which keeps only the conflicting local value, and then the choices change nothing", async () => {
    const { id, document } = await conflicting();

    const [compare, mine, theirs, sentence = ""] = await lensesOf(document);

    assert.deepEqual([compare, mine, theirs], ["Compare", "Keep Mine", "Take Theirs"]);
    assert.match(
      sentence,
      /^Changed .+ on Hearth & Compass: kicker, readingMinutes\. You also changed kicker\. Nothing was saved\.$/,
    );
    await vscode.commands.executeCommand("cms.document.keepMine", document.uri);
    await untilEqual(() => lensesOf(document), []);
    await untilEqual(() => values(id), ["Mine", "Mine too", 7]);
    await untilEqual(() => Promise.resolve(stateOf(document).isDirty), false);
    await edit(document, { kicker: "Not yet" });
    for (const command of ["keepMine", "takeTheirs"])
      await vscode.commands.executeCommand(`cms.document.${command}`, document.uri);
    assert.deepEqual(
      [stateOf(document).isDirty, await values(id)],
      [true, ["Mine", "Mine too", 7]],
    );
  });

  itLong(
    "a save conflict shows the remote content on the left and the local text on the right after Compare",
    async () => {
      const { document, detour } = await conflicting();

      await vscode.commands.executeCommand("cms.document.compare", document.uri);

      let input: vscode.TabInputTextDiff | undefined;
      await until("No two texts are shown", () => {
        const tabInput = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        input = tabInput instanceof vscode.TabInputTextDiff ? tabInput : undefined;
        return Promise.resolve(input !== undefined);
      });
      const left = await vscode.workspace.openTextDocument(input!.original);
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
      assert.equal(input!.modified.toString(), document.uri.toString());
      assert.match(left.getText(), /"kicker": "Theirs"/);
      assert.equal(label, "Tea in Winter: on Hearth & Compass ↔ your unsaved changes");
      assert.deepEqual(detour.writes, []);
    },
  );

  it("a save conflict takes the remote value of only the conflicting attribute after Take Theirs, also in an open comparison", async () => {
    const { id, document } = await conflicting();
    await vscode.commands.executeCommand("cms.document.compare", document.uri);
    const leftOf = (): vscode.TextDocument | undefined => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
      const original = input.original.toString();
      return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === original);
    };
    const summary = () => Promise.resolve(leftOf() && contentOf(leftOf()!)["summary"]);
    await untilEqual(summary, null);

    await vscode.commands.executeCommand("cms.document.takeTheirs", document.uri);

    await untilEqual(summary, "Mine too");
    await untilEqual(() => values(id), ["Theirs", "Mine too", 7]);
    await untilEqual(() => {
      const { kicker, summary, readingMinutes } = contentOf(document);
      return Promise.resolve([kicker, summary, readingMinutes, document.isDirty]);
    }, ["Theirs", "Mine too", 7, false]);
  });

  itLong("a save conflict can be resolved after Compare", async () => {
    const { id, document } = await conflicting();
    await vscode.commands.executeCommand("cms.document.compare", document.uri);
    const activeTabInput = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    await until("No two texts are shown", () =>
      Promise.resolve(activeTabInput() instanceof vscode.TabInputTextDiff),
    );
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");

    await vscode.commands.executeCommand("cms.document.keepMine", document.uri);

    await untilEqual(() => values(id), ["Mine", "Mine too", 7]);
  });

  itLong("a save conflict is reported again when the service has changed since", async () => {
    const { id, document, detour } = await conflicting();
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Theirs again" });

    await vscode.commands.executeCommand("cms.document.keepMine", document.uri);

    assert.deepEqual(detour.writes, []);
    assert.deepEqual(await values(id), ["Theirs again", null, 7]);
    assert.equal(stateOf(document).isDirty, true);
  });
});
