import { InvalidArgumentError, Option, type Command } from "commander";

export interface LimitOptions {
  readonly limit: number;
  readonly all?: boolean;
}

/** `things` are what the command lists, such as `documents`. */
export const withLimitOptions = (command: Command, things: string): Command =>
  command
    .addOption(
      new Option("--limit <number>", `the most ${things} to list`).default(25).argParser(toLimit),
    )
    .addOption(new Option("--all", `list all ${things}`).conflicts("limit"));

export const limitOf = ({ limit, all }: LimitOptions): number => (all ? Infinity : limit);

function toLimit(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}
