import { setTimeout as pause } from "node:timers/promises";
import type { FaultyProxy } from "../support/faultyProxy.ts";
import type { Service } from "../support/service.ts";
import { openDocument } from "../window/documents.ts";
import { closeMenu } from "../window/menu.ts";
import type { Label } from "../window/tree.ts";
import { succeeds, until } from "../window/until.ts";
import type { Workbench } from "../window/workbench.ts";

/** What a step works with. */
export interface Walk {
  readonly workbench: Workbench;
  readonly service: Service;
  /** Starts a second service, which is stopped with the first one. */
  readonly startOther: () => Promise<Service>;
  /** The proxy between the window and the service. */
  readonly proxy: FaultyProxy;
  /** A folder for files that the steps write and read. */
  readonly folder: string;
  /** Returns an English text of the extension as the window shows it. */
  readonly translateText: (text: string) => string;
}

export type Act = (walk: Walk) => Promise<void>;

type Path = Label | readonly [Label, ...Label[]];

const listOf = (path: Path): readonly [Label, ...Label[]] =>
  typeof path === "string" || path instanceof RegExp ? [path] : path;

async function rowAt({ workbench: { page, tree }, translateText }: Walk, path: Path) {
  const [first, ...otherLabels] = listOf(path);
  const label = (part: Label): Label => (typeof part === "string" ? translateText(part) : part);
  const row = tree.row(label(first), ...otherLabels.map(label));
  // The hover of the tree item under the mouse may cover the wanted one.
  await page.mouse.move(0, 0);
  await tree.scrollTo(row);
  return row;
}

/** Runs the acts one after the other. */
export const all =
  (...acts: readonly Act[]): Act =>
  async (walk) => {
    for (const act of acts) await act(walk);
  };

export const command =
  (title: string): Act =>
  async ({ workbench, translateText }) => {
    await workbench.command(translateText(title));
    // What the command opens may have a hover where the mouse clicked in the palette.
    await workbench.page.mouse.move(0, 0);
  };

export const key =
  (...keys: readonly string[]): Act =>
  async ({ workbench: { page } }) => {
    for (const keyName of keys) await page.keyboard.press(keyName);
  };

export const click =
  (path: Path): Act =>
  async (walk) => {
    await (await rowAt(walk, path)).click();
  };

export const expand =
  (path: Path): Act =>
  async (walk) => {
    await walk.workbench.tree.expand(await rowAt(walk, path));
  };

export const collapse =
  (path: Path): Act =>
  async (walk) => {
    await walk.workbench.tree.collapse(await rowAt(walk, path));
  };

/** Chooses an item in the context menu of a tree item. */
export const choose =
  (path: Path, item: string): Act =>
  async (walk) => {
    await walk.workbench.tree.contextMenu(await rowAt(walk, path), walk.translateText(item));
  };

/** Opens the context menu of a tree item, and the submenus with these labels, each of them in the one before. */
export const menu =
  (path: Path, ...submenus: readonly string[]): Act =>
  async (walk) => {
    const { page, tree } = walk.workbench;
    await tree.openMenu(await rowAt(walk, path));
    await page.getByRole("menuitem").first().waitFor();
    for (const [index, label] of submenus.entries()) {
      await page.getByRole("menuitem", { name: walk.translateText(label), exact: true }).hover();
      await page.locator(".monaco-submenu").nth(index).getByRole("menuitem").first().waitFor();
    }
  };

/** Selects these tree items of a collection. */
export const select =
  (collection: string, first: string, ...others: readonly string[]): Act =>
  async (walk) => {
    const { tree } = walk.workbench;
    await rowAt(walk, [collection, first]);
    const rows = others.map((title) => tree.row(collection, title));
    await tree.select(tree.row(collection, first), ...rows);
  };

export const open =
  (type: string, title: string): Act =>
  ({ workbench, translateText }) =>
    openDocument(workbench, translateText(type), title);

/** Picks an item in the open quick pick, even if the item is scrolled out of sight. */
export const pick =
  (label: string): Act =>
  async ({ workbench: { quickInput }, translateText }) => {
    const item = translateText(label);
    if (!(await quickInput.offers(item))) await quickInput.fill(item);
    await quickInput.pick(item);
  };

export const fill =
  (text: string): Act =>
  ({ workbench }) =>
    workbench.quickInput.fill(text);

/** Presses Enter in the open quick pick or input box. */
export const accept: Act = ({ workbench }) => workbench.quickInput.input().press("Enter");

export const type = (text: string): Act => all(fill(text), accept);

export const press =
  (button: string): Act =>
  ({ workbench, translateText }) =>
    workbench.dialog.press(translateText(button));

/** Waits for the notification with these words. */
export const notified =
  (words: string): Act =>
  async ({ workbench }) => {
    await workbench.notifications.text(words);
  };

export const pressInNotification =
  (words: string, button: string): Act =>
  ({ workbench, translateText }) =>
    workbench.notifications.press(words, translateText(button));

export const change =
  (values: Readonly<Record<string, unknown>>): Act =>
  ({ workbench }) =>
    workbench.editor.change(values);

export const save: Act = ({ workbench }) => workbench.editor.save();

export const pressSave: Act = ({ workbench }) => workbench.editor.pressSave();

/** Puts the cursor behind the first character of a key's value, in the active editor. */
export const cursorAt =
  (name: string): Act =>
  async ({ workbench }) => {
    let parts: string[] = [];
    // A text that VS Code reloads is copied in part.
    await until(`The text has no ${name}.`, async () => {
      parts = (await workbench.editor.text()).split(`  "${name}": `);
      return parts.length > 1;
    });
    const [before = ""] = parts;
    const line = before.split("\n").length;
    await workbench.command("Go to Line/Column...");
    await workbench.quickInput.fill(`:${line}:${name.length + 8}`);
    await workbench.quickInput.accept();
  };

/** All text that the window shows. */
export const readable = ({ page }: Workbench): Promise<string> => page.locator("body").innerText();

/** Resolves when the window has changed and is no longer busy, or when the time for that is over. */
export async function settled(workbench: Workbench, before: string): Promise<void> {
  const busy = workbench.page.locator(
    ".monaco-progress-container.active:visible, .codicon-loading:visible",
  );
  const start = performance.now();
  let last = "";
  const isSettled = async (): Promise<boolean> => {
    const now = await readable(workbench);
    const isSame = now === last && (await busy.count()) === 0;
    last = now;
    if (!isSame) await pause(250);
    return isSame && (now !== before || performance.now() - start > 4_000);
  };
  // A window that stays busy is pictured as it is.
  await succeeds(until("The window stays busy.", isSettled, 15_000));
}

/** Closes everything that a scene left open, and discards unsaved changes. */
export async function leave({ workbench }: Walk): Promise<void> {
  const { page, notifications } = workbench;
  const open = page.locator(".monaco-dialog-box, .quick-input-widget:visible, .monaco-menu");
  await until("Something stays open.", async () => {
    if ((await open.count()) === 0) return true;
    await page.keyboard.press("Escape");
    await pause(200);
    return false;
  });
  await closeMenu(page);
  if ((await page.locator(".notification-list-item").count()) > 0) await notifications.clear();
  const tabs = page.locator(".tabs-container .tab");
  if ((await tabs.count()) === 0) return;
  if ((await page.locator(".tab.dirty").count()) > 0) await workbench.command("File: Revert File");
  await workbench.command("View: Close All Editors");
  const given = page.getByRole("button", { name: "Don't Save" });
  if (await given.isVisible()) await given.click();
}
