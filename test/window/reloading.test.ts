import assert from "node:assert/strict";
import { draftOf, openDocument, tabOf } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

const edited = "The Fifth Season";
const previewed = "Reading a Paper Map";

describe("Window reload", function () {
  this.timeout(150_000);
  const magazine = useMagazine();

  it("a window reload restores tabs, unsaved changes and expanded rows, and a save sends only the change", async () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, notifications } = workbench;
    const before = await draftOf(service, edited);
    await tree.expand(tree.row("Articles"));
    await tree.collapse(tree.row("Articles"));
    await tree.expand(tree.row("Articles"));
    await openDocument(workbench, "Articles", previewed);
    await openDocument(workbench, "Articles", edited);
    await editor.change({ summary: "Written before the reload." });
    await workbench.keepsUnsaved("Written before the reload.");
    await workbench.keepsTab(tabOf(previewed));

    await workbench.reload();

    await editor.dirtyTab(tabOf(edited)).waitFor();
    await editor.tab(tabOf(previewed)).waitFor();
    await editor.front(tabOf(edited));
    assert.equal((await editor.json())["summary"], "Written before the reload.");
    await workbench.screenshot("reloading-back");
    await editor.save();
    const after = await draftOf(service, edited);
    assert.deepEqual(after, {
      ...before,
      summary: "Written before the reload.",
      updatedAt: after["updatedAt"],
    });
    await workbench.openContainer("CMS");
    await tree.row("Articles", previewed).waitFor();
    await editor.front(tabOf(previewed));
    assert.equal((await editor.json())["title"], previewed);
    const selected = page.locator(".customview-tree .monaco-list-row.selected .label-name");
    await untilEqual(() => selected.allInnerTexts(), [previewed]);
    await workbench.screenshot("tree-expanded-after-reload");
    assert.deepEqual(await notifications.all(), []);
  });
});
