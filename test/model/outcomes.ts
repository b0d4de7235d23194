import { inspect } from "node:util";
import type { Failure, Outcome } from "../../src/model/foundation/outcome.ts";

/** What came of it, where a failure is a mistake of the test. */
export function must<T>([failure, value]: Outcome<T>): T {
  if (failure) throw new Error(inspect(failure));
  return value;
}

/** What a failure comes to: its code, and the kind of error where the service said no. */
export function why([failure]: Outcome<unknown>): string | undefined {
  return failure?.code === "service" ? failure.error.name : failure?.code;
}

/** A service that can't be reached, as a listing hears of it. */
export const unreachable: Failure = { code: "no-connection" };
