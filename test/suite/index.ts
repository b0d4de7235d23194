import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import Mocha from "mocha";
import ClosingLine from "../support/closingLine.ts";
import { anySecret, keepSecret } from "../support/secretsInUse.ts";
import { launchedService } from "./launchedService.ts";
import { profileFiles } from "./profileFiles.ts";

/** VS Code calls this function in the extension host. If it rejects, VS Code exits with another code than 0. */
export async function run(): Promise<void> {
  const report = process.env["CMS_TEST_REPORT"];
  // The launcher reads the report from this file. The console's output only goes to VS Code's own log.
  if (report !== undefined) {
    Mocha.reporters.Base.consoleLog = (...words: unknown[]) => {
      appendFileSync(report, `${format(...words)}\n`);
    };
  }

  const failures = await runMocha().catch((error: unknown) => {
    Mocha.reporters.Base.consoleLog(error);
    throw error;
  });
  if (failures > 0) throw new Error(`${failures} failed`);
}

async function runMocha(): Promise<number> {
  const grep = process.env["MOCHA_GREP"];
  const mocha = new Mocha({
    forbidOnly: process.env["CI"] === "true",
    reporter: ClosingLine,
    // This is several times the limit of `until`, so that its message appears instead of Mocha's timeout.
    timeout: 60_000,
    ...(grep === undefined ? {} : { grep }),
  });
  keepSecret(launchedService());
  for (const file of testFiles()) {
    // Not loadFilesAsync(): it calls require(). In VS Code 1.104, that call never returns for an ES module that imports
    // vscode.
    mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
    await import(pathToFileURL(file).href);
  }
  mocha.suite.afterAll("no file that was written contains a secret", () => {
    const leaks = profileFiles().filter((file) => anySecret().test(readFileSync(file, "latin1")));
    assert.deepEqual(leaks, []);
  });
  return await new Promise<number>((resolve) => mocha.run(resolve));
}

/** The bundles next to this one, one for each *.test.ts. */
function testFiles(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.js"))
    .sort()
    .map((name) => join(import.meta.dirname, name));
}
