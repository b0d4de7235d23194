import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The tree beside its editors", function () {
  this.timeout(120_000);
  const magazine = useMagazine();
  const [first, second] = ["Reading a Paper Map", "The Fifth Season"];

  const parts = () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, dialog } = workbench;
    /** The labels of the rows that are selected. */
    const selected = () =>
      page.locator(".customview-tree .monaco-list-row.selected .label-name").allInnerTexts();
    return { workbench, service, page, tree, editor, dialog, selected };
  };

  it("selects the row of the document in front, which keeps the focus", async () => {
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

  it("asks to delete the selected row with Delete, and copies its ID with Ctrl+C", async () => {
    const { service, page, tree, dialog, selected } = parts();
    await tree.expand(tree.row("Articles"));
    const [row, other] = [tree.row("Articles", first), tree.row("Tags")];
    await row.waitFor();
    // A plain click on a document opens it, and its editor takes the focus.
    await other.click();
    await row.click({ modifiers: ["ControlOrMeta"] });
    await other.click({ modifiers: ["ControlOrMeta"] });
    await untilEqual(selected, [first]);

    await page.keyboard.press("Delete");
    const [question] = (await dialog.text()).split("\n");
    await dialog.cancel();
    await page.keyboard.press("ControlOrMeta+c");
    const { documentId } = await draftOf(service, first);
    await page.locator(".statusbar").getByText(`Copied ${documentId}`).waitFor();

    assert.equal(question, `Delete '${first}' from Articles on Magazine?`);
  });

  it("finds rows by what is typed after Ctrl+F", async () => {
    const { page, tree, selected } = parts();
    await tree.expand(tree.row("Magazine"));
    await tree.row("Tags").click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".customview-tree .monaco-tree-type-filter-input input").waitFor();
    await page.keyboard.type("Categ");

    await tree.row("Categories").locator(".monaco-highlighted-label .highlight").first().waitFor();
    await page.keyboard.press("Escape");
    assert.equal((await selected()).length, 1);
  });

  it("renames the selected connection with F2, and publishes the document in front with a chord", async () => {
    const { workbench, page, tree, editor, dialog } = parts();
    await tree.row("Magazine").click();
    await page.keyboard.press("F2");
    await page.locator(".quick-input-widget:visible").waitFor();
    await page.keyboard.press("Escape");
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

  it("has the same rows expanded after a reload, and selects the row of the editor that is back", async () => {
    const { workbench, tree, selected } = parts();
    await tree.expand(tree.row("Articles"));
    await tree.collapse(tree.row("Articles"));
    await tree.expand(tree.row("Articles"));
    await openDocument(workbench, "Articles", second);
    await workbench.keepsTab(tabOf(second));

    await workbench.reload();
    await workbench.openContainer("CMS");

    await tree.row("Articles", second).waitFor();
    await untilEqual(selected, [second]);
    await workbench.screenshot("tree-expanded-after-reload");
  });
});
