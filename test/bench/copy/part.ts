import { addManyArticles, fillManyArticles } from "../../support/manyArticles.ts";
import type { Service } from "../../support/service.ts";
import { startService } from "../../support/service.ts";
import { startChild } from "../child.ts";
import type { Figure, Part } from "../part.ts";
import type { CompareFigures, CompareTask } from "./compare.ts";
import { measureMatching } from "./match.ts";
import type { WriteFigures, WriteTask } from "./write.ts";

interface Prepared {
  readonly compared: CompareFigures;
  readonly written: WriteFigures;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "copy.compare10k.requests",
    unit: "requests",
    goal: { atMost: 110 },
    what: "Requests to one of two real services while the extension compares all of their articles: 10,000 small ones and those of the seed, with relations, components and localizations. Includes the requests for the content types.",
    measure: ({ compared: { requests } }) => Promise.resolve(requests),
  },
  {
    id: "copy.compare10k.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 50 },
    what: "Peak of the heap and of its array buffers after garbage collection during this comparison, minus the peak for 100 articles.",
    measure: ({ compared: { heapGrowthMB } }) => Promise.resolve(heapGrowthMB),
  },
  {
    id: "copy.match10k.ms",
    unit: "ms",
    goal: { atMost: 1_000 },
    what: "Time to match 10,000 documents of one service with as many of another that all have the same key. Without services. Median of five.",
    measure: () => Promise.resolve(measureMatching()),
  },
  {
    id: "copy.write1000.requestsPerDocument",
    unit: "requests",
    goal: { atMost: 2 },
    what: "Source documents read, in requests' worth, while the extension plans and copies 1,000 small articles with texts and relations to another real service: the rows of these articles in the answers of the source / 1,000. Without the comparison before.",
    measure: ({ written: { requestsPerDocument } }) => Promise.resolve(requestsPerDocument),
  },
  {
    id: "copy.write1000.sentPerDocument",
    unit: "requests",
    goal: { atMost: 3 },
    what: "Requests to the target during this plan and copy / 1,000: writes, their verification, and what precedes them.",
    measure: ({ written: { sentPerDocument } }) => Promise.resolve(sentPerDocument),
  },
  {
    id: "copy.write1000.vsOneByOne",
    unit: "times",
    goal: { atMost: 1.3 },
    what: "Time of this plan and copy / the time in which the client alone creates the same documents there, one after the other, and adds the relations between them.",
    measure: ({ written: { vsOneByOne } }) => Promise.resolve(vsOneByOne),
  },
  {
    id: "copy.write1000.seconds",
    unit: "seconds",
    what: "Time of this plan and copy.",
    measure: ({ written: { seconds } }) => Promise.resolve(seconds),
  },
];

/** Starts two services, and measures something between them in another process. */
async function measureBetween<T>(
  fill: (from: Service, to: Service) => void,
  file: string,
  task: object,
): Promise<T> {
  const [from, to] = await Promise.all([startService(), startService()]);
  try {
    fill(from, to);
    const services = [from, to].map(({ url, tokens }) => ({ url, token: tokens.full }));
    const child = startChild<T>(file, { ...task, from: services[0], to: services[1] });
    try {
      return await child.next();
    } finally {
      await child.stop();
    }
  } finally {
    await Promise.all([from.stop(), to.stop()]);
  }
}

type Task<T> = Omit<T, "from" | "to">;

const slugs = (count: number) => ({
  slug: { $in: Array.from({ length: count }, (_, at) => `many-${at + 1}`) },
});

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const compared = await measureBetween<CompareFigures>(
      (from, to) => {
        for (const { database } of [from, to]) addManyArticles(database, 10_000);
      },
      "./copy/compare.ts",
      { few: slugs(100), documents: 10_000 } satisfies Task<CompareTask>,
    );
    const written = await measureBetween<WriteFigures>(
      ({ database }) => {
        addManyArticles(database, 1_000);
        fillManyArticles(database);
      },
      "./copy/write.ts",
      { filter: { slug: { $startsWith: "many-" } }, documents: 1_000 } satisfies Task<WriteTask>,
    );
    return { compared, written, stop: () => Promise.resolve() };
  },
};
