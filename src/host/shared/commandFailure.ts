import * as vscode from "vscode";
import { isCutOff, whyOf, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { tell } from "../surfaces/messages.ts";
import { describe } from "../../texts/shared/failureWords.ts";

export class FailureError extends Error {
  override readonly name = "Failed";
  readonly failure: Failure;
  /** A sentence that says what was not done, if the failure alone doesn't tell the user. */
  readonly consequence: string | undefined;

  constructor(failure: Failure, consequence?: string) {
    super(failure.code, failure.code === "service" ? { cause: failure.error } : undefined);
    this.failure = failure;
    this.consequence = consequence;
  }
}

/** Tells the user what to do before a command can run. `help` runs that step. */
export class Guidance extends Error {
  override readonly name = "Guidance";
  readonly help: vscode.Command | undefined;

  constructor(words: string, help?: vscode.Command) {
    super(words);
    this.help = help;
  }
}

/** Ends a command with a message that is not an error. */
export function endWith(words: string): never {
  tell(words);
  throw new vscode.CancellationError();
}

/** The value of an outcome in a command. Throws FailureError or CancellationError. */
export function must<T>([failure, value]: Outcome<T, Failure>, consequence?: string): T {
  if (!failure) return value;
  throw isCancelled(failure)
    ? new vscode.CancellationError()
    : new FailureError(failure, consequence);
}

export async function unlessCancelled<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    throw error;
  }
}

/** The message of an error. The reason comes first: VS Code may cut off a notification. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof FailureError)) return whyOf(error);
  const { failure, consequence = "" } = error;
  return `${describe(failure)} ${consequence}`.trim();
}

/** Whether the failure means that the user cancelled. A changed connection closes its client. */
export const isCancelled = (failure: Failure): boolean =>
  failure.code === "declined" ||
  (failure.code === "service" &&
    failure.error.name === "CmsAbortError" &&
    !failure.arrived &&
    !isCutOff(failure));
