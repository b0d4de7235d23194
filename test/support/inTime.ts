import { createContext, Script } from "node:vm";

/** In milliseconds. Far more than any task needs on a busy machine. */
const timeout = 20_000;

/**
 * Returns the result of a task. Stops a task that blocks the process, and throws. A timer can't stop it, because
 * backtracking in a regular expression blocks the event loop.
 */
export function inTime<T>(task: () => T): T {
  const context = createContext({ task });
  return new Script("task()").runInContext(context, { timeout }) as T;
}
