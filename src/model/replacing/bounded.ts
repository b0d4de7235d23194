import { createContext, Script } from "node:vm";
import type { Context } from "node:vm";

/** How long a task may take, in milliseconds. */
const most = 1_000;

let made: { readonly context: Context; readonly script: Script } | undefined;

/**
 * What a task comes to, or undefined where it takes too long. A regular expression may go back and forth in
 * a text for years, and nothing but the engine itself can stop it: for a script it runs with a time limit.
 */
export function bounded<T>(task: () => T): T | undefined {
  // At first use: to make one takes a millisecond, which would be one of activation's.
  made ??= { context: createContext(), script: new Script("task()") };
  const { context, script } = made;
  context["task"] = task;
  try {
    return script.runInContext(context, { timeout: most }) as T;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    delete context["task"];
  }
}

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
