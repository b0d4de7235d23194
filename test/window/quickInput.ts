import type { Locator, Page } from "playwright-core";
import { clickIn } from "./clickIn.ts";
import { exactly } from "./exactly.ts";
import { succeeds, until, untilEqual } from "./until.ts";

/** The quick pick or input box at the top of the window. */
export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator(".quick-input-widget:visible");
  }

  /**
   * Resolves when the open quick pick or input box has that title. Otherwise it rejects with the actual title. VS Code
   * appends the number of the step, "(2)", if the total number depends on earlier answers.
   */
  async shows(title: string): Promise<void> {
    const titles = this.#box.locator(".quick-input-title");
    await untilEqual(
      async () =>
        (await titles.allInnerTexts()).map((shownTitle) => shownTitle.replace(/ \(\d+\)$/, "")),
      [title],
    );
  }

  /** Replaces the text in the input. */
  async fill(text: string): Promise<void> {
    await this.input().fill(text);
  }

  /** Whether the input accepts that text within a short time. */
  async takes(text: string): Promise<boolean> {
    return succeeds(this.input().fill(text, { timeout: 2_000 }));
  }

  /** Presses Enter once the input has the focus. Before that, the key goes elsewhere. */
  async accept(): Promise<void> {
    await this.#box.locator(":focus").first().waitFor();
    await this.#page.keyboard.press("Enter");
  }

  /** Waits for that title, enters the text and accepts it. */
  async answer(title: string, text: string): Promise<void> {
    await this.shows(title);
    await this.fill(text);
    await this.accept();
  }

  /** Whether an item with that label appears within a short time. */
  async offers(label: string): Promise<boolean> {
    return succeeds(this.item(label).first().waitFor({ timeout: 2_000 }));
  }

  /** Picks the item with that label. */
  async pick(label: string): Promise<void> {
    // The hover of the item under the mouse may cover this one.
    await this.#page.mouse.move(0, 0);
    await this.item(label).click();
  }

  /** Searches the service for that text, and picks the result with that label. */
  async find(text: string, label = text): Promise<void> {
    await this.#box.getByPlaceholder("Type to search the service").fill(text);
    // A list that is being updated ignores clicks.
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

  /** Selects or clears the check box of the item with that label. */
  async tick(label: string): Promise<void> {
    await this.item(label).getByRole("checkbox").click();
  }

  /** The labels of the visible items. */
  async items(): Promise<string[]> {
    const labels = this.#box.locator(
      ".monaco-list-row .quick-input-list-row:first-child .label-name",
    );
    await labels.first().waitFor();
    return await labels.allInnerTexts();
  }

  /** The line below the input: a hint, or the problem with the text. */
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
    // Escape would close a hover first. The mouse may be over the input, where it chose a command.
    await this.#page.mouse.move(0, 0);
    await this.#page.locator(".monaco-hover:visible").first().waitFor({ state: "hidden" });
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
