import type { Failure, Outcome } from "../model/outcome.ts";

/** A failure on its way to the one place that shows it. */
export class Failed extends Error {
  override readonly name = "Failed";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code, failure.code === "service" ? { cause: failure.error } : undefined);
    this.failure = failure;
  }
}

/** The value of an outcome, in a command: throws Failed where there is none. */
export function must<T>([failure, value]: Outcome<T>): T {
  if (failure) throw new Failed(failure);
  return value;
}
