import type { Locator, Page } from "playwright-core";
import { clickIn } from "./clickIn.ts";
import { exactly } from "./exactly.ts";
import { succeeds, until, untilEqual } from "./until.ts";

/** The box at the top that asks for a line of text or for a choice. */
export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator(".quick-input-widget:visible");
  }

  /**
   * Resolves when the box with that title is there; else tells which box is. VS Code puts the number of a step behind a
   * title, "(2)", where nobody knows how many there are: it depends on what was asked before.
   */
  async shows(title: string): Promise<void> {
    const titles = this.#box.locator(".quick-input-title");
    await untilEqual(
      async () => (await titles.allInnerTexts()).map((shown) => shown.replace(/ \(\d+\)$/, "")),
      [title],
    );
  }

  /** Puts that text into the box, in place of what is there. */
  async fill(text: string): Promise<void> {
    await this.input().fill(text);
  }

  /** Whether the box is there, or comes in a moment, and has that text now. */
  async takes(text: string): Promise<boolean> {
    return succeeds(this.input().fill(text, { timeout: 2_000 }));
  }

  /** Presses Enter once the box has the focus: before, the key goes elsewhere. */
  async accept(): Promise<void> {
    await this.#box.locator(":focus").first().waitFor();
    await this.#page.keyboard.press("Enter");
  }

  /** Answers the box with that title, in one go. */
  async answer(title: string, text: string): Promise<void> {
    await this.shows(title);
    await this.fill(text);
    await this.accept();
  }

  /** Whether an item with that label is there, or comes in a moment. */
  async offers(label: string): Promise<boolean> {
    return succeeds(this.item(label).first().waitFor({ timeout: 2_000 }));
  }

  /** Takes the item with that label. */
  async pick(label: string): Promise<void> {
    await this.item(label).click();
  }

  /** Searches on the service for that text, and takes what is found under that label. */
  async find(text: string, label = text): Promise<void> {
    await this.#box.getByPlaceholder("Type to search the service").fill(text);
    // A list that is being renewed takes no click.
    await until(`${label} can't be taken.`, async () => {
      const item = this.item(label);
      await item.click({ timeout: 1_000 }).catch(() => undefined);
      return succeeds(this.#box.waitFor({ state: "hidden", timeout: 1_000 }));
    });
  }

  /** Clicks a button that the item with that label shows while the mouse is over it. */
  async pressOn(label: string, button: string): Promise<void> {
    await clickIn(this.item(label), (item) => item.getByRole("button", { name: button }));
  }

  /** Ticks or unticks the item with that label, where more than one may be chosen. */
  async tick(label: string): Promise<void> {
    await this.item(label).getByRole("checkbox").click();
  }

  /** The labels of the items in sight. */
  async items(): Promise<string[]> {
    const labels = this.#box.locator(
      ".monaco-list-row .quick-input-list-row:first-child .label-name",
    );
    await labels.first().waitFor();
    return await labels.allInnerTexts();
  }

  /** The line below the box: a hint, or what is wrong with the text. */
  message(): Locator {
    return this.#box.locator(".quick-input-message");
  }

  input(): Locator {
    return this.#box.locator(".quick-input-box input");
  }

  /** Clicks a button of the title bar, such as Back. */
  async press(title: string): Promise<void> {
    await this.#box.getByRole("button", { name: title }).click();
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await this.#box.waitFor({ state: "hidden" });
  }

  /** The item with that label. */
  item(label: string): Locator {
    return this.#box.locator(".monaco-list-row").filter({
      has: this.#page.locator(".label-name", { hasText: exactly(label) }),
    });
  }
}
