import assert from "node:assert/strict";
import type { PlainDocument } from "../support/plainHttp.ts";
import { changedByBoth, deletedMeanwhile } from "./conflictScenes.ts";
import { draftOf, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Saving what somebody else has changed meanwhile", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("asks where both changed the same, also of equal length, and has written nothing", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, editor, dialog, notifications, theirs } = await changedByBoth(
      magazine(),
      title,
      { kicker: "Mine" },
      () => ({ kicker: "Hers", summary: "By somebody else" }),
    );

    await editor.pressSave();
    const buttons = await dialog.buttons();
    const words = await dialog.text();
    await workbench.screenshot("conflicts-question");
    await dialog.cancel();

    const told = await notifications.text("newer");
    await workbench.screenshot("conflicts-stopped");
    const sentence =
      /^'Slow Down at the Landing' \(en\) was changed .+ on Magazine(?: \(Development\))?: .*kicker.*\. You also changed kicker\. Nothing was saved\./;
    assert.match(words, sentence);
    assert.deepEqual(buttons.sort(), ["Cancel", "Compare", "Keep Mine", "Take Theirs"]);
    assert.deepEqual(await notifications.all(), [told]);
    assert.deepEqual(await draftOf(service, title), theirs);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.equal((await editor.json())["kicker"], "Mine");
  });

  it("compares both sides in VS Code's own editor, each with its name", async () => {
    const title = "The Fifth Season";
    const { workbench, service, page, editor, dialog, theirs } = await changedByBoth(
      magazine(),
      title,
      { kicker: "Mine" },
      () => ({ kicker: "Hers" }),
    );

    await editor.pressSave();
    await dialog.press("Compare");

    const side = (name: string) => page.locator(`.monaco-diff-editor .${name} .view-lines`);
    await side("original").getByText('"Hers"').waitFor();
    await side("modified").getByText('"Mine"').waitFor();
    await workbench.screenshot("conflicts-compare");
    const tab = page.locator(".tabs-container .tab.active");
    assert.match(await tab.innerText(), /Magazine.*Yours/is);
    assert.deepEqual(await draftOf(service, title), theirs);
    await workbench.command("View: Close Editor");
  });

  it("does not bring back what was deleted without a yes, and keeps the text", async () => {
    const title = "Midsummer at Minus Thirty";
    const { workbench, editor, dialog, notifications, left } = await deletedMeanwhile(
      magazine(),
      title,
    );

    await editor.pressSave();
    const buttons = await dialog.buttons();
    const words = await dialog.text();
    await workbench.screenshot("conflicts-deleted");
    await dialog.cancel();

    await notifications.text("Failed to save");
    assert.match(
      words,
      /^'Midsummer at Minus Thirty' was deleted on Magazine\. Nothing was saved\./,
    );
    assert.deepEqual(buttons.sort(), ["Cancel", "Discard", "Recreate", "Save to File…"]);
    assert.equal((await notifications.all()).length, 1);
    assert.equal((await editor.json())["summary"], "Still here.");
    assert.deepEqual(await left(), []);
  });

  it("makes it anew from the text where the person says so, and shows the new document", async () => {
    const title = "Reading a Paper Map";
    const { workbench, before, editor, dialog, left } = await deletedMeanwhile(magazine(), title);

    await editor.pressSave();
    await dialog.press("Recreate");

    await until("The new document is there.", async () => (await left()).length === 1);
    const [made] = await left();
    await until("Its tab alone is open, and clean.", async () => {
      const tabs = await editor.tab(tabOf(title)).count();
      return tabs === 1 && (await editor.dirtyTab(tabOf(title)).count()) === 0;
    });
    await workbench.screenshot("conflicts-recreated");
    assert.notEqual(made?.documentId, before.documentId);
    assert.equal(made?.["summary"], "Still here.");
    assert.equal(((await editor.json())["$"] as PlainDocument).documentId, made.documentId);
  });

  it("closes it where the person gives the text up", async () => {
    const title = "The Jumper the Prince Wore";
    const { editor, dialog, notifications, left } = await deletedMeanwhile(magazine(), title);

    await editor.pressSave();
    await dialog.press("Discard");

    await editor.tab(tabOf(title)).waitFor({ state: "detached" });
    assert.deepEqual([await left(), await notifications.all()], [[], []]);
  });
});
