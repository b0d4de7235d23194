import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { findChromium } from "./chromium.mjs";
import type { CodeServer } from "./codeServer.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface WindowOptions {
  /** The folder that the window opens. Without it, the window is empty. */
  readonly folder?: string | undefined;
  /** The workbench reads it from its address. */
  readonly payload?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  /** The device scale factor. 2 is a zoom of 200 %. */
  readonly scale?: number;
}

const flags = [
  // The sandbox requires permissions that a container lacks. The browser opens only pages of these tests.
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** Starts a headless browser, which ends with this process. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium is there: npm run setup");
  const browserFolder = temporaryFolder();
  const browser = await chromium.launch({
    executablePath,
    args: flags,
    // A killed browser leaves its temporary files in this folder.
    env: { ...process.env, TMPDIR: browserFolder.path },
    // Playwright's handlers would keep this process running. whenProcessEnds closes the browser instead.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  browser.once("disconnected", () => browserFolder.remove());
  return browser;
}

/** Opens a page with an empty profile: no secrets, no state, and a clipboard that tests can read. */
export async function blankPage(browser: Browser, options: WindowOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
    deviceScaleFactor: options.scale ?? 1,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  return await context.newPage();
}

/**
 * Makes the pages of the browser context transparent, because drawing them takes a sixth of the computing time of the
 * window tests. Layout, focus, clicks and the outline for screen readers stay the same. `savePicture` shows the content.
 */
export async function makeTransparent(page: Page): Promise<void> {
  await page.context().addInitScript(`
    addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.opacity = "0";
    });`);
}

/** Saves a picture of the content of a page, which may be transparent. */
export async function savePicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, style: "html { opacity: 1 !important; }" });
}

/** The address of a window on the server. */
export function windowAddress(server: CodeServer, options: WindowOptions = {}): string {
  const address = new URL(`http://${server.authority}/`);
  if (options.folder !== undefined) address.searchParams.set("folder", options.folder);
  const payload = Object.entries({ skipWelcome: "true", ...options.payload });
  address.searchParams.set("payload", JSON.stringify(payload));
  return address.href;
}
