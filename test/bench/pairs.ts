import { Bench } from "tinybench";

type Work = () => Promise<unknown>;

interface Pair {
  /** Whose time is divided. */
  readonly of: Work;
  /** By whose. */
  readonly over: Work;
  /** How many times each is called in a round. */
  readonly calls: number;
  readonly rounds: number;
}

/**
 * The median, over the rounds, of the first's time divided by the second's. Both run in every round, in turn the one
 * or the other first, so that what the machine does beside us meets both.
 */
export async function medianRatio({ of, over, calls, rounds }: Pair): Promise<number> {
  const ratios: number[] = [];
  // The round before the first one warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [of, over] : [over, of];
    const [one, other] = await timesOf([first, second], calls);
    if (round > 0) ratios.push(round % 2 === 0 ? one / other : other / one);
  }
  return medianOf(ratios);
}

/** The mean time of a call of each, in milliseconds. */
async function timesOf(works: readonly [Work, Work], calls: number): Promise<[number, number]> {
  const bench = new Bench({ iterations: calls, time: 0, warmup: false, throws: true });
  for (const [at, work] of works.entries()) {
    // One's garbage is not to be cleared away in the other's time.
    bench.add(String(at), work, { async: true, beforeAll: collectGarbage });
  }
  await bench.run();
  const [first, second] = bench.tasks.map(({ result }) => {
    if (result.state !== "completed") throw new Error(`A round ended as ${result.state}.`);
    return result.latency.mean;
  });
  return [first ?? NaN, second ?? NaN];
}

function collectGarbage(): void {
  globalThis.gc?.();
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
