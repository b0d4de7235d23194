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
