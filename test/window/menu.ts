import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

/** A menu swallows what is clicked in its first moments, so that a slow right click does not choose. */
const deafness = 300;

/** Chooses an item of the menu that is open, or of a menu in it. */
export async function chooseMenuItem(page: Page, title: string): Promise<void> {
  const item = page.getByRole("menuitem", { name: title, exact: true });
  await page.locator(".monaco-menu").getByRole("menuitem").first().waitFor();
  for (const inner of await page.locator(".monaco-menu .monaco-submenu-item").all()) {
    if (await item.isVisible()) break;
    await inner.hover();
    // It opens after a moment.
    await item.waitFor({ timeout: 2_000 }).catch(() => undefined);
  }
  await item.hover();
  await pause(deafness);
  await item.click();
  await page.locator(".monaco-menu").first().waitFor({ state: "detached" });
}

/** What the menu that is open offers, with what is in the menu of that name in it. */
export async function menuItems(page: Page, inner?: string): Promise<string[]> {
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  if (inner !== undefined) {
    await page.getByRole("menuitem", { name: inner, exact: true }).hover();
    await page.locator(".monaco-submenu").getByRole("menuitem").first().waitFor();
  }
  return await items.allInnerTexts();
}
