import assert from "node:assert/strict";
import { plainFind } from "../support/plainHttp.ts";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { chooseMenuItem } from "./menu.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("History of a document", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Opens an article, changes it and saves it. Resolves with the draft before the change. */
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

  it("the history shows a save as a diff, restores an older text unsaved, and undoes the last save", async () => {
    const title = "Trees Older Than the Border";
    const { workbench, page, editor, quickInput, notifications, before, now } = await saved(title, {
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
    await quickInput.pressOn(older, "Restore Content Before This Change");

    await editor.dirtyTab(tabOf(title)).waitFor();
    const { kicker, summary } = await editor.json();
    assert.deepEqual([kicker, summary], [before["kicker"], before["summary"]]);
    assert.equal((await now())?.["kicker"], "Second");
    assert.match(items[0] ?? "", /^Saved .+: (kicker, summary|summary, kicker)$/);
    await editor.save();
    assert.equal((await now())?.["kicker"], before["kicker"]);

    await page.locator(".editor-actions").getByRole("button", { name: "More Actions..." }).click();
    await chooseMenuItem(page, "Undo Last Save");
    const words = await notifications.text("Undid the last save");
    await workbench.screenshot("undoing-undone");
    assert.match(
      words,
      /'Trees Older Than the Border' on Magazine \(.*\): (kicker|summary), (kicker|summary)\./,
    );
    await untilEqual(async () => (await editor.json())["kicker"], "Second");
    assert.equal((await now())?.["kicker"], "Second");
  });

  it("the history restores a deleted document as a draft, and names what it can't restore", async () => {
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

    const words = await notifications.text("with a new documentId");
    await editor.tab(tabOf(title)).waitFor();
    await workbench.screenshot("undoing-restored");
    const after = await draftOf(service, title);
    assert.match(
      question,
      new RegExp(
        `^Restore '${title}' on Magazine\\?\\nRestoring creates a draft in en with a new documentId\\.`,
      ),
    );
    assert.match(
      question,
      /Not stored in the journal, and empty after the restore: previewPassword, internalNote\./,
    );
    assert.ok(words.startsWith(`Restored '${title}' with a new documentId.`));
    assert.notEqual(after.documentId, before.documentId);
    assert.deepEqual([after["kicker"], after["body"]], [before["kicker"], before["body"]]);
    await workbench.notifications.clear();
    await workbench.command("CMS: Restore Deleted Document…");
    await notifications.text("There are no deleted documents to restore");
  });

  it("Delete Local Data deletes the history after a question that lists what is deleted", async () => {
    const { workbench, page, quickInput, dialog, notifications } = await saved("The Fifth Season", {
      kicker: "By hand",
    });

    await workbench.command("CMS: Delete Local Data");
    await quickInput.shows("Delete Local Data");
    await quickInput.pick("Magazine");
    const question = await dialog.text();
    await workbench.screenshot("undoing-forget");
    await dialog.press("Delete Local Data");
    await page
      .locator(".statusbar")
      .getByText(/Deleted .+ journal entr/)
      .waitFor();
    await workbench.command("CMS: Show History");

    await notifications.text("There is no history of this document");
    assert.match(
      question,
      /^Delete the local data of Magazine\?\nThis deletes the journal\..* This also deletes stored schemas, and the filters, sort orders and locales/,
    );
  });
});
