import { spawn } from "node:child_process";
import { whenProcessEnds } from "./whenProcessEnds.ts";

export interface OwnProcess {
  /** Resolves with the exit code, or with the signal's name; rejects when it could not be started. */
  readonly ended: Promise<number | string>;
  /** What it has written so far, both streams. */
  output(): string;
  /** Ends it and everything that it started, without asking: nothing of what it holds is kept. */
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own, so that whatever it starts can be taken down with it. */
export function startProcess(
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): OwnProcess {
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (written += text));
  }

  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) signalGroup(child.pid, signal);
  };
  const withdraw = whenProcessEnds(() => {
    signalAll("SIGKILL");
  });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? signal ?? "no code");
    });
  });
  // Whoever waits for the end hears of the error; nobody has to wait.
  ended.catch(() => undefined);

  const stop = async (): Promise<void> => {
    signalAll("SIGKILL");
    await ended.catch(() => undefined);
    withdraw();
  };
  return { ended, output: () => written, stop };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Nobody of the group is left; macOS says EPERM when only a zombie is.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
