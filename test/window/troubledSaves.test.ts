import assert from "node:assert/strict";
import { hangUp } from "../support/loopback.ts";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { until } from "./until.ts";
import { useFaults } from "./useFaults.ts";
import { tokenBox, withdrawn } from "./withdrawnToken.ts";

describe("A save on a way on which things go wrong", function () {
  this.timeout(60_000);
  const magazine = useFaults();

  async function edited(title: string) {
    const { workbench, service, faults } = magazine();
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    await workbench.editor.change({ summary: "Typed with care." });
    const { editor, quickInput, notifications } = workbench;
    return { workbench, service, faults, editor, quickInput, notifications, before };
  }

  it("goes on once the person has signed in again, where the token was withdrawn", async () => {
    const title = "Reading a Paper Map";
    const { workbench, service, faults, editor, quickInput, notifications } = await edited(title);
    faults.inject(/^PUT/, withdrawn);

    await editor.pressSave();
    await quickInput.shows(tokenBox);
    await workbench.screenshot("troubled-sign-in-again");
    faults.heal();
    await quickInput.answer(tokenBox, service.tokens.full);

    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    assert.equal((await draftOf(service, title))["summary"], "Typed with care.");
    assert.deepEqual(await notifications.all(), []);
  });

  it("is shown in the status bar and on the tab as long as the service takes", async () => {
    const title = "The Jumper the Prince Wore";
    const { workbench, faults, editor } = await edited(title);
    const release = faults.hold(/^PUT/);

    await editor.pressSave();

    const saving = workbench.page.locator(".statusbar").getByText(`Saving '${title}'…`);
    await saving.waitFor();
    // VS Code draws the badge of a tab by a style.
    const badge = `[...document.querySelectorAll(".tab.active *")]
      .some((one) => getComputedStyle(one, "::after").content.includes("…"))`;
    await until("The tab says nothing", () => workbench.page.evaluate<boolean>(badge));
    await workbench.screenshot("troubled-slow");
    release();
    await saving.waitFor({ state: "detached" });
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
  });

  it("says that nothing was saved where the service can't be reached, and keeps the text", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, service, faults, before, editor, notifications } = await edited(title);
    faults.inject(/./, hangUp);

    await editor.pressSave();

    const words = await notifications.text("Failed to save");
    await workbench.screenshot("troubled-offline");
    assert.match(
      words,
      /(Couldn't connect to .*|was interrupted\.) Nothing was saved; your text is kept\./,
    );
    assert.equal((await notifications.all()).length, 1);
    await editor.dirtyTab(tabOf(title)).waitFor();
    assert.deepEqual(await draftOf(service, title), before);
  });
});
