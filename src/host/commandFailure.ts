import * as vscode from "vscode";
import type { Outcome } from "../model/foundation/outcome.ts";
import { whyOf } from "../model/foundation/outcome.ts";
import type { Failure } from "../model/failure.ts";
import { describe } from "./words/words.ts";

/** A failure on its way to the one place that shows it. */
export class FailureError extends Error {
  override readonly name = "Failed";
  readonly failure: Failure;
  /** A sentence that says what was not done, where the failure alone would leave a person wondering. */
  readonly consequence: string | undefined;

  constructor(failure: Failure, consequence?: string) {
    super(failure.code, failure.code === "service" ? { cause: failure.error } : undefined);
    this.failure = failure;
    this.consequence = consequence;
  }
}

/** What a person has to do before a command can do what it says; `help` does it. */
export class Guidance extends Error {
  override readonly name = "Guidance";
  readonly help: vscode.Command | undefined;

  constructor(words: string, help?: vscode.Command) {
    super(words);
    this.help = help;
  }
}

/**
 * The value of an outcome, in a command. Where there is none it throws Failed, or
 * CancellationError where the person wanted it so.
 */
export function must<T>([failure, value]: Outcome<T, Failure>, consequence?: string): T {
  if (!failure) return value;
  throw isCancelled(failure)
    ? new vscode.CancellationError()
    : new FailureError(failure, consequence);
}

/** What an error says to a person: the reason first, because a notification may be cut. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof FailureError)) return whyOf(error);
  const { failure, consequence = "" } = error;
  return `${describe(failure)} ${consequence}`.trim();
}

/** Whether the person wanted it so. */
export const isCancelled = (failure: Failure): boolean =>
  failure.code === "declined" ||
  (failure.code === "service" && failure.error.name === "AbortError" && !failure.arrived);
