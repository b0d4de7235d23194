import { Bench } from "tinybench";

type Work = () => Promise<unknown>;

interface Pair {
  /** The numerator. */
  readonly of: Work;
  /** The denominator. */
  readonly over: Work;
  /** How often each function is called in a round. */
  readonly calls: number;
  readonly rounds: number;
}

/**
 * The median, over all rounds, of the time of `of` divided by the time of `over`. Every round runs both and alternates
 * which one is first, so that other work on the machine affects both.
 */
export async function medianRatio({ of, over, calls, rounds }: Pair): Promise<number> {
  const times = await timesInRounds([of, over], rounds, (works) => timesOf(works, calls));
  return medianOf(times.map(([ofTime, overTime]) => ofTime / overTime));
}

/** The times of two sides in each round. Every round measures both and alternates which one is first. */
export async function timesInRounds<Side>(
  [of, over]: readonly [Side, Side],
  rounds: number,
  measure: (sides: readonly [Side, Side]) => Promise<readonly [number, number]>,
): Promise<(readonly [ofTime: number, overTime: number])[]> {
  const times: (readonly [number, number])[] = [];
  // An additional round at the beginning warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const isInOrder = round % 2 === 0;
    const [first, second] = await measure(isInOrder ? [of, over] : [over, of]);
    if (round > 0) times.push(isInOrder ? [first, second] : [second, first]);
  }
  return times;
}

/** The mean time of a call to each function, in milliseconds. */
async function timesOf(works: readonly [Work, Work], calls: number): Promise<[number, number]> {
  const bench = new Bench({ iterations: calls, time: 0, warmup: false, throws: true });
  for (const [at, work] of works.entries()) {
    // Collects the garbage before each function, so that its time doesn't include that of the other one.
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
  const sorted = values.toSorted((value, other) => value - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
