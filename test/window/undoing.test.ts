import assert from "node:assert/strict";
import { plainFind } from "../support/plainHttp.ts";
import { changeElsewhere, draftOf, openDocument, tabOf } from "./documents.ts";
import { chooseMenuItem } from "./menu.ts";
import { useMagazine } from "./useMagazine.ts";

describe("What was saved and deleted before", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Opens an article, changes and saves it; the draft as it was before. */
  async function saved(title: string, change: Readonly<Record<string, unknown>>) {
    const { workbench, service } = magazine();
    const before = await draftOf(service, title);
    await openDocument(workbench, "Articles", title);
    await workbench.editor.change(change);
    await workbench.editor.save();
    const now = () => plainFind(service, `articles/${before.documentId}?status=draft&locale=en`);
    const { page, editor, quickInput, dialog, notifications } = workbench;
    return { workbench, service, before, now, page, editor, quickInput, dialog, notifications };
  }

  it("is undone from the editor, which says what it took back", async () => {
    const change = { kicker: "By hand", readingMinutes: 44 };
    const { workbench, page, editor, notifications, before, now } = await saved(
      "Reading a Paper Map",
      change,
    );
    const shown = await editor.json();

    await page.locator(".editor-actions").getByRole("button", { name: "More Actions..." }).click();
    await chooseMenuItem(page, "Undo Last Save");

    const words = await notifications.text("Undid what was saved");
    await workbench.screenshot("undoing-undone");
    assert.match(
      words,
      /in 'Reading a Paper Map' on Magazine: (readingMinutes, kicker|kicker, readingMinutes)\./,
    );
    const after = await now();
    assert.deepEqual(after, { ...before, updatedAt: after?.["updatedAt"] });
    const { kicker } = await editor.json();
    assert.deepEqual([kicker, shown["kicker"]], [before["kicker"], "By hand"]);
  });

  it("is not undone where somebody else has changed the same since, and says what", async () => {
    const title = "Slow Down at the Landing";
    const { workbench, notifications, service, before, now } = await saved(title, {
      kicker: "By hand",
    });
    await changeElsewhere(service, before, { kicker: "Theirs" });

    await workbench.command("CMS: Undo Last Save");

    const words = await notifications.text("changed again since");
    await workbench.screenshot("undoing-refused");
    assert.equal(
      words,
      "kicker changed again since. Nothing was undone: Show History has what was there before.",
    );
    assert.equal((await now())?.["kicker"], "Theirs");
  });

  it("is in the history, opens as a diff, and goes back into the editor without being written", async () => {
    const title = "Trees Older Than the Border";
    const { workbench, page, editor, quickInput, before, now } = await saved(title, {
      kicker: "First",
    });
    await editor.change({ kicker: "Second", summary: "Roots." });
    await editor.save();

    await workbench.command("CMS: Show History");
    await quickInput.shows(`History of '${title}'`);
    const items = await quickInput.items();
    await workbench.screenshot("undoing-history");
    await quickInput.pick(items[0] ?? "");
    const diff = page.locator(".monaco-diff-editor");
    await diff.locator(".original .view-lines").getByText('"First"').waitFor();
    await diff.locator(".modified .view-lines").getByText('"Second"').waitFor();
    await workbench.screenshot("undoing-diff");
    await workbench.command("View: Close Editor");
    await workbench.command("CMS: Show History");
    await quickInput.shows(`History of '${title}'`);
    const [, older = ""] = await quickInput.items();
    await quickInput.pressOn(older, "Restore What Was There Before");

    await editor.dirtyTab(tabOf(title)).waitFor();
    const { kicker, summary } = await editor.json();
    assert.deepEqual([kicker, summary], [before["kicker"], before["summary"]]);
    assert.equal((await now())?.["kicker"], "Second");
    assert.match(items[0] ?? "", /^Saved .+: (kicker, summary|summary, kicker)$/);
    await editor.save();
    assert.equal((await now())?.["kicker"], before["kicker"]);
  });

  it("is restored after a delete: as a draft, under a new documentId, with what does not come back", async () => {
    const title = "Midsummer at Minus Thirty";
    const { workbench, service } = magazine();
    const { quickInput, dialog, notifications, editor } = workbench;
    const before = await draftOf(service, title);
    await openDocument(workbench, "Articles", title);
    await workbench.command("CMS: Delete");
    await dialog.press("Delete");
    await editor.tab(tabOf(title)).waitFor({ state: "detached" });

    await workbench.command("CMS: Restore Deleted Document…");
    await quickInput.shows("Restore Deleted Document");
    await quickInput.pick(title);
    const question = await dialog.text();
    await workbench.screenshot("undoing-restore-question");
    await dialog.press("Restore");

    const words = await notifications.text("under a new documentId");
    await editor.tab(tabOf(title)).waitFor();
    await workbench.screenshot("undoing-restored");
    const after = await draftOf(service, title);
    assert.match(
      question,
      new RegExp(`^Restore '${title}' on Magazine\\?\\nIt comes back as a draft, in .*en`),
    );
    assert.match(question, /Not kept in the journal, and empty: previewPassword, internalNote\./);
    assert.ok(words.startsWith(`Restored '${title}' under a new documentId.`));
    assert.notEqual(after.documentId, before.documentId);
    assert.deepEqual([after["kicker"], after["body"]], [before["kicker"], before["body"]]);
    await workbench.notifications.clear();
    await workbench.command("CMS: Restore Deleted Document…");
    await notifications.text("No document was deleted here");
  });

  it("is forgotten after a question that says what goes", async () => {
    const { workbench, page, quickInput, dialog, notifications } = await saved("The Fifth Season", {
      kicker: "By hand",
    });

    await workbench.command("CMS: Forget Local Data");
    await quickInput.shows("Forget Local Data");
    await quickInput.pick("Magazine");
    const question = await dialog.text();
    await workbench.screenshot("undoing-forget");
    await dialog.press("Forget");
    await page.locator(".statusbar").getByText("Forgot").waitFor();
    await workbench.command("CMS: Show History");

    await notifications.text("Nothing was saved, published or deleted here");
    assert.match(
      question,
      /^Forget what is kept of Magazine on this computer\?\nThe journal goes:.* So does the schema.* And so do the filters, orders and locales/,
    );
  });
});
