import { addManyArticles } from "../../support/manyArticles.ts";
import { startService } from "../../support/service.ts";
import { startChild } from "../child.ts";
import type { Figure, Part } from "../part.ts";
import type { CompareFigures, CompareTask } from "./compare.ts";

interface Prepared extends CompareFigures {
  stop(): Promise<void>;
}

const documents = 10_000;

const figures: readonly Figure<Prepared>[] = [
  {
    id: "copy.compare10k.requests",
    unit: "requests",
    goal: { atMost: 110 },
    what: "Requests to one of two real services while the extension compares all of their articles: 10,000 small ones and those of the seed, with relations, components and localizations. Includes the requests for the content types.",
    measure: ({ requests }) => Promise.resolve(requests),
  },
  {
    id: "copy.compare10k.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 50 },
    what: "Peak of the heap and of its array buffers after garbage collection during this comparison, minus the peak for 100 articles.",
    measure: ({ heapGrowthMB }) => Promise.resolve(heapGrowthMB),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const services = await Promise.all([startService(), startService()]);
    const stop = async (): Promise<void> => {
      await Promise.all(services.map((service) => service.stop()));
    };
    try {
      for (const { database } of services) addManyArticles(database, documents);
      const [from, to] = services.map(({ url, tokens }) => ({ url, token: tokens.full }));
      if (!from || !to) throw new Error("There must be two services.");
      const few = { slug: { $in: Array.from({ length: 100 }, (_, at) => `many-${at + 1}`) } };
      const task: CompareTask = { from, to, few, documents };
      const child = startChild<CompareFigures>("./copy/compare.ts", task);
      try {
        return { ...(await child.next()), stop };
      } finally {
        await child.stop();
      }
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
