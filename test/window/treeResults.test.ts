import assert from "node:assert/strict";
import { addingStep, answerFromName, answerUpToSignIn } from "./addConnection.ts";
import { tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Results in the content view", function () {
  this.timeout(120_000);
  const magazine = useMagazine();

  const parts = () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, quickInput } = workbench;
    const selected = () =>
      page.locator(".customview-tree .monaco-list-row.selected .label-name").allInnerTexts();
    return { workbench, page, tree, editor, quickInput, service, selected };
  };

  it("a new document and a duplicate are revealed and selected when they are saved, in a collapsed collection", async () => {
    const { workbench, tree, editor, selected } = parts();
    await tree.rowAction(tree.row("Tags"), "New Document", editor.tab("New Tag.cms.json"));
    await editor.change({ name: "Thaw", slug: "thaw" });
    await editor.save();

    await tree.row("Tags", "Thaw").waitFor();
    await untilEqual(selected, ["Thaw"]);
    await tree.collapse(tree.row("Tags"));
    await workbench.command("CMS: Duplicate");
    await editor.tab("Copy of Thaw.cms.json").waitFor();
    await editor.change({ name: "Thaw in March", slug: "thaw-in-march" });
    await editor.save();

    await tree.row("Tags", "Thaw in March").waitFor();
    await untilEqual(selected, ["Thaw in March"]);
  });

  it("Filter and Filter by Status expand a collapsed collection", async () => {
    const { workbench, tree, quickInput } = parts();

    await tree.contextMenu(tree.row("Tags"), "Count Documents");
    await tree.says(tree.row("Tags"), "last changed first");
    await tree.rowAction(tree.row("Users"), "Filter…", quickInput.input());
    await quickInput.pick("username");
    await quickInput.pick("contains");
    await quickInput.shows("Filter Users: username");
    await quickInput.fill("freya");
    await quickInput.accept();

    await tree.row("Users", "freya.lindholm").waitFor();
    await workbench.screenshot("results-filter");
    await tree.rowAction(tree.row("Users"), "Clear Filter");
  });

  it("F2 opens a document and a user with the title selected", async () => {
    const { page, tree, editor, quickInput } = parts();
    await tree.collapse(tree.row("Tags"));
    await tree.expand(tree.row("Users"));
    await tree.row("Users", "freya.lindholm").click();
    await editor.tab(tabOf("freya.lindholm")).waitFor();
    const focused = page.locator(".customview-tree .monaco-list:focus .monaco-list-row.focused");
    await focused.filter({ hasText: "freya.lindholm" }).waitFor();

    await page.keyboard.press("F2");
    await page.locator(".statusbar").getByText("(14 selected)").waitFor();
    await page.keyboard.type("freya.l");

    await untilEqual(async () => (await editor.json())["username"], "freya.l");
    assert.equal(await quickInput.input().isVisible(), false);
  });

  it("a second connection is selected, and its name must differ from the first one's", async () => {
    const { workbench, service, quickInput, tree, selected } = parts();
    await workbench.command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, service.url);
    await quickInput.pick("API token");
    await quickInput.answer(addingStep(3), service.tokens.full);
    await quickInput.shows(addingStep(4));
    await quickInput.fill("magazine");
    const message = "Another connection has this name. Enter a different name.";
    await quickInput.message().filter({ hasText: message }).waitFor();
    await answerFromName(quickInput, "Second");

    await untilEqual(selected, ["Second"]);
    await tree.row("Second", "Articles").waitFor();
    await workbench.screenshot("results-connection");
  });
});
