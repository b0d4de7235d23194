import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useFaults } from "./useFaults.ts";
import { tokenBox, withdrawn } from "./withdrawnToken.ts";

describe("Save in an editor", function () {
  this.timeout(60_000);
  const magazine = useFaults();

  it("saving asks before it clears a removed field, and clears only that field after Clear and Save", async () => {
    const title = "The Fifth Season";
    const { workbench, service } = magazine();
    const { editor, dialog, notifications } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    await editor.change({ kicker: undefined });

    await editor.pressSave();

    const question =
      "Clear kicker on Magazine?\nYou removed this content from the text. Saving also removes it from the service.";
    assert.equal(await dialog.text(), question);
    await workbench.screenshot("saving-cleared-question");
    await dialog.cancel();
    assert.match(await notifications.text("Failed to save"), /Nothing was saved/);
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.deepEqual(await draftOf(service, title), before);
    await notifications.clear();

    await editor.pressSave();
    await dialog.press("Clear and Save");

    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    const after = await draftOf(service, title);
    assert.deepEqual(after, { ...before, kicker: null, updatedAt: after["updatedAt"] });
    assert.deepEqual(await notifications.all(), []);
  });

  it("saving asks for another token when the service rejects it, continues, and shows its progress", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, faults } = magazine();
    const { page, editor, quickInput, notifications } = workbench;
    await openDocument(workbench, "Articles", title);
    await editor.change({ summary: "Typed with care." });
    faults.inject(/^PUT/, withdrawn);

    await editor.pressSave();
    await quickInput.shows(tokenBox);
    await workbench.screenshot("troubled-sign-in-again");
    faults.heal();
    const release = faults.hold(/^PUT/);
    await quickInput.answer(tokenBox, service.tokens.full);

    const saving = page.locator(".statusbar").getByText(`Saving '${title}'`);
    await saving.waitFor();
    // VS Code draws the badge of a tab with a CSS rule.
    const badge = `[...document.querySelectorAll(".tab.active *")]
      .some((one) => getComputedStyle(one, "::after").content.includes("…"))`;
    await until("The tab has no badge", () => page.evaluate<boolean>(badge));
    await workbench.screenshot("troubled-slow");
    release();
    await saving.waitFor({ state: "detached" });
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    assert.equal((await draftOf(service, title))["summary"], "Typed with care.");
    assert.deepEqual(await notifications.all(), []);
  });
});
