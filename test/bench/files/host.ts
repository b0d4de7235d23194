import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildExtension } from "../bundle.ts";
import { startChild } from "../child.ts";
import type { LaunchTask } from "./launch.ts";
import type { Step, StepAnswer, StepDone } from "./steps.ts";

/** A VS Code window with the extension. */
export interface Host {
  /** Takes a step in the window. Rejects if the step fails. */
  take(step: Step): Promise<StepDone>;
  stop(): Promise<void>;
}

/** Opens a window with the extension as it ships, in VS Code's own extension host. */
export async function startHost(): Promise<Host> {
  const folder = buildExtension();
  const program = join(folder.path, "inHost.cjs");
  await build({
    entryPoints: [fileURLToPath(new URL("inHost.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    // The "main" of some packages loads their other files at run time, which works only where they are installed.
    mainFields: ["module", "main"],
    logLevel: "warning",
  });
  const task: LaunchTask = { extension: folder.path, program };
  const window = startChild<StepAnswer>("files/launch.ts", task);
  let isOpen = true;
  const next = (): Promise<StepAnswer> =>
    window.next().catch((error: unknown) => {
      isOpen = false;
      throw error;
    });
  const take = async (step: Step): Promise<StepDone> => {
    const answered = next();
    window.send(step);
    const answer = await answered;
    if ("error" in answer) throw new Error(`The step ${step.do} failed: ${answer.error}`);
    return answer;
  };
  const stop = async (): Promise<void> => {
    await window.stop();
    folder.remove();
  };
  await next().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    take,
    stop: async () => {
      if (!isOpen) return stop();
      const ended = next();
      window.send({ do: "end" });
      try {
        await ended;
      } finally {
        await stop();
      }
    },
  };
}
