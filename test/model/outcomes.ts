import { inspect } from "node:util";
import type { Outcome } from "../../src/model/foundation/outcome.ts";
import type { ConnectionFailure } from "../../src/model/connect/connectionFailure.ts";
import type { Failure } from "../../src/model/failure.ts";

/** The value of an outcome that must not fail. */
export function must<T>([failure, value]: Outcome<T, Failure>): T {
  if (failure) throw new Error(inspect(failure));
  return value;
}

/** The code of a failure, or the name of the error when the service rejected the request. */
export function why([failure]: Outcome<unknown, Failure>): string | undefined {
  return failure?.code === "service" ? failure.error.name : failure?.code;
}

/** The failure when the service can't be reached. */
export const unreachable: ConnectionFailure = { code: "no-connection" };
