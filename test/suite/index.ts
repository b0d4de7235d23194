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

/** VS Code calls this in the extension host; when it rejects, VS Code ends with a code other than 0. */
export async function run(): Promise<void> {
  const report = process.env["CMS_TEST_REPORT"];
  // Under the launcher the report goes to the file that it reads: a console ends up in VS Code's own log.
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
    // Above the patience of `until`, several times over: what was waited for in vain is to be told by its own words.
    timeout: 60_000,
    ...(grep === undefined ? {} : { grep }),
  });
  keepSecret(launchedService());
  for (const file of testFiles()) {
    // Not loadFilesAsync(): it calls require(), which never returns for an ES module that imports vscode in 1.104.
    mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
    await import(pathToFileURL(file).href);
  }
  mocha.suite.afterAll("no file that was written contains a secret", () => {
    const leaks = profileFiles().filter((file) => anySecret().test(readFileSync(file, "latin1")));
    assert.deepEqual(leaks, []);
  });
  return await new Promise<number>((resolve) => mocha.run(resolve));
}

/** The bundles beside this one, each made of one *.test.ts. */
function testFiles(): string[] {
  return readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.js"))
    .sort()
    .map((name) => join(import.meta.dirname, name));
}
