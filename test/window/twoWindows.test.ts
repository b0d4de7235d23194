import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";
import type { Workbench } from "./workbench.ts";

const title = "The Fifth Season";

describe("Connections in two windows", function () {
  this.timeout(120_000);
  const magazine = useMagazine();

  it("connections are added, renamed and removed in two windows, and unsaved text stays in the other", async () => {
    const { workbench, service } = magazine();
    const before = await draftOf(service, title);
    const other = await workbench.another();
    await other.openContainer("CMS");
    await other.tree.row("Magazine").waitFor();
    await openDocument(other, "Articles", title);
    await other.editor.change({ summary: "Not saved." });

    await duplicate(workbench, "From the First");
    await shows(other, other.tree.row("From the First"));
    await duplicate(other, "From the Second");
    await shows(workbench, workbench.tree.row("From the Second"));
    await workbench.tree.row("From the First").waitFor();
    await workbench.tree.contextMenu(workbench.tree.row("From the Second"), "Rename Connection…");
    await workbench.quickInput.answer("Rename From the Second", "Library");
    await workbench.tree.row("Library").waitFor();
    await remove(workbench, "From the First");
    await remove(workbench, "Magazine");
    await shows(other, other.tree.row("Library"));
    await other.tree.row("From the First").waitFor({ state: "detached" });
    await other.tree.row("Magazine").waitFor({ state: "detached" });
    // The duplicate has the token of its original.
    await other.tree.expand(other.tree.row("Library"));
    await other.tree.row("Library", "Articles").waitFor();
    await other.editor.pressSave();

    const words = await other.notifications.text("was removed");
    assert.match(words, /Copy any text that you want to keep\./);
    assert.match(await other.editor.text(), /"summary": "Not saved\."/);
    assert.equal(await other.editor.dirtyTab(tabOf(title)).count(), 1);
    assert.deepEqual(await draftOf(service, title), before);
  });
});

/**
 * Brings a window to the front until it shows the tree item. The extension reads the connections when its window gets
 * the focus. VS Code copies its state from one window to the other a moment later. In an automated browser all pages
 * always have the focus, so this function dispatches the events.
 */
async function shows({ page }: Workbench, row: Locator): Promise<void> {
  await page.bringToFront();
  await until("The window does not show what the other one changed.", async () => {
    for (const [hasFocus, event] of [
      [false, "blur"],
      [true, "focus"],
    ]) {
      await page.evaluate(
        `document.hasFocus = () => ${hasFocus}; window.dispatchEvent(new Event("${event}"))`,
      );
    }
    return succeeds(row.waitFor({ timeout: 1_000 }));
  });
}

async function duplicate({ page, tree, quickInput }: Workbench, name: string): Promise<void> {
  await page.bringToFront();
  await tree.contextMenu(tree.row("Magazine"), "Duplicate Connection…");
  await quickInput.answer("Duplicate Magazine", name);
  await tree.row(name).waitFor();
}

async function remove({ page, tree, dialog }: Workbench, name: string): Promise<void> {
  await page.bringToFront();
  await tree.contextMenu(tree.row(name), "Remove Connection");
  await dialog.press("Remove");
  await tree.row(name).waitFor({ state: "detached" });
}
