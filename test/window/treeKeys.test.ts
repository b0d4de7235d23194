import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Content view keys and selection", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const [first, second] = ["Reading a Paper Map", "The Fifth Season"];

  /** The tree item that has the focus, so that keys reach the tree. */
  const focused = () =>
    magazine().workbench.page.locator(
      ".customview-tree .monaco-list:focus .monaco-list-row.focused",
    );

  const parts = () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, dialog } = workbench;
    /** The labels of the selected tree items. */
    const selected = () =>
      page.locator(".customview-tree .monaco-list-row.selected .label-name").allInnerTexts();
    return { workbench, service, page, tree, editor, dialog, selected };
  };

  it("the content view selects the row of the document in front, and leaves the focus in its editor", async () => {
    const { workbench, page, tree, editor, selected } = parts();
    await openDocument(workbench, "Articles", first);
    await untilEqual(selected, ["Articles"]);
    await tree.expand(tree.row("Articles"));
    await tree.row("Articles", first).waitFor();
    await untilEqual(selected, [first]);

    await openDocument(workbench, "Articles", second);
    await untilEqual(selected, [second]);
    await editor.front(tabOf(first));
    await untilEqual(selected, [first]);
    await workbench.screenshot("tree-row-in-front");

    assert.equal(await page.locator(".customview-tree .monaco-list:focus").count(), 0);
  });

  it("Delete asks to delete the selected row of the content view, and Ctrl+C copies its document ID", async () => {
    const { service, page, tree, dialog, selected } = parts();
    await tree.expand(tree.row("Articles"));
    const [row, other] = [tree.row("Articles", first), tree.row("Tags")];
    await row.waitFor();
    // A plain click on a document opens it, and its editor takes the focus.
    await other.click();
    await row.click({ modifiers: ["ControlOrMeta"] });
    await other.click({ modifiers: ["ControlOrMeta"] });
    await untilEqual(selected, [first]);
    await focused().waitFor();

    await page.keyboard.press("Delete");
    const [question] = (await dialog.text()).split("\n");
    await dialog.cancel();
    await page.keyboard.press("ControlOrMeta+c");
    const { documentId } = await draftOf(service, first);
    await page.locator(".statusbar").getByText(`Copied ${documentId}`).waitFor();

    assert.equal(question, `Delete '${first}' from Articles on Magazine?`);
  });

  it("F2 renames a connection, and Ctrl+K Shift+P publishes the document in front", async () => {
    const { workbench, page, tree, editor, dialog } = parts();
    await tree.row("Magazine").click();
    await focused().filter({ hasText: "Magazine" }).waitFor();
    await page.keyboard.press("F2");
    await workbench.quickInput.shows("Rename Magazine");
    await workbench.quickInput.cancel();
    await tree.expand(tree.row("Magazine"));
    await openDocument(workbench, "Articles", first);
    await editor.change({ summary: "By a chord." });
    await editor.focus();

    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.press("Shift+P");
    const [question] = (await dialog.text()).split("\n");
    await dialog.cancel();
    await workbench.command("File: Revert File");

    assert.equal(question, `Publish '${first}' (en) on Magazine?`);
  });
});
