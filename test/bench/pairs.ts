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
  const ratios: number[] = [];
  // An additional round at the beginning warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [of, over] : [over, of];
    const [firstTime, other] = await timesOf([first, second], calls);
    if (round > 0) ratios.push(round % 2 === 0 ? firstTime / other : other / firstTime);
  }
  return medianOf(ratios);
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
