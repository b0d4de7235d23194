import { addManyArticles, fillManyArticles } from "../../support/manyArticles.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { startChild } from "../child.ts";
import type { Figure, Part } from "../part.ts";
import type { FolderFigures, FolderTask } from "./run.ts";

interface Prepared {
  readonly few: FolderFigures;
  readonly heapGrowth: number;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "folder.pull1000.requests",
    unit: "requests",
    what: "Requests per 1,000 documents of the first pull of articles to a folder, for 1,000 additional articles. The content types were read before. The real service.",
    measure: ({ few }) => Promise.resolve((few.requests / few.documents) * 1_000),
  },
  {
    id: "folder.push.unchanged.requestsPer100",
    unit: "requests",
    goal: { atMost: 1 },
    what: "Requests per 100 documents of a push that finds no changed file, after these articles were pulled. It reads a page of their drafts and of their published versions.",
    measure: ({ few }) => Promise.resolve((few.pushRequests / few.documents) * 100),
  },
  {
    id: "folder.pull10k.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 20 },
    what: "Peak of the heap and of its array buffers after garbage collection during two pulls with 10,000 additional articles, minus the peak with 1,000. The second pull changes nothing.",
    measure: ({ heapGrowth }) => Promise.resolve(heapGrowth / 1_000_000),
  },
  {
    id: "folder.status.ms",
    unit: "ms",
    what: "Time of a status of the folder with the 1,000 additional articles, which has more than 2,000 files. Sends no request. Median of five.",
    measure: ({ few }) => Promise.resolve(few.statusMs),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    // Code that is compiled and caches that fill at first use don't count as growth.
    const [, few, many] = await pullEach([1_000, 1_000, 10_000]);
    if (!few || !many) throw new Error("A pull has no figures.");
    return { few, heapGrowth: many.peak - few.peak, stop: () => Promise.resolve() };
  },
};

/** Pulls a service with each of these numbers of additional articles, all in one process. */
async function pullEach(counts: readonly number[]): Promise<readonly FolderFigures[]> {
  const folder = temporaryFolder();
  const services = await Promise.all(
    counts.map(async (count) => {
      const service = await startService();
      addManyArticles(service.database, count);
      fillManyArticles(service.database);
      return service;
    }),
  );
  const endpoints = services.map(({ url, tokens }) => ({ url, token: tokens.full }));
  const task: FolderTask = { path: folder.path, services: endpoints };
  const child = startChild<readonly FolderFigures[]>("./folder/run.ts", task);
  try {
    const all = await child.next();
    for (const [at, { documents }] of all.entries())
      if (documents < (counts[at] ?? 0)) throw new Error(`A pull read ${documents} documents.`);
    return all;
  } finally {
    await child.stop();
    await Promise.all(services.map((service) => service.stop()));
    folder.remove();
  }
}
