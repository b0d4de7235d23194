import assert from "node:assert/strict";
import { plainFind, plainList } from "../support/plainHttp.ts";
import { openDocument, tabOf } from "./documents.ts";
import { closeMenu, menuOutline } from "./menu.ts";
import { succeeds, until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

/** The roles of the elements that users act on. */
const roles = "button|treeitem|option|checkbox|tab|link|textbox|combobox|menuitem|radio";
const outlined = new RegExp(`^\\s*- (?:'|")?(${roles})\\b(.*)$`, "gm");

/** The lines of an outline whose element has no name, and the number of elements. */
function unnamedIn(outline: string): { readonly unnamed: string[]; readonly count: number } {
  const matches = [...outline.matchAll(outlined)];
  // The outline shows a name in quotes behind the role. An element that is named by its own text ends in `: text`.
  const unnamed = matches.filter(([, , ending = ""]) => !/^ "[^"]|^ \/|^: ?\S|\]: \S/.test(ending));
  return { unnamed: unnamed.map(([line]) => line.trim()), count: matches.length };
}

describe("Accessibility", function () {
  this.timeout(120_000);
  const magazine = useMagazine();

  const areNamed = (outline: string, atLeast: number): string => {
    const { unnamed, count } = unnamedIn(outline);
    assert.deepEqual(unnamed, [], outline);
    assert.ok(count >= atLeast, outline);
    return outline;
  };
  const isNamed = async (part: string, atLeast: number): Promise<string> =>
    areNamed(await magazine().workbench.accessibility(part), atLeast);

  it("the view names every row with its status, every button, and every item of a row's menu", async () => {
    const { page, tree } = magazine().workbench;
    await tree.expand(tree.row("Articles"));
    await tree.row("Load More").waitFor();
    await tree.says(tree.row("Articles", "Tea in Winter"), "published");
    await tree.row("Articles").hover();

    const rows = await isNamed(".part.sidebar", 30);

    assert.match(rows, /"Connection Magazine, 127\.0\.0\.1/);
    assert.match(rows, /"Articles, \d+, en, last changed first"/);
    assert.match(rows, /"Tea in Winter, published, /);
    assert.match(rows, /"Load More, 25 of \d+"/);
    const buttons = ["Find Content…", "Add Connection…", "Refresh", "New Document"];
    assert.deepEqual(
      buttons.filter((name) => !rows.includes(`button "${name}`)),
      [],
      rows,
    );
    await tree.collapse(tree.row("Articles"));
    await tree.expand(tree.row("Users"));
    await tree.row("Users", "Load More").waitFor();
    assert.match(
      await isNamed(".part.sidebar", 30),
      /"[\w.-]+, (?:blocked, |unconfirmed, )*[^", ]+@example\.com"/,
    );
    await tree.collapse(tree.row("Users"));
    await tree.scrollTo(tree.row("Homepage"));
    await page.keyboard.press("Home");
    areNamed(await menuOutline(page), 6);
    await closeMenu(page);
  });

  it("an editor names the buttons, the CodeLens and the status bar item of a document", async () => {
    const { workbench } = magazine();
    await openDocument(workbench, "Tags", "Wool");
    const lenses = workbench.page.locator(".codelens-decoration:visible").first();
    await lenses.getByText("More…").waitFor();

    await isNamed(".part.editor .tabs-and-actions-container", 3);
    assert.match(await isNamed(".codelens-decoration:visible >> nth=0", 1), /"More…"/);

    const status = workbench.page.locator(".statusbar-item", { hasText: "Magazine" });
    await status.waitFor();
    assert.ok(await status.locator("[aria-label]").first().getAttribute("aria-label"));
  });

  it("an editor shows every action above the text at 200 % beside a second editor", async () => {
    const { workbench } = magazine();
    const { page } = workbench;
    const whole = page.viewportSize();
    assert.ok(whole);
    await openDocument(workbench, "Articles", "Slow Down at the Landing");
    await workbench.command("View: Close Primary Side Bar");
    // A window of half the size has as much space as this one at 200 %.
    await page.setViewportSize({ width: whole.width / 2, height: whole.height / 2 });
    await workbench.command("View: Split Editor Right");

    const lenses = page.locator(".editor-group-container.active .codelens-decoration:visible");
    // VS Code draws the line again as the editor gets its size.
    await until("The last action is cut off.", async () => {
      const more = await lenses.getByText("More…", { exact: true }).boundingBox();
      return more !== null && more.x + more.width <= whole.width / 2 - 14;
    });
    await workbench.screenshot("accessible-half-of-200");

    await page.setViewportSize(whole);
    await workbench.openContainer("CMS");
  });

  it("an input box and a quick pick name each of their elements", async () => {
    const { workbench } = magazine();
    const { quickInput } = workbench;

    await workbench.command("CMS: Add Connection…");
    await quickInput.shows("Add Connection (1/5)");
    await isNamed(".quick-input-widget", 1);
    await quickInput.cancel();
    await workbench.command("CMS: Find Content…");
    await quickInput.fill("kettle");
    await quickInput.item("Tea in Winter").waitFor();

    await isNamed(".quick-input-widget", 3);
    await quickInput.cancel();
  });

  it("a document is opened, changed, saved and published with the keyboard alone", async () => {
    const { workbench, service } = magazine();
    const { page, tree, editor, dialog } = workbench;
    const { keyboard } = page;
    const [first] = await plainList(
      service,
      "articles?status=draft&locale=en&fields[0]=title&sort[0]=updatedAt:desc&sort[1]=documentId:asc",
    );
    const title = first?.["title"] as string;
    const path = `articles/${first?.documentId ?? ""}?locale=en`;
    const palette = async (text: string): Promise<void> => {
      await keyboard.press("F1");
      await page.locator(".quick-input-box input:focus").waitFor();
      await keyboard.type(text);
    };
    await tree.collapse(tree.row("Articles"));

    await palette("CMS: Focus on Content View");
    await workbench.quickInput.item("CMS: Focus on Content View").waitFor();
    await keyboard.press("Enter");
    await page.locator(".customview-tree .monaco-list:focus").waitFor();
    await keyboard.press("Home");
    await keyboard.press("ArrowDown");
    await until("The list does not open.", async () => {
      // A tree item ignores keys while VS Code redraws it.
      const isOpen = await tree.row("Articles").getAttribute("aria-expanded");
      if (isOpen !== "true") await keyboard.press("ArrowRight");
      return succeeds(tree.row("Articles", title).waitFor({ timeout: 5_000 }));
    });
    await until("The row of the document does not get the focus.", async () => {
      const row = page.locator(".customview-tree .monaco-list-row.focused .label-name");
      if ((await row.first().innerText()) === title) return true;
      await keyboard.press("ArrowDown");
      return false;
    });
    await keyboard.press("Enter");
    await editor.tab(tabOf(title)).waitFor();
    await editor.change({ summary: "Written without a mouse." });
    await keyboard.press("ControlOrMeta+S");
    await editor.dirtyTab(tabOf(title)).waitFor({ state: "detached" });
    await palette("CMS: Publish");
    await until("The palette does not come to it.", async () => {
      const focused = page.locator(".quick-input-list .monaco-list-row.focused .label-name");
      if ((await focused.first().innerText()) === "CMS: Publish") return true;
      await keyboard.press("ArrowDown");
      return false;
    });
    await keyboard.press("Enter");
    assert.match(await dialog.text(), /^Publish /);
    await isNamed(".monaco-dialog-box", 2);
    await keyboard.press("Enter");

    await until("It was not published.", async () => {
      const published = await plainFind(service, path);
      return published?.["summary"] === "Written without a mouse.";
    });
  });
});
