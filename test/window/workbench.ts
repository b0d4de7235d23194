import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import {
  blankPage,
  makeTransparent,
  savePicture,
  startBrowser,
  windowAddress,
} from "../support/browser.ts";
import type { WindowOptions } from "../support/browser.ts";
import { anySecret } from "../support/secretsInUse.ts";
import { startCodeServer } from "../support/codeServer.ts";
import type { CodeServer, CodeServerOptions } from "../support/codeServer.ts";
import { runCommand } from "./commandPalette.ts";
import { Dialog } from "./dialog.ts";
import { Editor } from "./editor.ts";
import { filesWith } from "./filesWith.ts";
import { Notifications } from "./notifications.ts";
import { QuickInput } from "./quickInput.ts";
import { Tree } from "./tree.ts";
import { stateTimeoutMs, succeeds, until } from "./until.ts";
import { packageExtension } from "./vsix.ts";

/** Translated texts of the extension, by the keys of its bundle and of package.nls.json. */
export interface Translation {
  readonly language: string;
  readonly bundle: Readonly<Record<string, string>>;
  readonly manifest: Readonly<Record<string, string>>;
  /** The translation of an English text of the extension; other texts stay as they are. */
  readonly translateText: (text: string) => string;
}

export type WorkbenchOptions = Pick<CodeServerOptions, "env" | "extensions" | "settings"> &
  Omit<WindowOptions, "payload"> & { readonly translation?: Translation };

const screenshots = resolve(import.meta.dirname, "../../out/screenshots");

/** VS Code's window with the packaged extension installed, as users have it. */
export class Workbench {
  readonly page: Page;
  readonly tree: Tree;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly editor: Editor;
  /** An English text of the extension as the window shows it. */
  readonly translateText: (text: string) => string;
  readonly #server: CodeServer;
  readonly #browser: Browser;

  private constructor(
    page: Page,
    browser: Browser,
    server: CodeServer,
    translateText: Workbench["translateText"] = (text) => text,
  ) {
    this.page = page;
    this.translateText = translateText;
    this.tree = new Tree(page);
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.editor = new Editor(page);
    this.#browser = browser;
    this.#server = server;
  }

  /** Resolves when the window is ready. The caller must close it. */
  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const { env = {}, extensions: others = [], settings = {}, ...otherOptions } = options;
    const { translation, ...windowOptions } = otherOptions;
    await Tree.ready;
    const extensions = [await packageExtension(), ...others];
    const server = await startCodeServer({ env, settings, extensions });
    let browser: Browser | undefined;
    try {
      browser = await startBrowser();
      const page = await blankPage(browser, windowOptions);
      page.setDefaultTimeout(stateTimeoutMs);
      await makeTransparent(page);
      if (translation !== undefined) await translate(page, server, translation);
      await page.goto(windowAddress(server, windowOptions), { waitUntil: "commit" });
      await untilUsable(page);
      return new Workbench(page, browser, server, translation?.translateText);
    } catch (error) {
      await browser?.close();
      await server.stop();
      throw error;
    }
  }

  /** Runs a command by the title that the palette shows: "CMS: Add Connection…". */
  async command(title: string): Promise<void> {
    await runCommand(this.page, title);
  }

  /** Opens a view container by its title in the activity bar. */
  async openContainer(title: string): Promise<void> {
    const tab = this.page.locator(".activitybar").getByRole("tab", { name: title });
    const heading = this.page.locator(".part.sidebar .composite.title", { hasText: title });
    // A new window restores the container by itself, and then a click would close it.
    await until(`${title} was not opened`, async () => {
      if ((await tab.getAttribute("aria-expanded")) !== "true") await tab.click();
      return succeeds(heading.waitFor({ timeout: 2_000 }));
    });
    // Otherwise the tooltip covers the first tree items.
    await this.page.mouse.move(0, 0);
  }

  /** Sets the width of the side bar in pixels, by dragging its edge. */
  async dragSideBar(width: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (box === null) throw new Error("There is no side bar.");
    const { mouse } = this.page;
    const middle = box.y + box.height / 2;
    await mouse.move(box.x + box.width, middle);
    await mouse.down();
    await mouse.move(box.x + width, middle, { steps: 5 });
    await mouse.up();
    // VS Code highlights the edge under the mouse.
    await mouse.move(0, 0);
  }

  /** Closes the dialogs, quick picks, input boxes and menus that a test left open. They would take the keys. */
  async clearWay(): Promise<void> {
    const inTheWay = this.page.locator(
      ".monaco-dialog-box, .quick-input-widget:visible, .monaco-menu",
    );
    await until("Something stays in the way", async () => {
      if ((await inTheWay.count()) === 0) return true;
      await this.page.keyboard.press("Escape");
      return false;
    });
  }

  /** The folder of the profile: settings, logs and the files of extensions. */
  get profile(): string {
    return this.#server.folder;
  }

  /** Resolves when VS Code has backed up an unsaved text, which happens a moment after typing. */
  async keepsUnsaved(text: string): Promise<void> {
    await until("VS Code keeps no copy of the unsaved text.", async () => {
      const files = await filesWith(this.profile, text);
      return files.some((file) => file.includes("Backups"));
    });
  }

  /**
   * Resolves when VS Code has stored its tabs. In a browser it does so once a minute. It may be too late to store them
   * while the page closes.
   */
  async keepsTab(label: string): Promise<void> {
    const expression = `(${storageHas})(${JSON.stringify(label)})`;
    // Each check opens all databases of the page, so it isn't repeated more often than necessary.
    const isKept = async () =>
      (await this.page.evaluate<boolean>(expression)) || pause(1_000, false);
    await until("VS Code has not put away its tabs.", isKept, 90_000);
  }

  /** Reloads the window as a user does. The profile and its secrets stay. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: "commit" });
    await untilUsable(this.page);
  }

  /** Opens a second window with the same profile. It closes together with this one. */
  async another(): Promise<Workbench> {
    const page = await this.page.context().newPage();
    page.setDefaultTimeout(stateTimeoutMs);
    await page.goto(windowAddress(this.#server), { waitUntil: "commit" });
    await untilUsable(page);
    return new Workbench(page, this.#browser, this.#server);
  }

  /** The outline that a screen reader gets, of the whole window or of a part of it. */
  async accessibility(part = "body"): Promise<string> {
    return await this.page.locator(part).ariaSnapshot();
  }

  /** Resolves with the path of the picture, out/screenshots/<name>.png. */
  async screenshot(name: string): Promise<string> {
    const path = join(screenshots, `${name}.png`);
    await savePicture(this.page, path);
    return path;
  }

  /**
   * Closes the window. Fails if a file of the profile contains a secret of a service: settings, state, logs or exports.
   */
  async close(): Promise<void> {
    await this.#browser.close();
    const leaks = await filesWith(this.profile, anySecret());
    await this.#server.stop();
    assert.deepEqual(leaks, [], "Secrets stand in files of the profile");
  }
}

/** Runs in the page: whether the stored layout of the editors contains that text. */
const storageHas = `async (text) => {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const kept = database.transaction(store).objectStore(store);
        if (String(await settled(kept.get("memento/workbench.parts.editor"))).includes(text)) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}`;

/** Sets the display language of the window. Only the texts of the extension are translated. */
async function translate(page: Page, server: CodeServer, translation: Translation): Promise<void> {
  const { language, bundle, manifest } = translation;
  const extensions = join(server.folder, "extensions");
  for (const name of await readdir(extensions)) {
    if (!name.includes("cms-content-browser")) continue;
    const file = (path: string): string => join(extensions, name, path);
    await mkdir(file("l10n"), { recursive: true });
    await writeFile(file(`l10n/bundle.l10n.${language}.json`), JSON.stringify(bundle));
    await writeFile(file(`package.nls.${language}.json`), JSON.stringify(manifest));
  }
  await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
}

async function untilUsable(page: Page): Promise<void> {
  await page.locator(".monaco-workbench").waitFor({ timeout: 60_000 });
  await page.locator(".activitybar").getByRole("tab").first().waitFor();
}
