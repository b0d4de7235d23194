import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import { changeElsewhere, draftOf, openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";
import { until } from "./until.ts";

describe("Looking at unsaved changes", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor, dialog } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    const lens = (words: string) =>
      page.locator(".codelens-decoration:visible").getByText(words, { exact: true });
    // VS Code shows what stood there before, at first, and that is no link.
    const link = (words: string) =>
      page.locator(".codelens-decoration:visible a").getByText(words, { exact: true });
    const marks = page.locator(".monaco-editor .dirty-diff-glyph:visible");
    return { workbench, service, page, editor, dialog, before, lens, link, marks };
  }

  it("marks in the gutter what a save would change, and counts it above the text", async () => {
    const { workbench, editor, lens, marks } = await opened("Reading a Paper Map");

    await editor.change({ kicker: "By hand", readingMinutes: 12, summary: undefined });

    await lens("3 changes").waitFor();
    await marks.first().waitFor();
    await workbench.screenshot("reviewing-changes");
  });

  it("counts nothing any more after a save, also where that took in what somebody else had changed", async () => {
    const { workbench, service, page, editor, before, lens } =
      await opened("Getting Lost on Purpose");
    await changeElsewhere(service, before, { readingMinutes: 4 });
    await editor.change({ kicker: "By hand" });
    await lens("1 change").waitFor();

    await editor.pressSave();

    await until("The text has not what was taken in.", async () => {
      return ((await editor.json()) as JsonObject)["readingMinutes"] === 4;
    });
    await lens("1 change").waitFor({ state: "detached" });
    await page.waitForTimeout(1_000);
    assert.equal(await lens("1 change").count(), 0);
    await workbench.screenshot("reviewing-saved");
  });

  it("shows what will be sent, to be read and not to be changed", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, editor, link } = await opened(title);
    await editor.change({ kicker: "By hand", summary: undefined });

    await link("2 changes").click();

    await editor.tab(`What Will Be Sent: ${title}.jsonc`).waitFor();
    await editor.shown();
    const text = await editor.text();
    await workbench.screenshot("reviewing-request");
    await workbench.command("View: Close Editor");
    assert.deepEqual(parse(text), { data: { kicker: "By hand", summary: null } });
    assert.match(text, /^\/\/ PUT http.+status=draft&locale=en$/m);
  });

  it("keeps a conflict in sight, with what can be chosen, and settles it from there", async () => {
    const title = "Midsummer at Minus Thirty";
    const { workbench, service, page, editor, dialog, before, link } = await opened(title);
    await editor.change({ kicker: "Mine", readingMinutes: 33 });
    await changeElsewhere(service, before, { kicker: "Theirs", summary: "By somebody else." });
    const button = page.locator(".editor-actions").getByRole("button", { name: "Keep Mine" });
    assert.equal(await button.count(), 0);

    await editor.pressSave();
    await dialog.cancel();

    await link("Take Theirs").waitFor();
    await workbench.notifications.clear();
    await workbench.screenshot("reviewing-conflict");
    const sentence = page
      .locator(".codelens-decoration:visible")
      .getByText(/You also changed kicker/);
    assert.equal(await sentence.count(), 1);
    await button.waitFor();
    await link("Compare").click();
    const sides = page.locator(".monaco-diff-editor");
    await sides.locator(".original .view-lines").getByText('"Theirs"').waitFor();
    await sides.locator(".modified .view-lines").getByText('"Mine"').waitFor();
    await workbench.screenshot("reviewing-compare");
    await workbench.command("View: Close Editor");
    await link("Keep Mine").click();
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    const { kicker, readingMinutes, summary } = await draftOf(service, title);
    assert.deepEqual([kicker, readingMinutes, summary], ["Mine", 33, "By somebody else."]);
    await link("Keep Mine").waitFor({ state: "detached" });
    await workbench.screenshot("reviewing-settled");
  });
});
