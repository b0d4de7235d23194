import { addManyArticles, fillManyArticles } from "../../support/manyArticles.ts";
import { startService } from "../../support/service.ts";
import { startChild } from "../child.ts";
import type { Figure, Part } from "../part.ts";
import type { CheckFigures, CheckTask } from "./run.ts";

interface Prepared {
  /** A check of about 10,000 documents. */
  readonly some: CheckFigures;
  readonly heapGrowth: number;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "check.requestsPer1000",
    unit: "requests",
    goal: { atMost: 30 },
    what: "Requests per 1,000 documents in a check of a connection with 10,000 additional articles and all rules that are on by default. The content types were read before. The real service.",
    measure: ({ some }) => Promise.resolve((some.requests / some.documents) * 1_000),
  },
  {
    id: "check.secondsPer1000",
    unit: "s",
    what: "Time per 1,000 documents of the same check, including garbage collections at every fifth page. The service takes most of the time.",
    measure: ({ some }) => Promise.resolve((some.seconds / some.documents) * 1_000),
  },
  {
    id: "check.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 20 },
    what: "Peak of the heap and of its array buffers after garbage collection during such a check with 100,000 additional articles, minus the peak with 1,000.",
    measure: ({ heapGrowth }) => Promise.resolve(heapGrowth / 1_000_000),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    // Code that is compiled and caches that fill at first use don't count as growth.
    const counts = [1_000, 1_000, 10_000, 100_000];
    const [, few, some, many] = await checkEach(counts);
    if (!few || !some || !many) throw new Error("A check has no figures.");
    return { some, heapGrowth: many.peak - few.peak, stop: () => Promise.resolve() };
  },
};

/** Checks a service with each of these numbers of additional articles, all in one process. */
async function checkEach(counts: readonly number[]): Promise<readonly CheckFigures[]> {
  const services = await Promise.all(
    [...new Set(counts)].map(async (count) => {
      const service = await startService();
      addManyArticles(service.database, count);
      fillManyArticles(service.database);
      return { count, service };
    }),
  );
  const endpoints = counts.flatMap((count) =>
    services
      .filter((entry) => entry.count === count)
      .map(({ service: { url, tokens } }) => ({ url, token: tokens.full })),
  );
  const child = startChild<readonly CheckFigures[]>("./check/run.ts", {
    services: endpoints,
  } satisfies CheckTask);
  try {
    const all = await child.next();
    for (const [at, { documents, findings }] of all.entries()) {
      const count = counts[at] ?? 0;
      // Every tenth article has a defect, and every fourth a link to an image that does not exist.
      if (documents < count || findings < count / 3) {
        throw new Error(`A check found ${findings} defects in ${documents} documents.`);
      }
    }
    return all;
  } finally {
    await child.stop();
    await Promise.all(services.map(({ service }) => service.stop()));
  }
}
