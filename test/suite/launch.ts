// Runs the suite in a real VS Code and prints its report: always through runTests of @vscode/test-electron, only the
// executable differs. Ends with 0 when the report says that something passed and that nothing failed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { complaintAbout, readFigures } from "../support/figures.mjs";
import { quietSettings } from "../support/quietSettings.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { findVSCode } from "./launchChoice.ts";
import { follow } from "./launchReport.ts";

const root = resolve(import.meta.dirname, "../..");

/** How long the suite may say nothing until it counts as hanging, in milliseconds. */
const silenceLimit = Number(process.env["CMS_TEST_SILENCE"] ?? 120_000);

const own = temporaryFolder();
const report = join(own.path, "report.txt");
const service = await startService();
const followed = follow(report, silenceLimit, () => {
  console.error(`The suite has said nothing for ${silenceLimit / 1000} s.`);
  process.exit(1);
});
const code = await launch();
followed.end();
await service.stop();
const complaint = complaintAbout(readFigures(readFileSync(report, "utf8")));
if (complaint !== undefined) console.error(`The suite in VS Code: ${complaint}.`);
process.exit(complaint === undefined ? code : 1);

async function launch(): Promise<number> {
  const { path, name } = await findVSCode();
  console.log(`In ${name}`);
  try {
    return await runTests({
      vscodeExecutablePath: path,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, "out/suite/index.cjs"),
      launchArgs: launchWords(),
      extensionTestsEnv: {
        CMS_TEST_REPORT: report,
        CMS_TEST_SERVICE: JSON.stringify(service),
      },
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) console.error(error);
    return 1;
  }
}

/** An empty folder to work in and a profile of its own. The stand-in lays out its own profile. */
function launchWords(): string[] {
  const [workspace, profile] = [join(own.path, "workspace"), join(own.path, "profile")];
  mkdirSync(workspace);
  mkdirSync(join(profile, "User"), { recursive: true });
  writeFileSync(join(profile, "User/settings.json"), JSON.stringify(quietSettings));
  const extensions = join(own.path, "extensions");
  return [workspace, `--user-data-dir=${profile}`, `--extensions-dir=${extensions}`];
}
