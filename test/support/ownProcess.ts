import { spawn } from "node:child_process";
import { whenProcessEnds } from "./whenProcessEnds.ts";

export interface OwnProcess {
  /** Resolves with the exit code or the name of the signal. Rejects if the process doesn't start. */
  readonly ended: Promise<number | string>;
  /** The output of both streams so far. */
  output(): string;
  /** Kills the process and all processes that it started. They can't save anything. */
  stop(): Promise<void>;
}

/** Starts a program in its own process group, so that stop() can also kill the processes that it starts. */
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
  const withdraw = whenProcessEnds(() => signalAll("SIGKILL"));
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "no code"));
  });
  // A caller that awaits the end gets the error. Other callers can ignore it.
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
    // The process group is empty. macOS returns EPERM if only a zombie process remains.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
