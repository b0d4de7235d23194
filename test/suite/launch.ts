// Runs the suite in a real VS Code and prints its report. It always uses runTests of @vscode/test-electron; only the
// executable differs. It exits with 0 if the report says that tests passed and none failed.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { createAuthority } from "../support/certificates.ts";
import { complaintAbout, readFigures } from "../support/figures.mjs";
import { startDefectiveService } from "../support/defectiveService.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { findVSCode } from "./launchChoice.ts";
import { follow } from "./launchReport.ts";
import { launchWords } from "./launchWords.ts";

const root = resolve(import.meta.dirname, "../..");

/** How long the suite may print nothing before it counts as hanging, in milliseconds. */
const silenceLimit = Number(process.env["CMS_TEST_SILENCE"] ?? 120_000);

const runFolder = temporaryFolder();
const report = join(runFolder.path, "report.txt");
const service = await startService();
let defects: ReturnType<typeof startDefectiveService> | undefined;
/** Starts the service with defects for the first request. Most runs with MOCHA_GREP don't need it. */
const starter = createServer((_request, response) => {
  defects ??= startDefectiveService();
  defects.then(
    (started) => response.end(JSON.stringify(started)),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end(String(error));
    },
  );
}).listen(0, "127.0.0.1");
await once(starter, "listening");
// The run trusts this authority like those of the operating system: Node.js gets their file from OpenSSL, which follows
// SSL_CERT_FILE.
const authority = await createAuthority();
const authorities = join(runFolder.path, "authorities.pem");
writeFileSync(authorities, authority.cert);
const known = await authority.forServer();
const followed = follow(report, silenceLimit, () => {
  console.error(`The suite has said nothing for ${silenceLimit / 1000} s.`);
  process.exit(1);
});
const code = await launch();
followed.end();
starter.close();
await Promise.all([service.stop(), defects?.then((started) => started.stop())]);
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
      extensionTestsPath: join(root, "out/suite/index.js"),
      launchArgs: launchWords(runFolder.path),
      extensionTestsEnv: {
        CMS_TEST_REPORT: report,
        CMS_TEST_SERVICE: JSON.stringify(service),
        CMS_TEST_DEFECTS: `http://127.0.0.1:${(starter.address() as AddressInfo).port}`,
        CMS_TEST_CERTIFICATE: JSON.stringify(known),
        SSL_CERT_FILE: authorities,
      },
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) console.error(error);
    return 1;
  }
}
