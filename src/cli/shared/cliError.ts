import type { Failure } from "../../model/failure.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import { isSchemaDenied } from "../../model/schemas/schemaSources.ts";
import { describe } from "../../texts/shared/failureWords.ts";

/** The exit codes of the command line. docs/cli.md documents them. */
export const exitCodes = {
  success: 0,
  /** The command ran, and its answer is negative: out of date, defects, or failed records. */
  negative: 1,
  /** The arguments, the environment or a file are invalid. No write was sent. */
  usage: 2,
  /** The service rejected the request, or can't be reached. */
  service: 3,
  /** The connection is a production service, and `--allow-production` is missing. */
  locked: 4,
  /** The user cancelled with Ctrl+C, or answered no. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a message on stderr and an exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Throws a CliError with the text of the failure. */
export function unwrap<T>([failure, value]: Outcome<T, Failure>): T {
  if (failure) throw new CliError(textOf(failure), exitCodeOf(failure));
  return value;
}

/** The message of a failure, with the next step on the command line. */
export function textOf(failure: Failure): string {
  const reason = reasonOf(failure);
  if (isLocked(failure)) {
    return `${reason} Production is locked. To write to it, pass --allow-production.`;
  }
  if (failure.code !== "service") return reason;
  const { error } = failure;
  if (error.name !== "UnauthorizedError" && error.name !== "ForbiddenError") return reason;
  if (error.isAnonymous) {
    return `${reason} No token is set. Set CMS_TOKEN, or the variable of the connection in the file, such as CMS_TOKEN_<NAME>.`;
  }
  return isSchemaDenied(error)
    ? `${reason} Or run the command in the folder of the Strapi project, or pass --project <folder>.`
    : reason;
}

/** The journal has options here, and settings in the extension. */
export function reasonOf(failure: Failure): string {
  switch (failure.code) {
    case "not-recorded":
      return `The journal can't be written, so nothing was sent: ${failure.why}. To write without a journal, pass --no-journal.`;
    case "journal-full":
      return "The journal has no space to record this change, so nothing was sent. Change fewer documents at a time, or pass --no-journal.";
    case "conflict":
      return `The document changed on the service, and these fields differ: ${failure.conflict.both.join(", ")}. Nothing was sent. Repeat your changes in what get prints now.`;
    case "service":
      return failure.partialType === undefined
        ? describe(failure)
        : `${describe(failure)} ${allFieldsHint(failure.partialType)}`;
    default:
      return describe(failure);
  }
}

export const allFieldsHint = (type: string): string =>
  `To send them, pass --send-all-fields ${type}.`;

const isLocked = (failure: Failure): boolean =>
  failure.code === "locked" ||
  (failure.code === "service" && failure.error.name === "WriteDeniedError");

export function exitCodeOf(failure: Failure): ExitCode {
  if (failure.code === "declined") return exitCodes.cancelled;
  if (isLocked(failure)) return exitCodes.locked;
  switch (failure.code) {
    case "not-whole":
      return exitCodeOf(failure.cause);
    case "service":
    case "not-a-service":
    case "no-api":
    case "endless-pages":
      return exitCodes.service;
    default:
      return exitCodes.usage;
  }
}
