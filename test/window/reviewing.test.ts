import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { changeElsewhere, draftOf, openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Review of unsaved changes", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  async function opened(title: string) {
    const { workbench, service } = magazine();
    const { page, editor, dialog } = workbench;
    await openDocument(workbench, "Articles", title);
    const before = await draftOf(service, title);
    // At first VS Code shows the previous CodeLens, which isn't a link.
    const link = (words: string) =>
      page.locator(".codelens-decoration:visible a").getByText(words, { exact: true });
    const marks = page.locator(".monaco-editor .dirty-diff-glyph:visible");
    return { workbench, service, page, editor, dialog, before, link, marks };
  }

  it("unsaved changes are marked in the gutter, counted above the text, and shown as a request on a click", async () => {
    const title = "Reading a Paper Map";
    const { workbench, editor, link, marks } = await opened(title);

    await editor.change({ kicker: "By hand", readingMinutes: 12, summary: undefined });

    await link("3 changes").waitFor();
    await marks.first().waitFor();
    await workbench.screenshot("reviewing-changes");
    await link("3 changes").click();
    await editor.tab(`Save Request: ${title}.jsonc`).waitFor();
    await editor.waitForText();
    const text = await editor.text();
    await workbench.screenshot("reviewing-request");
    assert.deepEqual(parse(text), {
      data: { kicker: "By hand", readingMinutes: 12, summary: null },
    });
    assert.match(text, /^\/\/ PUT http.+status=draft&locale=en$/m);
  });

  it("unsaved changes show a conflict and its choices above the text, which resolve it from there", async () => {
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
