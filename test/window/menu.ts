import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

/** A menu swallows what is clicked in its first moments, so that a slow right click does not choose. */
const deafness = 300;

/** Chooses an item of the menu that is open. */
export async function chooseMenuItem(page: Page, title: string): Promise<void> {
  const item = page.getByRole("menuitem", { name: title, exact: true });
  await item.hover();
  await pause(deafness);
  await item.click();
  await page.locator(".monaco-menu").first().waitFor({ state: "detached" });
}

export async function menuItems(page: Page): Promise<string[]> {
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  return await items.allInnerTexts();
}
