import { setTimeout as pause } from "node:timers/promises";
import { selectors } from "playwright-core";
import type { Locator, Page } from "playwright-core";
import { clickIn } from "./clickIn.ts";
import { tabOf } from "./documents.ts";
import { Editor } from "./editor.ts";
import { chooseInMenu, closeMenu, menuItems } from "./menu.ts";
import { createTreeItemSelector } from "./treeItemSelector.ts";
import type { Step } from "./treeItemSelector.ts";
import { succeeds, until, untilEqual } from "./until.ts";

/** The visible label of a tree item: the whole label, or a pattern. */
export type Label = string | RegExp;

const registered = selectors.register("row", createTreeItemSelector);

/** The trees that extensions show in the side bar. */
export class Tree {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Await this before creating the first page. */
  static readonly ready = registered;

  /**
   * The tree item with that label. Labels of ancestors before it distinguish tree items with the same label. A tree
   * item that is scrolled out of sight doesn't exist in the page.
   */
  row(...path: [Label, ...Label[]]): Locator {
    const steps = path.map((label): Step =>
      typeof label === "string" ? { label } : { pattern: label.source },
    );
    return this.#page.locator(`row=${JSON.stringify(steps)}`);
  }

  /** Every visible tree item as one line: two spaces for each level, the label, two spaces, and the description. */
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

  /**
   * Resolves when the visible tree items are these, in the format of rows(). Otherwise it rejects with the difference.
   */
  async shows(expected: readonly string[]): Promise<void> {
    await untilEqual(() => this.rows(), expected);
  }

  /** Resolves when the description of the tree item, or what a screen reader reads, contains this word. */
  async says(row: Locator, word: string): Promise<void> {
    const described = row.filter({
      has: this.#page.locator(".label-description", { hasText: word }),
    });
    const spoken = row.and(this.#page.locator(`[aria-label*=${JSON.stringify(word)}]`));
    await described.or(spoken).first().waitFor();
  }

  /** Resolves when the tree item is expanded. Its children may still be loading; row() waits for them. */
  async expand(row: Locator): Promise<void> {
    await this.#toggle(row, true);
  }

  async collapse(row: Locator): Promise<void> {
    await this.#toggle(row, false);
  }

  /** Scrolls the tree from its first tree item downwards until the tree item is visible. */
  async scrollTo(row: Locator): Promise<void> {
    await this.#page.locator(".customview-tree:visible .monaco-list").first().focus();
    let key = "Home";
    await until("The row is nowhere in the tree.", async () => {
      if (await row.isVisible()) return true;
      await this.#page.keyboard.press(key);
      key = "PageDown";
      // VS Code draws the tree items a moment later.
      await pause(150);
      return false;
    });
  }

  /**
   * Selects only these tree items. The first click previews a document, so the function waits for the editor, which
   * would close a menu.
   */
  async select(first: Locator, ...others: Locator[]): Promise<void> {
    const editor = new Editor(this.#page);
    const label = tabOf(await first.locator(".label-name").innerText());
    const selected = this.#page.locator(".customview-tree [role=treeitem][aria-selected=true]");
    await until(`${label} was not opened, or not every row was selected`, async () => {
      // While VS Code redraws the whole tree, it doesn't report what a click selects.
      await first.click();
      if (!(await succeeds(editor.tab(label).waitFor({ timeout: 5_000 })))) return false;
      await editor.waitForText();
      for (const row of others) await row.click({ modifiers: ["ControlOrMeta"] });
      // A lost click leaves what was selected before.
      const states = [first, ...others].map((row) => row.getAttribute("aria-selected"));
      const areSelected = (await Promise.all(states)).every((state) => state === "true");
      return areSelected && (await selected.count()) === 1 + others.length;
    });
  }

  /** Chooses an item of the context menu of a tree item. */
  async contextMenu(row: Locator, item: string): Promise<void> {
    await chooseInMenu(this.#page, item, () => this.openMenu(row));
  }

  /** Right-clicks the beginning of the label. In a narrow side bar, the inline buttons cover its middle. */
  async openMenu(row: Locator): Promise<void> {
    const begin = { x: 2, y: 4 };
    await row.locator(".label-name").first().click({ button: "right", position: begin });
  }

  /**
   * Chooses an item of the context menu of several tree items. If an editor opens late, VS Code may select its tree
   * item instead, so the function selects again.
   */
  async contextMenuOfAll(rows: readonly [Locator, ...Locator[]], item: string): Promise<void> {
    await chooseInMenu(this.#page, item, async () => {
      await this.select(...rows);
      await rows[0].click({ button: "right" });
    });
  }

  /** The items of the context menu of a tree item. Closes the menu without choosing one. */
  async contextMenuItems(row: Locator, inner?: string): Promise<string[]> {
    await this.openMenu(row);
    const items = await menuItems(this.#page, inner);
    await closeMenu(this.#page);
    return items;
  }

  /**
   * Clicks an inline button of a tree item. A tree item that is redrawn loses the click, so the function repeats it
   * until `opened` is visible.
   */
  async rowAction(row: Locator, title: string, opened?: Locator): Promise<void> {
    const button = (over: Locator) => over.locator(".actions").getByRole("button", { name: title });
    await clickIn(row, button, opened);
  }

  /**
   * Clicks a button in the title of the side bar, which also is the title of its only view. Waits for a quick pick or
   * an input box.
   */
  async viewAction(title: string): Promise<void> {
    const header = this.#page.locator(".part.sidebar .composite.title");
    const box = this.#page.locator(".quick-input-widget:visible");
    await clickIn(header, (over) => over.getByRole("button", { name: title }), box);
  }

  /** The welcome content of a view without tree items, including its buttons. */
  welcome(): Locator {
    return this.#page.locator(".welcome-view-content:visible");
  }

  async #toggle(row: Locator, open: boolean): Promise<void> {
    // A tree item may already be expanded when it appears, so wait for it before reading its state.
    await row.waitFor();
    const state = String(open);
    if ((await row.getAttribute("aria-expanded")) !== state) {
      await row.locator(".monaco-tl-twistie").click();
    }
    await row.and(this.#page.locator(`[aria-expanded=${state}]`)).waitFor();
  }
}
