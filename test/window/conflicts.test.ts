import assert from "node:assert/strict";
import type { PlainDocument } from "../support/plainHttp.ts";
import { changedByBoth, deletedMeanwhile } from "./conflictScenes.ts";
import { draftOf, tabOf } from "./documents.ts";
import { until, untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Save, with another client", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("a save asks when both changed the same field, writes nothing, and compares both on Compare", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, page, editor, dialog, theirs } = await changedByBoth(
      magazine(),
      title,
      { kicker: "Mine" },
      () => ({ kicker: "Hers", summary: "By another client" }),
    );

    await editor.pressSave();
    const buttons = await dialog.buttons();
    const words = await dialog.text();
    await workbench.screenshot("conflicts-question");
    await dialog.press("Compare");

    const side = (name: string) => page.locator(`.monaco-diff-editor .${name} .view-lines`);
    await side("original").getByText('"Hers"').waitFor();
    await side("modified").getByText('"Mine"').waitFor();
    await workbench.screenshot("conflicts-compare");
    const tab = page.locator(".tabs-container .tab.active");
    assert.match(await tab.innerText(), /Magazine.*your unsaved changes/is);
    const sentence =
      /^'Slow Down at the Landing' \(en\) was changed .+ on Magazine(?: \(Development\))?: .*kicker.*\. You also changed kicker\. Nothing was saved\./;
    assert.match(words, sentence);
    assert.deepEqual(buttons.sort(), ["Cancel", "Compare", "Keep Mine", "Take Theirs"]);
    assert.deepEqual(await draftOf(service, title), theirs);
    await editor.dirtyTab(tabOf(title)).waitFor();
  });

  it("a save keeps the text of a deleted document on Cancel, and opens the new document on Recreate", async () => {
    const title = "Midsummer at Minus Thirty";
    const scene = await deletedMeanwhile(magazine(), title);
    const { workbench, before, editor, dialog, notifications, left: readRemaining } = scene;

    await editor.pressSave();
    const buttons = await dialog.buttons();
    const words = await dialog.text();
    await workbench.screenshot("conflicts-deleted");
    await dialog.cancel();
    await notifications.text("Failed to save");
    const keptSummary = (await editor.json())["summary"];
    const afterCancel = await readRemaining();
    await notifications.clear();
    await editor.pressSave();
    await dialog.press("Recreate");

    await until("The document is not created.", async () => (await readRemaining()).length === 1);
    const [newDocument] = await readRemaining();
    await until("The new document is not the only tab, without unsaved changes.", async () => {
      const tabs = await editor.tab(tabOf(title)).count();
      return tabs === 1 && (await editor.dirtyTab(tabOf(title)).count()) === 0;
    });
    await workbench.screenshot("conflicts-recreated");
    assert.match(
      words,
      /^'Midsummer at Minus Thirty' was deleted on Magazine\. Nothing was saved\./,
    );
    assert.deepEqual(buttons.sort(), ["Cancel", "Discard", "Recreate", "Save to File…"]);
    assert.deepEqual([keptSummary, afterCancel], ["Still here.", []]);
    assert.notEqual(newDocument?.documentId, before.documentId);
    assert.equal(newDocument?.["summary"], "Still here.");
    const shownId = async () => ((await editor.json())["$"] as PlainDocument).documentId;
    await untilEqual(shownId, newDocument.documentId);
  });
});
