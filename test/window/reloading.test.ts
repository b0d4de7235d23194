import assert from "node:assert/strict";
import { changeElsewhere, draftOf, openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

const edited = "The Fifth Season";
const looked = "Reading a Paper Map";

describe("A window that is reloaded with unsaved changes", function () {
  this.timeout(150_000);
  const magazine = useMagazine();

  it("brings back both tabs and the edit, and saving it sends only that change", async () => {
    const { workbench, service } = magazine();
    const { editor, notifications } = workbench;
    const before = await draftOf(service, edited);
    await openDocument(workbench, "Articles", looked);
    await openDocument(workbench, "Articles", edited);
    await editor.change({ summary: "Written before the reload." });
    await workbench.keepsUnsaved("Written before the reload.");
    await workbench.keepsTab(tabOf(looked));

    await workbench.reload();

    await editor.dirtyTab(tabOf(edited)).waitFor();
    await editor.tab(tabOf(looked)).waitFor();
    await editor.front(tabOf(edited));
    assert.equal((await editor.json())["summary"], "Written before the reload.");
    await workbench.screenshot("reloading-back");
    await editor.save();
    const after = await draftOf(service, edited);
    assert.deepEqual(after, {
      ...before,
      summary: "Written before the reload.",
      updatedAt: after["updatedAt"],
    });
    await editor.front(tabOf(looked));
    assert.equal((await editor.json())["title"], looked);
    assert.deepEqual(await notifications.all(), []);
  });

  it("asks when somebody else changed the same meanwhile, and takes in what else they changed", async () => {
    const { workbench, service } = magazine();
    const { editor, dialog, notifications } = workbench;
    await openDocument(workbench, "Articles", looked);
    const before = await draftOf(service, looked);
    await editor.change({ summary: "Mine, from before the reload." });
    await workbench.keepsUnsaved("Mine, from before the reload.");
    await changeElsewhere(service, before, { summary: "Theirs", kicker: "Theirs" });

    await workbench.reload();

    await editor.dirtyTab(tabOf(looked)).waitFor();
    await editor.front(tabOf(looked));
    await editor.pressSave();
    const question = await dialog.text();
    await workbench.screenshot("reloading-conflict");
    await dialog.press("Keep Mine");
    const told = await notifications.text("changes by others");
    await editor.dirtyTab(tabOf(looked)).waitFor({ state: "detached" });
    const after = await draftOf(service, looked);
    assert.match(question, /: kicker, summary\. You also changed summary\./);
    assert.equal(told, "Saved, with changes by others: kicker.");
    const both = { summary: "Mine, from before the reload.", kicker: "Theirs" };
    assert.deepEqual(after, { ...before, ...both, updatedAt: after["updatedAt"] });
  });
});
