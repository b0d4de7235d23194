import { createContext, Script } from "node:vm";

/** In milliseconds: far more than a task that ends needs on a busy machine. */
const timeout = 20_000;

/**
 * Returns the result of a task. A task that would block the process is stopped and throws. A timer can't stop
 * it, because backtracking in a regular expression blocks the event loop.
 */
export function inTime<T>(task: () => T): T {
  const context = createContext({ task });
  return new Script("task()").runInContext(context, { timeout }) as T;
}
