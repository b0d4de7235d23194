import { inspect } from "node:util";
import type { Failure, Outcome } from "../../src/model/foundation/outcome.ts";

/** The value of an outcome that must not fail. */
export function must<T>([failure, value]: Outcome<T>): T {
  if (failure) throw new Error(inspect(failure));
  return value;
}

/** The code of a failure, or the name of the error when the service rejected the request. */
export function why([failure]: Outcome<unknown>): string | undefined {
  return failure?.code === "service" ? failure.error.name : failure?.code;
}

/** The failure of a service that can't be reached. */
export const unreachable: Failure = { code: "no-connection" };
