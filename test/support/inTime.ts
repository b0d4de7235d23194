import { createContext, Script } from "node:vm";

/** In milliseconds: far more than a task with an end takes on a busy machine. */
const timeout = 20_000;

/**
 * What a task gives. One that would freeze the process is stopped and throws instead: a timer could not stop it,
 * since an expression that backtracks leaves no time for one.
 */
export function inTime<T>(task: () => T): T {
  const context = createContext({ task });
  return new Script("task()").runInContext(context, { timeout }) as T;
}
