// Times of programs that start in processes of their own, one after the other.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { medianOf, medianRatio, timesInRounds } from "../pairs.ts";

const run = promisify(execFile);

const rounds = 15;

/** A module as a program in a folder imports it. */
export interface Importing {
  readonly folder: string;
  readonly specifier: string;
}

const timing = `
  const start = process.cpuUsage();
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage(start);
  process.stdout.write(String((user + system) / 1000));
  process.exit();`;

/** In milliseconds of the processor. Other load on the machine changes it less than the time that passes. */
async function importMs({ folder, specifier }: Importing): Promise<number> {
  const words = ["--input-type=module", "--eval", timing, specifier];
  const { stdout } = await run(process.execPath, words, { cwd: folder });
  return Number(stdout);
}

/** The times to import two modules in each round, each in a new process. */
const importTimes = (of: Importing, over: Importing) =>
  timesInRounds([of, over], rounds, async ([first, second]) => [
    await importMs(first),
    await importMs(second),
  ]);

export async function importDifference(of: Importing, over: Importing): Promise<number> {
  return medianOf((await importTimes(of, over)).map(([ofMs, overMs]) => ofMs - overMs));
}

export async function importRatio(of: Importing, over: Importing): Promise<number> {
  return medianOf((await importTimes(of, over)).map(([ofMs, overMs]) => ofMs / overMs));
}

/** The time of a program, from its start to its end, divided by that of a Node that runs nothing. */
export const timesOfBareNode = (
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const env = { ...process.env, ...environment };
  return medianRatio({
    of: () => run(process.execPath, words, { env }),
    over: () => run(process.execPath, ["--eval", "0"]),
    calls: 1,
    rounds,
  });
};
