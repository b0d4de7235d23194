import { callsOf, longTexts, textFunctions, timeOf } from "../../house/textFunctions.ts";
import type { Figure, Part } from "../part.ts";

const megabyte = 1_000_000;

interface Prepared {
  /** The time of each function for its slowest text, in milliseconds, in ascending order. */
  readonly times: readonly number[];
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "texts.slowestMs",
    unit: "ms",
    goal: { atMost: 200 },
    what: "Processor time of the slowest function for a text of 1,000,000 characters.",
    measure: ({ times }) => Promise.resolve(times.at(-1) ?? Number.NaN),
  },
  {
    id: "texts.medianMs",
    unit: "ms",
    what: "The same for the median of the functions.",
    measure: ({ times }) => Promise.resolve(times[Math.floor(times.length / 2)] ?? Number.NaN),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const times: number[] = [];
    for (const textFunction of textFunctions) {
      const calls = await callsOf(textFunction);
      const slowest = calls
        .flatMap(slowTextOf)
        .toSorted((timing, other) => other.time - timing.time)[0];
      if (!slowest) throw new Error(`${textFunction.name} of ${textFunction.path} takes no text.`);
      console.error(
        `${textFunction.name} of ${textFunction.path}: ${slowest.time.toFixed(1)} ms, ${slowest.name}`,
      );
      times.push(slowest.time);
    }
    return { times: times.sort((time, other) => time - other), stop: () => Promise.resolve() };
  },
};

/** The text for which a call takes longest, with the least time of three calls. */
function slowTextOf(call: (text: string) => unknown): { name: string; time: number }[] {
  return longTexts
    .map(([name, textOf]) => {
      const text = textOf(megabyte);
      return { name, time: Math.min(...[1, 2, 3].map(() => timeOf(() => call(text)))) };
    })
    .toSorted((timing, other) => other.time - timing.time)
    .slice(0, 1);
}
