// Replaces the executable of VS Code if there is none. It accepts the same flags, runs the suite in code-server's
// extension host with a browser as the window, and exits with the suite's exit code.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { blankPage, makeTransparent, startBrowser, windowAddress } from "../support/browser.ts";
import { startCodeServer } from "../support/codeServer.ts";
import type { CodeServer } from "../support/codeServer.ts";
import { drawingSettings } from "./drawingSettings.ts";

// runTests holds the other end of stdin. When it closes, nothing waits for this run any more.
process.stdin.once("close", () => process.exit(143)).resume();

/**
 * The window runs an extension's tests only if its settings name a driver that automates it. Not every version of the
 * server has an option for that. So this script changes the settings when the window reads them.
 */
const pretendDriver = `
  const read = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (name) {
    const value = read.call(this, name);
    if (this.id !== "vscode-workbench-web-configuration" || name !== "data-settings") return value;
    const settings = JSON.parse(value);
    const developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true };
    return JSON.stringify({ ...settings, developmentOptions });
  };`;

const words = process.argv.slice(2);
const server = await startCodeServer({ settings: drawingSettings });
const browser = await startBrowser();
const log: string[] = [];
const code = await runSuite(await blankPage(browser, { width: 1000, height: 600 })).catch(
  (error: unknown) => {
    console.error(error, server.output());
    return 1;
  },
);
await browser.close();
await server.stop();
if (code !== 0 && !hasReport()) console.error(log.join("\n"));
process.exit(code);

/** Resolves with the suite's exit code. Rejects if the window or the server ends first. */
async function runSuite(page: Page): Promise<number> {
  let exit: (code: number) => void;
  const finished = new Promise<number>((resolve) => (exit = resolve));
  // The functions that the driver calls.
  await page.exposeFunction("codeAutomationExit", (code: number) => exit(code));
  await page.exposeFunction("codeAutomationLog", (kind: string, values: unknown[]) => {
    log.push(`${kind}: ${values.map(String).join(" ")}`);
  });
  await page.addInitScript({ content: pretendDriver });
  await makeTransparent(page);
  await page.goto(windowAddress(server, { folder: folder(), payload: payload(server) }));
  return await Promise.race([finished, untilCrash(page), untilServerEnds(server)]);
}

async function untilCrash(page: Page): Promise<never> {
  await page.waitForEvent("crash", { timeout: 0 });
  throw new Error("The page crashed.");
}

async function untilServerEnds({ ended }: CodeServer): Promise<never> {
  throw new Error(`code-server ended with ${await ended}.`);
}

/** Whether the suite wrote a report. Without one, VS Code's log has the reason. */
function hasReport(): boolean {
  const report = process.env["CMS_TEST_REPORT"] ?? "";
  return existsSync(report) && statSync(report).size > 0;
}

function folder(): string | undefined {
  const word = words.find((word) => !word.startsWith("-"));
  return word === undefined ? undefined : resolve(word);
}

/** The extension and its tests, as URLs of files on the server. */
function payload({ authority }: CodeServer): Record<string, string> {
  const names = ["extensionDevelopmentPath", "extensionTestsPath"];
  const paths = names.map((name) => {
    const value = words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
    if (value === undefined) throw new Error(`--${name}= is missing.`);
    return [name, `vscode-remote://${authority}${resolve(value)}`];
  });
  return Object.fromEntries(paths) as Record<string, string>;
}
