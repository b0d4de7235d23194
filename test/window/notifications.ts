import { errors } from "playwright-core";
import type { Locator, Page } from "playwright-core";
import { runCommand } from "./commandPalette.ts";

/** How long to wait for a toast before opening the notification center, in milliseconds. */
const toastLimit = 2_000;

export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Resolves with the whole text of the notification that contains this one. */
  async text(part: string): Promise<string> {
    const notification = await this.#find(part);
    return await notification.locator(".notification-list-item-message").innerText();
  }

  /** Clicks a button of the notification that contains this text. */
  async press(part: string, button: string): Promise<void> {
    const notification = await this.#find(part);
    await notification.getByRole("button", { name: button, exact: true }).click();
  }

  /** Clears all notifications, so that the next text is a new one. */
  async clear(): Promise<void> {
    await runCommand(this.#page, "Notifications: Clear All Notifications");
    await this.#page.locator(".notification-list-item").first().waitFor({ state: "hidden" });
  }

  /** The visible messages. */
  async all(): Promise<string[]> {
    return await this.#page.locator(".notification-list-item-message:visible").allInnerTexts();
  }

  /**
   * Finds a notification in the toasts or else in the notification center. VS Code drops toasts when many appear at
   * once, and toasts fade. The notification center has all of them.
   */
  async #find(part: string): Promise<Locator> {
    const toast = this.#in(".notifications-toasts", part);
    try {
      await toast.waitFor({ timeout: toastLimit });
      return toast;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
    const notification = this.#in(".notifications-center", part);
    const centre = this.#page.locator(".notifications-center:visible");
    if ((await centre.count()) === 0) {
      await runCommand(this.#page, "Notifications: Show Notifications");
    }
    await notification.waitFor();
    return notification;
  }

  #in(container: string, part: string): Locator {
    return this.#page.locator(`${container} .notification-list-item`, { hasText: part }).first();
  }
}
