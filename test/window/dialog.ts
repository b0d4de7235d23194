import type { Locator, Page } from "playwright-core";

/** The modal dialog in the middle of the window. */
export class Dialog {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator(".monaco-dialog-box");
  }

  async isOpen(): Promise<boolean> {
    return await this.#box.isVisible();
  }

  /** The message and the detail, each on a line of its own. */
  async text(): Promise<string> {
    const lines = await this.#box.locator(".dialog-message-container").innerText();
    return lines.replace(/\s*\n\s*/g, "\n").trim();
  }

  async buttons(): Promise<string[]> {
    await this.#box.waitFor();
    return await this.#box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  async press(button: string): Promise<void> {
    await this.#box.getByRole("button", { name: button, exact: true }).click();
    await this.#box.waitFor({ state: "detached" });
  }

  async cancel(): Promise<void> {
    await this.#box.waitFor();
    await this.#page.keyboard.press("Escape");
    await this.#box.waitFor({ state: "detached" });
  }
}
