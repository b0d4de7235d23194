import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDifferentServices } from "../support/differentServices.ts";
import type { DifferentServices } from "../support/differentServices.ts";
import { keepFewDocuments } from "../support/fewDocuments.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { cli, cliInTerminal, cliProcess } from "./cli.ts";
import type { CliOptions, CliResult, TerminalResult } from "./cli.ts";
import type { Sides } from "../../src/model/compare/documentPairs.ts";
import type { Service } from "../support/service.ts";

let shared: DifferentServices | undefined;

/** Two services with few equal documents beside those that differ. */
async function startFewDifferences(): Promise<DifferentServices> {
  const started = await startDifferentServices();
  for (const { database } of [started.from, started.to])
    keepFewDocuments(database, { articles: 5, tags: 5 }, Object.values(started.differences));
  return started;
}

const stop = async (): Promise<void> => {
  await shared?.stop();
  shared = undefined;
};

after(stop);

interface TwoServicesOptions {
  /** Whether the tests need both services as they were at their start. */
  readonly isFresh?: boolean;
}

/**
 * Gives the tests of a describe() two services that differ, Staging and Production, and the command line with both
 * connections and their tokens. The tests of several files may share both services.
 */
export function useTwoServices({ isFresh = false }: TwoServicesOptions = {}) {
  const folder = temporaryFolder();
  const file = join(folder.path, "connections.json");
  let services: DifferentServices;
  before(async function () {
    this.timeout(180_000);
    if (isFresh) await stop();
    shared ??= await startFewDifferences();
    services = shared;
    const { from, to } = services;
    const connections = [
      { id: "one", name: "Staging", url: from.url, environment: "staging" },
      { id: "two", name: "Production", url: to.url, environment: "production" },
    ];
    writeFileSync(file, JSON.stringify({ "cms.connections": connections }));
  });
  after(() => folder.remove());
  const inBoth = (options: CliOptions): CliOptions => ({
    ...options,
    env: {
      CMS_URL: undefined,
      CMS_API_PREFIX: undefined,
      CMS_TOKEN: undefined,
      CMS_CONNECTIONS: file,
      CMS_TOKEN_STAGING: services.from.tokens.full,
      CMS_TOKEN_PRODUCTION: services.to.tokens.full,
      ...options.env,
    },
  });
  return {
    services: (): Sides<Service> => services,
    differences: () => services.differences,
    cli: (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
      cli(words, inBoth(options)),
    cliProcess: (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
      cliProcess(words, inBoth(options)),
    cliInTerminal: (words: readonly string[], options: CliOptions = {}): Promise<TerminalResult> =>
      cliInTerminal(words, inBoth(options)),
  };
}
