import { AsyncLocalStorage } from "node:async_hooks";

/** What a person has said while a command runs, beside what it was called with. */
export interface CommandContext {
  connection?: string;
}

const saying = new AsyncLocalStorage<CommandContext>();

/** Runs a command, and takes down in `said` what is said in it. */
export const runInContext = <T>(said: CommandContext, run: () => T): T => saying.run(said, run);

/** The command that runs now is about this connection. */
export function noteConnection(id: string): void {
  const said = saying.getStore();
  if (said) said.connection = id;
}
