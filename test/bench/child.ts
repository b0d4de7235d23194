import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A program of the bench that runs in its own process. */
export interface Child<Answer> {
  /** The next message from the process. Rejects if the process ends before. */
  next(): Promise<Answer>;
  send(message: object): void;
  stop(): Promise<void>;
}

/** Starts a file of this folder in its own process and sends it the input. */
export function startChild<Answer>(file: string, input: object): Child<Answer> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, {
    execArgv: ["--expose-gc", "--import", "tsx"],
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const ended = once(child, "exit");
  child.send(input);
  return {
    next: async () => {
      const early = ended.then(([code]) => {
        throw new Error(`${file} ended with ${String(code)}.`);
      });
      const [message] = (await Promise.race([once(child, "message"), early])) as [Answer];
      return message;
    },
    send: (message) => {
      child.send(message);
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In the child: reads the input. The child ends when its parent process disconnects. */
export async function readInput<Input>(): Promise<Input> {
  process.once("disconnect", () => process.exit());
  const [input] = (await once(process, "message")) as [Input];
  return input;
}

/** In the child: sends a message to the parent process. */
export function answer(message: object): void {
  process.send?.(message);
}
