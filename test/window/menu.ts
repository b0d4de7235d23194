import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";

/**
 * How long a new menu ignores clicks, in milliseconds. VS Code does this so that a slow right click chooses nothing.
 */
const clickDelay = 150;

/** Opens a menu until it has the item, and chooses the item. An editor that opens late closes an open menu. */
export async function chooseInMenu(
  page: Page,
  title: string,
  open: () => Promise<void>,
): Promise<void> {
  await until(`No menu has ${title}`, async () => {
    await open();
    if (await reach(page, title)) return true;
    await closeMenu(page);
    return false;
  });
  await chooseMenuItem(page, title);
}

/**
 * Opens the menu of the focused tree item with the keyboard, and returns the outline that a screen reader gets. What
 * VS Code draws late may close an open menu.
 */
export async function menuOutline(page: Page): Promise<string> {
  let outline = "";
  await until("No menu stays open", async () => {
    await page.keyboard.press("Shift+F10");
    const menu = page.locator(".monaco-menu");
    outline = await menu.ariaSnapshot({ timeout: 2_000 }).catch(() => "");
    return outline !== "";
  });
  return outline;
}

/** Chooses an item of the open menu or of one of its submenus. */
export async function chooseMenuItem(page: Page, title: string): Promise<void> {
  await reach(page, title);
  const item = itemOf(page, title);
  await item.hover();
  await pause(clickDelay);
  await item.click();
  await page.locator(".monaco-menu").first().waitFor({ state: "detached" });
}

/** Chooses an item of the open menu with the keyboard. Labels of submenus before it lead to it. */
export async function chooseWithKeys(page: Page, ...titles: readonly string[]): Promise<void> {
  const focused = page.locator(
    ".monaco-menu .action-item.focused > .action-menu-item > .action-label",
  );
  for (const [index, title] of titles.entries()) {
    await until(`The menu doesn't come to ${title}`, async () => {
      const [label] = (await focused.allInnerTexts()).slice(index);
      if (label === title) return true;
      await page.keyboard.press("ArrowDown");
      return false;
    });
    await page.keyboard.press(index < titles.length - 1 ? "ArrowRight" : "Enter");
  }
  await page.locator(".monaco-menu").first().waitFor({ state: "detached" });
}

/** Closes the open menu. One Escape closes only the innermost submenu. */
export async function closeMenu(page: Page): Promise<void> {
  await until("A menu stays open", async () => {
    await page.keyboard.press("Escape");
    return (await page.locator(".monaco-menu").count()) === 0;
  });
}

/** Finds an item by its label alone, because VS Code adds the key binding of the command. */
const itemOf = (page: Page, title: string): Locator =>
  page
    .getByRole("menuitem")
    .filter({ has: page.locator(".action-label").getByText(title, { exact: true }) })
    .or(page.getByRole("menuitem", { name: title, exact: true }))
    .first();

/** Whether the item is visible in the open menu or in a submenu at any level, which the function opens. */
async function reach(page: Page, title: string): Promise<boolean> {
  const item = itemOf(page, title);
  const first = page.locator(".monaco-menu").getByRole("menuitem").first();
  await first.waitFor({ timeout: 5_000 }).catch(() => undefined);
  return (await item.isVisible()) || reachIn(page.locator(".monaco-menu"), item);
}

async function reachIn(menu: Locator, item: Locator): Promise<boolean> {
  for (const inner of await menu.locator(".monaco-submenu-item").all()) {
    await inner.hover({ timeout: 2_000 }).catch(() => undefined);
    // The submenu opens after a moment, inside its item.
    const opened = inner.and(inner.page().locator("[aria-expanded=true]"));
    await opened.waitFor({ timeout: 2_000 }).catch(() => undefined);
    const submenu = inner.locator("..").locator(".monaco-submenu");
    if ((await item.isVisible()) || (await reachIn(submenu, item))) return true;
  }
  return false;
}

/** The items of the open menu and, if a submenu is named, the items of that submenu. */
export async function menuItems(page: Page, inner?: string): Promise<string[]> {
  const items = page.getByRole("menuitem");
  await items.first().waitFor();
  if (inner !== undefined) {
    await page.getByRole("menuitem", { name: inner, exact: true }).hover();
    await page.locator(".monaco-submenu").getByRole("menuitem").first().waitFor();
  }
  return await items.allInnerTexts();
}
