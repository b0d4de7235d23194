import assert from "node:assert/strict";
import { plainRequest } from "../support/plainHttp.ts";
import { draftOf, make, openDocument, tabOf } from "./documents.ts";
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

describe("Opening a row of the content view", function () {
  this.timeout(120_000);
  const magazine = useMagazine({ settings: { "workbench.editor.enablePreview": true } });
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

  it("a click and Space preview a row of the content view, which keeps the focus for Delete and Ctrl+C", async () => {
    const { service, page, tree, editor, dialog, selected } = parts();
    await tree.expand(tree.row("Articles"));
    const row = tree.row("Articles", first);
    await row.waitFor();

    await row.click();
    await editor.tab(tabOf(first)).and(page.locator(":has(.italic)")).waitFor();
    await untilEqual(selected, [first]);
    await focused().filter({ hasText: first }).waitFor();
    await page.keyboard.press("Delete");
    const [question] = (await dialog.text()).split("\n");
    await dialog.cancel();
    await focused().filter({ hasText: first }).waitFor();
    await page.keyboard.press("ControlOrMeta+c");
    const { documentId } = await draftOf(service, first);
    await page.locator(".statusbar").getByText(`Copied ${documentId}`).waitFor();
    await page.keyboard.press("ArrowDown");
    await focused().filter({ hasText: second }).waitFor();
    await page.keyboard.press("Space");
    await editor.tab(tabOf(second)).waitFor();
    await editor.tab(tabOf(first)).waitFor({ state: "detached" });
    await focused().filter({ hasText: second }).waitFor();

    assert.equal(question, `Delete '${first}' from Articles on Magazine?`);
  });

  it("Enter and a double-click pin a row of the content view, Ctrl+Enter and Alt+click open it to the side", async () => {
    const { workbench, page, tree, editor } = parts();
    await workbench.command("View: Close All Editors");
    await tree.expand(tree.row("Articles"));
    const [one, two] = [tree.row("Articles", first), tree.row("Articles", second)];
    const groups = () => page.locator(".editor-group-container").count();
    const pinned = (title: string) =>
      editor.tab(tabOf(title)).and(page.locator(":not(:has(.italic))"));
    await one.waitFor();

    await one.click();
    await focused().filter({ hasText: first }).waitFor();
    await page.keyboard.press("Enter");
    await pinned(first).first().waitFor();
    await two.dblclick();
    await pinned(second).first().waitFor();
    const before = await groups();
    await one.click({ modifiers: ["Alt"] });
    await workbench.screenshot("rows-to-the-side");
    await untilEqual(groups, 2);
    await workbench.command("View: Close All Editors");
    await one.click();
    await focused().filter({ hasText: first }).waitFor();
    await page.keyboard.press("Control+Enter");
    await untilEqual(groups, 2);
    await workbench.command("View: Close All Editors");

    assert.equal(before, 1);
  });

  it("a click on a row of the content view whose document is gone says so, and the row opens no text", async () => {
    const { workbench, service, page, tree } = parts();
    const title = "Gone Before the Click";
    const { documentId } = await make(service, "articles?locale=en&status=draft", { title });
    await tree.rowAction(tree.row("Magazine"), "Refresh");
    await tree.expand(tree.row("Articles"));
    await tree.row("Articles", title).waitFor();
    await plainRequest(service, "DELETE", `articles/${documentId}`);

    await tree.row("Articles", title).click();

    const placeholder = page.locator(".monaco-editor-pane-placeholder");
    await placeholder.waitFor();
    await workbench.screenshot("rows-gone");
    const words = await placeholder.innerText();
    await focused().filter({ hasText: title }).waitFor();
    await workbench.command("View: Close All Editors");

    assert.match(words, /no longer exists|was not found|could not be found/);
  });

  it("a click on a row of the content view opens it while the tree redraws", async () => {
    const { workbench, tree, editor } = parts();
    const { notifications } = workbench;
    await tree.expand(tree.row("Articles"));
    await tree.row("Articles", first).waitFor();

    for (let round = 0; round < 5; round += 1) {
      for (const title of [first, second]) {
        await tree.rowAction(tree.row("Magazine"), "Refresh");
        await tree.row("Articles", title).click();
        await editor.tab(tabOf(title)).waitFor();
      }
    }

    assert.deepEqual(await notifications.all(), []);
  });
});
