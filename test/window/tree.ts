import { setTimeout as pause } from "node:timers/promises";
import { selectors } from "playwright-core";
import type { Locator, Page } from "playwright-core";
import { clickIn } from "./clickIn.ts";
import { tabOf } from "./documents.ts";
import { Editor } from "./editor.ts";
import { chooseInMenu, closeMenu, menuItems } from "./menu.ts";
import { createRowEngine } from "./rowEngine.ts";
import type { Step } from "./rowEngine.ts";
import { succeeds, until, untilEqual } from "./until.ts";

/** A row's visible label, whole or as a pattern. */
export type Label = string | RegExp;

const registered = selectors.register("row", createRowEngine);

/** The trees that extensions show in the side bar. */
export class Tree {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** To be awaited before the first page is made. */
  static readonly ready = registered;

  /**
   * The row with that label; labels of ancestors before it tell rows of the same label apart. A row that is
   * scrolled out of sight is not there.
   */
  row(...path: [Label, ...Label[]]): Locator {
    const steps = path.map((label): Step =>
      typeof label === "string" ? { label } : { pattern: label.source },
    );
    return this.#page.locator(`row=${JSON.stringify(steps)}`);
  }

  /** Every row in sight as one line: two spaces a level, the label, and the description behind two spaces. */
  async rows(): Promise<string[]> {
    return await this.#page.evaluate<string[]>(`
      [...document.querySelectorAll(".customview-tree")].flatMap((tree) =>
        [...tree.querySelectorAll("[role=treeitem]")]
          .sort((one, other) => one.dataset.index - other.dataset.index)
          .map((row) => {
            const text = (part) => row.querySelector(part)?.textContent;
            const words = [text(".label-name"), text(".label-description")].filter(Boolean);
            // A row has no level yet in the moment in which it is drawn.
            return "  ".repeat(Math.max(row.ariaLevel - 1, 0)) + words.join("  ");
          }),
      )`);
  }

  /** Resolves when the rows in sight are these, in the words of rows(); else shows where they differ. */
  async shows(expected: readonly string[]): Promise<void> {
    await untilEqual(() => this.rows(), expected);
  }

  /** Resolves when the words behind the row's label have this one among them. */
  async says(row: Locator, word: string): Promise<void> {
    await row.locator(".label-description", { hasText: word }).waitFor();
  }

  /** Resolves when the row is open; its children may still be on their way, and row() waits for them. */
  async expand(row: Locator): Promise<void> {
    await this.#toggle(row, true);
  }

  async collapse(row: Locator): Promise<void> {
    await this.#toggle(row, false);
  }

  /** Brings the row into sight: from the first row on, downwards. */
  async scrollTo(row: Locator): Promise<void> {
    await this.#page.locator(".customview-tree:visible .monaco-list").first().focus();
    let key = "Home";
    await until("The row is nowhere in the tree.", async () => {
      if (await row.isVisible()) return true;
      await this.#page.keyboard.press(key);
      key = "PageDown";
      // The rows are drawn a moment later.
      await pause(150);
      return false;
    });
  }

  /** Selects these rows and no other. The first click opens a document, whose editor would close a menu. */
  async select(first: Locator, ...others: Locator[]): Promise<void> {
    const editor = new Editor(this.#page);
    const label = tabOf(await first.locator(".label-name").innerText());
    const selected = this.#page.locator(".customview-tree [role=treeitem][aria-selected=true]");
    await until(`${label} was not opened, or not every row was selected`, async () => {
      // While the whole tree is drawn anew, a click selects nothing that VS Code would tell of.
      await first.click();
      if (!(await succeeds(editor.tab(label).waitFor({ timeout: 5_000 })))) return false;
      await editor.shown();
      for (const row of others) await row.click({ modifiers: ["ControlOrMeta"] });
      return (await selected.count()) === 1 + others.length;
    });
  }

  /** Chooses an item of the menu that a right click on the row opens. */
  async contextMenu(row: Locator, item: string): Promise<void> {
    await chooseInMenu(this.#page, item, () => this.openMenu(row));
  }

  /** A right click on the beginning of the label: in a narrow side bar the buttons of the row lie over its middle. */
  async openMenu(row: Locator): Promise<void> {
    const begin = { x: 2, y: 4 };
    await row.locator(".label-name").first().click({ button: "right", position: begin });
  }

  /** The same for these rows together: what VS Code shows of an editor that opens late may select another one. */
  async contextMenuOfAll(rows: readonly [Locator, ...Locator[]], item: string): Promise<void> {
    await chooseInMenu(this.#page, item, async () => {
      await this.select(...rows);
      await rows[0].click({ button: "right" });
    });
  }

  /** What the menu of a row offers, without choosing. */
  async contextMenuItems(row: Locator, inner?: string): Promise<string[]> {
    await this.openMenu(row);
    const items = await menuItems(this.#page, inner);
    await closeMenu(this.#page);
    return items;
  }

  /** Clicks a button that stands in the row. A row that is drawn again loses a click: what it opens tells. */
  async rowAction(row: Locator, title: string, opened?: Locator): Promise<void> {
    const button = (over: Locator) => over.locator(".actions").getByRole("button", { name: title });
    await clickIn(row, button, opened);
  }

  /** Clicks a button in the title of the side bar, which is that of the one view in it; a box opens. */
  async viewAction(title: string): Promise<void> {
    const header = this.#page.locator(".part.sidebar .composite.title");
    const box = this.#page.locator(".quick-input-widget:visible");
    await clickIn(header, (over) => over.getByRole("button", { name: title }), box);
  }

  /** What a view says while it has no rows; its buttons lie in it. */
  welcome(): Locator {
    return this.#page.locator(".welcome-view-content:visible");
  }

  async #toggle(row: Locator, open: boolean): Promise<void> {
    // A row may come open already: look only once it is there.
    await row.waitFor();
    const state = String(open);
    if ((await row.getAttribute("aria-expanded")) !== state) {
      await row.locator(".monaco-tl-twistie").click();
    }
    await row.and(this.#page.locator(`[aria-expanded=${state}]`)).waitFor();
  }
}
