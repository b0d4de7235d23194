import { createContext, Script } from "node:vm";

/** How long a task may take, in milliseconds. */
const most = 1_000;

const context = createContext();
const script = new Script("task()");

/**
 * What a task comes to, or undefined where it takes too long. A regular expression may go back and forth in
 * a text for years, and nothing but the engine itself can stop it: for a script it runs with a time limit.
 */
export function bounded<T>(task: () => T): T | undefined {
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
