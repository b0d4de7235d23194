// Runs a window in its own process, because VS Code writes to the output. Passes steps on to the program in the window.
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { createInterface } from "node:readline";
import { runTests } from "@vscode/test-electron";
import { findVSCode } from "../../suite/launchChoice.ts";
import { launchWords } from "../../suite/launchWords.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { answer, readInput } from "../child.ts";

export interface LaunchTask {
  /** The folder of the extension. */
  readonly extension: string;
  /** The program that runs in the extension host. */
  readonly program: string;
}

/** The time limit for an answer of the window, in milliseconds. */
const silenceLimit = 180_000;

const task = await readInput<LaunchTask>();
const tempFolder = temporaryFolder();
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
let silence = startSilence();
server.once("connection", (socket) => relay(socket));
const { path, name } = await findVSCode();
console.error(`In ${name}`);
await runTests({
  vscodeExecutablePath: path,
  extensionDevelopmentPath: task.extension,
  extensionTestsPath: task.program,
  launchArgs: launchWords(tempFolder.path),
  extensionTestsEnv: { CMS_BENCH_PORT: String((server.address() as AddressInfo).port) },
});
clearTimeout(silence);
server.close();
tempFolder.remove();
answer({});

function relay(socket: Socket): void {
  createInterface({ input: socket }).on("line", (line) => {
    clearTimeout(silence);
    silence = startSilence();
    answer(JSON.parse(line) as object);
  });
  process.on("message", (step) => {
    socket.write(`${JSON.stringify(step)}\n`);
  });
  socket.on("error", () => undefined);
}

function startSilence(): NodeJS.Timeout {
  return setTimeout(() => {
    console.error(`The window has said nothing for ${silenceLimit / 1000} s.`);
    process.exit(1);
  }, silenceLimit);
}
