import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { useMagazine } from "./useMagazine.ts";
import type { Workbench } from "./workbench.ts";

const title = "The Fifth Season";

describe("Two windows on one connection", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  let other: Workbench;

  before("open the second window", async () => {
    other = await magazine().workbench.another();
    await other.openContainer("CMS");
    await other.tree.row("Magazine", "Articles").waitFor();
  });

  it("never overwrite in silence what the other one has saved", async () => {
    const { workbench, service } = magazine();
    await openDocument(other, "Articles", title);
    await other.editor.change({ summary: "From the second." });
    await workbench.page.bringToFront();
    await openDocument(workbench, "Articles", title);
    await workbench.editor.change({ summary: "From the first." });
    await workbench.editor.save();
    await other.page.bringToFront();

    await other.editor.pressSave();

    const question = await other.dialog.text();
    const untouched = await draftOf(service, title);
    await other.dialog.press("Keep Mine");
    await other.editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    const after = await draftOf(service, title);
    assert.match(question, /You also changed summary\. Nothing was saved\./);
    assert.deepEqual(
      [untouched["summary"], after["summary"]],
      ["From the first.", "From the second."],
    );
  });

  it("have what the other one adds, renames and removes as soon as somebody looks there, and lose nothing", async () => {
    const { workbench } = magazine();
    await double(workbench, "From the First");
    await comeTo(other);
    await other.tree.row("From the First").waitFor();

    await double(other, "From the Second");
    await comeTo(workbench);
    await workbench.tree.row("From the Second").waitFor();
    await workbench.tree.contextMenu(workbench.tree.row("From the Second"), "Rename Connection…");
    await workbench.quickInput.answer("Rename From the Second", "Library");
    await workbench.tree.row("Library").waitFor();
    await remove(workbench, "From the First");
    await comeTo(other);

    await other.tree.row("Library").waitFor();
    await other.tree.row("From the First").waitFor({ state: "detached" });
    await other.reload();
    await other.tree.row("Library").waitFor();
    await other.tree.row("Magazine").waitFor();
    assert.equal(await other.tree.row("From the First").count(), 0);
  });

  it("keep an unsaved text whose connection the other one removes, and say why it is not saved", async () => {
    const { workbench, service } = magazine();
    await remove(workbench, "Library");
    await comeTo(other);
    await other.tree.row("Library").waitFor({ state: "detached" });
    await openDocument(other, "Articles", title);
    await other.editor.change({ summary: "Not saved." });

    await remove(workbench, "Magazine");
    await comeTo(other);
    await other.tree.row("Magazine").waitFor({ state: "detached" });
    await other.editor.pressSave();

    const words = await other.notifications.text("was removed");
    const text = await other.editor.text();
    assert.match(words, /Copy what you want to keep of it\./);
    assert.match(text, /"summary": "Not saved\."/);
    assert.equal(await other.editor.dirtyTab(tabOf(title)).count(), 1);
    assert.equal((await draftOf(service, title))["summary"], "From the second.");
  });
});

/** As a person comes back to a window, a moment later: a driven browser has all of its pages in focus, always. */
async function comeTo({ page }: Workbench): Promise<void> {
  await page.bringToFront();
  await page.evaluate('document.hasFocus = () => false; window.dispatchEvent(new Event("blur"))');
  // VS Code brings its state from one window to the other.
  await pause(2_000);
  await page.evaluate('document.hasFocus = () => true; window.dispatchEvent(new Event("focus"))');
}

async function double({ page, tree, quickInput }: Workbench, name: string): Promise<void> {
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
