import * as vscode from "vscode";
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

/**
 * The value of an outcome, in a command. Where there is none it throws Failed, or
 * CancellationError where the person wanted it so.
 */
export function must<T>([failure, value]: Outcome<T>): T {
  if (!failure) return value;
  throw isCancelled(failure) ? new vscode.CancellationError() : new Failed(failure);
}

const isCancelled = (failure: Failure): boolean =>
  failure.code === "declined" ||
  (failure.code === "service" && failure.error.name === "AbortError");
