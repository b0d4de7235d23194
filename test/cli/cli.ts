import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { promisify } from "node:util";
import { Output } from "../../src/cli/shared/output.ts";
import { runProgram } from "../../src/cli/program.ts";
import { magazine } from "../model/magazine.ts";
import { anySecret } from "../support/secretsInUse.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";

const root = resolve(import.meta.dirname, "../..");

let folder: TemporaryFolder;

/** The command line as the package contains it. It finds the package's dependencies in the repository. */
const build = join(root, "out/cli");

// Every test of this folder imports this file, so the command line is built once.
before(async () => {
  folder = temporaryFolder();
  await promisify(execFile)(process.execPath, ["esbuild.mjs", "--package", `--outdir=${build}`], {
    cwd: root,
  });
});

after(() => folder.remove());

/** The Node to test: this one, or the one in CMS_TEST_NODE, which `npm test` sets to the installed one. */
const node = process.env["CMS_TEST_NODE"] ?? process.execPath;

const program = (): string => join(build, "dist/cli/main.js");

/** A folder for the files of one test. Its journal is empty. */
export function useFolder(): { readonly path: string } {
  let testFolder: TemporaryFolder;
  beforeEach(() => {
    testFolder = temporaryFolder();
  });
  afterEach(() => testFolder.remove());
  return {
    get path() {
      return testFolder.path;
    },
  };
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Environment variables beside those of the service; undefined unsets one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The text on stdin; by default, stdin is empty. */
  readonly stdin?: string;
  readonly cwd?: string;
  /** Cancels the command, as a signal does that its process gets. */
  readonly signal?: AbortSignal;
  /** Called with the process, for example to send it a signal. */
  readonly onStart?: (child: Child) => void;
}

/**
 * Runs the command line on the magazine's service, with a token with full access. Fails if the output contains a secret.
 * The journal is in `cwd`, which should be the folder of the test. The command runs in this process, one at a time,
 * because a process has only one current folder. With `onStart`, it has a process of its own.
 */
export async function cli(words: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  if (options.onStart) return cliProcess(words, options);
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const [stdout, stderr] = [textOf(streams.stdout), textOf(streams.stderr)];
  const code = await runHere(words, options, { ...streams, stdin: inputOf(options) });
  return withoutSecrets({ code, stdout: stdout(), stderr: stderr() });
}

/** What a command printed in a terminal, with its exit code. */
export interface TerminalResult {
  readonly code: number | null;
  readonly text: string;
}

interface TerminalOptions extends CliOptions {
  readonly columns?: number;
  /** Called when the command waits for an answer, which then never comes. */
  readonly onQuestion?: () => void;
}

/** Runs the command line as `cli` does, with streams of a terminal that has no colors and shows both outputs. */
export async function cliInTerminal(
  words: readonly string[],
  { columns = 200, onQuestion, ...options }: TerminalOptions = {},
): Promise<TerminalResult> {
  const asTerminal = <S extends object>(stream: S) =>
    Object.assign(stream, { isTTY: true, columns, getColorDepth: () => 1 });
  const screen = asTerminal(new PassThrough());
  const screenText = textOf(screen);
  const stdin = asTerminal(onQuestion ? new Readable({ read: onQuestion }) : inputOf(options));
  const code = await runHere(words, options, { stdout: screen, stderr: screen, stdin });
  const { stdout: text } = withoutSecrets({ code, stdout: screenText(), stderr: "" });
  return { code, text };
}

const inputOf = ({ stdin = "" }: CliOptions): Readable => Readable.from([Buffer.from(stdin)]);

async function runHere(
  words: readonly string[],
  { env, cwd = folder.path, signal = new AbortController().signal }: CliOptions,
  { stdin, ...streams }: { stdin: Readable; stdout: PassThrough; stderr: PassThrough },
): Promise<number> {
  if (process.cwd() !== root) throw new Error("Another command is running.");
  process.chdir(cwd);
  try {
    return await runProgram(
      {
        argv: ["node", "cms-content", ...words],
        env: environment({ ...homeIn(cwd), ...env }),
        stdin,
        signal,
      },
      new Output(streams),
      "1.0.0",
    );
  } finally {
    process.chdir(root);
  }
}

/** Runs the command line as `cli` does, in a process of its own, and resolves when it has ended. */
export async function cliProcess(
  words: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  return finish(launch(node, [program(), ...words], options), options);
}

function withoutSecrets(result: CliResult): CliResult {
  if (anySecret().test(result.stdout + result.stderr)) {
    throw new Error("The output contains a secret.");
  }
  return result;
}

async function finish(child: Child, options: CliOptions): Promise<CliResult> {
  options.onStart?.(child);
  child.stdin.end(options.stdin ?? "");
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const [code] = (await once(child, "close")) as [number | null];
  return withoutSecrets({ code, stdout: stdout(), stderr: stderr() });
}

/** Gives a command a terminal of this many columns, and copies what it prints there to stdout. */
const terminal = `
import os, pty, sys
command = ["sh", "-c", 'stty cols "$1" && shift && exec "$@"', "sh", *sys.argv[1:]]
sys.exit(os.waitstatus_to_exitcode(pty.spawn(command)))`;

/** Runs the command line as `cliProcess` does, in a terminal that shows both of its streams. */
export async function cliProcessInTerminal(
  words: readonly string[],
  { columns = 200, ...options }: TerminalOptions = {},
): Promise<TerminalResult> {
  const inTerminal = ["-c", terminal, String(columns), node, program(), ...words];
  const { code, stdout, stderr } = await finish(launch("python3", inTerminal, options), options);
  // The driver of the terminal ends each line with CR and LF.
  return { code, text: (stdout + stderr).replaceAll("\r\n", "\n") };
}

/** Collects the text of a stream, even if it is destroyed before its end. */
function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

type Child = ReturnType<typeof launch>;

function launch(
  executable: string,
  words: readonly string[],
  { env, cwd = folder.path }: CliOptions,
) {
  return spawn(executable, words, {
    cwd,
    env: environment({ ...homeIn(cwd), ...env }),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The variables that decide where the journal is, on each platform. */
const homeIn = (folder: string) => ({
  HOME: folder,
  LOCALAPPDATA: join(folder, "state"),
  XDG_STATE_HOME: join(folder, "state"),
});

/** The environment of this process, without its own settings of the command line and of colors. */
function environment(env: CliOptions["env"]): NodeJS.ProcessEnv {
  const { url, apiPrefix, tokens } = magazine();
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(CMS_|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    CMS_URL: url,
    CMS_API_PREFIX: apiPrefix,
    CMS_TOKEN: tokens.full,
    ...env,
  };
}

/** The values that `--json` printed, one in each line. */
export const jsonLines = ({ stdout }: CliResult): unknown[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
