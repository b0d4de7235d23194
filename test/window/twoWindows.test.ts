import assert from "node:assert/strict";
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

  it("have the connection as it was changed in the other, once they are reloaded", async () => {
    const { tree, quickInput, page } = magazine().workbench;
    await page.bringToFront();

    await tree.contextMenu(tree.row("Magazine"), "Rename Connection");
    await quickInput.answer("Rename Magazine", "Library");
    await tree.row("Library").waitFor();
    await other.page.bringToFront();
    await other.reload();

    await other.tree.row("Library", "Articles").waitFor();
  });
});
