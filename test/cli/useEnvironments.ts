import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEnvironments } from "../demo/environments.ts";
import type { Environments } from "../demo/environments.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { cli, cliInTerminal, cliProcess } from "./cli.ts";
import type { CliOptions, CliResult, TerminalResult } from "./cli.ts";

let shared: Environments | undefined;

const stop = async (): Promise<void> => {
  await shared?.stop();
  shared = undefined;
};

after(stop);

interface EnvironmentsOptions {
  /** Whether the tests need both services as they were at their start. */
  readonly isFresh?: boolean;
}

/**
 * Gives the tests of a describe() two services that differ, Staging and Production, and the command line with both
 * connections and their tokens. The tests of several files may share both services.
 */
export function useEnvironments({ isFresh = false }: EnvironmentsOptions = {}) {
  const folder = temporaryFolder();
  const file = join(folder.path, "connections.json");
  let environments: Environments;
  before(async function () {
    this.timeout(180_000);
    if (isFresh) await stop();
    shared ??= await startEnvironments();
    environments = shared;
    const { staging, production } = environments;
    const connections = [
      { id: "one", name: "Staging", url: staging.url, environment: "staging" },
      { id: "two", name: "Production", url: production.url, environment: "production" },
    ];
    writeFileSync(file, JSON.stringify({ "cms.connections": connections }));
  });
  after(() => {
    folder.remove();
  });
  const inBoth = (options: CliOptions): CliOptions => ({
    ...options,
    env: {
      CMS_URL: undefined,
      CMS_API_PREFIX: undefined,
      CMS_TOKEN: undefined,
      CMS_CONNECTIONS: file,
      CMS_TOKEN_STAGING: environments.staging.tokens.full,
      CMS_TOKEN_PRODUCTION: environments.production.tokens.full,
      ...options.env,
    },
  });
  return {
    environments: () => environments,
    cli: (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
      cli(words, inBoth(options)),
    cliProcess: (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
      cliProcess(words, inBoth(options)),
    cliInTerminal: (words: readonly string[], options: CliOptions = {}): Promise<TerminalResult> =>
      cliInTerminal(words, inBoth(options)),
  };
}
