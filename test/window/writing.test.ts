import assert from "node:assert/strict";
import { openDocument } from "./documents.ts";
import { untilEqual } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Writing with the keyboard", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  /** Opens an article, and replaces its text. The cursor is at the end of the second line. */
  async function begin(text: string) {
    const { workbench } = magazine();
    const { page, editor } = workbench;
    await openDocument(workbench, "Articles", "Reading a Paper Map");
    await editor.replaceText(text);
    for (const key of ["ControlOrMeta+Home", "ArrowDown", "End"]) await page.keyboard.press(key);
    const offer = (label: string) =>
      page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: label });
    /** Types the start of a word, and accepts the first suggestion. */
    const accept = async (typed: string, label: string): Promise<void> => {
      await page.keyboard.type(typed);
      await offer(label).waitFor();
      await page.keyboard.press("Enter");
    };
    return { workbench, page, editor, offer, accept };
  }

  it("accepted keys bring their values with the cursor in them, so that typing makes a whole document", async () => {
    const { workbench, page, editor, offer, accept } = await begin('{\n  "title": "Tea"\n}\n');

    await page.keyboard.press("Enter");
    await page.keyboard.type('"su');
    await offer("summary").waitFor();
    await workbench.screenshot("writing-keys");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Warm");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await accept("feat", "featured");
    await accept("tr", "true");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await accept("readi", "readingMinutes");
    await page.keyboard.type("7");

    assert.deepEqual(JSON.parse(await editor.text()), {
      ...{ title: "Tea", summary: "Warm", featured: true, readingMinutes: 7 },
    });
  });

  it("the accepted key of a relation suggests its targets", async () => {
    const { workbench, page, editor, offer, accept } = await begin('{\n  "title": "Tea"\n}\n');

    await page.keyboard.press("Enter");
    await accept('"categ', "category");
    await offer("").waitFor();
    await workbench.screenshot("writing-relation");
    await page.keyboard.press("Enter");

    await untilEqual(async () => {
      const { category } = await editor.json();
      return Object.keys(category ?? {});
    }, ["documentId", "name"]);
  });

  it("Choose… shows the pictures of media files beside their names", async () => {
    const { workbench } = magazine();
    const { page, editor, quickInput } = workbench;
    await openDocument(workbench, "Articles", "Reading a Paper Map");
    await editor.replaceText('{\n  "cover": null\n}\n');
    await page.locator(".view-line", { hasText: '"cover"' }).click();

    await workbench.command("CMS: Choose…");
    await quickInput.shows("Choose a Value for cover");
    const icons = page.locator('.quick-input-list-icon[style*="data:image"]');
    await icons.first().waitFor();

    await workbench.screenshot("writing-media");
  });

  it("Insert All Fields above a new document goes from one empty field to the next with Tab", async () => {
    const { workbench } = magazine();
    const { page, editor, tree } = workbench;
    await tree.contextMenu(tree.row("Magazine", "Articles"), "New Document");
    await editor.tab("New Article.cms.json").waitFor();
    await page.locator(".codelens-decoration a", { hasText: "Insert All Fields" }).click();
    await page.locator(".view-line", { hasText: '"kicker"' }).first().waitFor();

    await page.keyboard.type("Tea");
    for (const text of ["tea-at-five", "T5"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await workbench.screenshot("writing-all-fields");

    const text = await editor.text();
    assert.match(text, /"title": "Tea",/);
    assert.match(text, /"code": "T5",/);
  });
});
