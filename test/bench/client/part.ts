import { startChild } from "../child.ts";
import { medianRatio } from "../pairs.ts";
import type { Figure, Part } from "../part.ts";
import { buildClient, loadClient } from "./bundle.ts";
import type { Bundle, Client } from "./bundle.ts";
import type { HeapTask } from "./heap.ts";
import { countMissed } from "./missed.ts";
import { bare, official, ours, record } from "./readers.ts";
import type { Reader, Row } from "./readers.ts";
import { startServers } from "./servers.ts";
import type { Server, Servers } from "./servers.ts";

/** How often a page is read: where the answer is there at once, and where the service makes it. */
const atOnce = { calls: 200, rounds: 25 };
const made = { calls: 40, rounds: 11 };

interface Prepared {
  readonly servers: Servers;
  readonly client: Client;
  readonly bundle: Bundle;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "client.request.overhead",
    unit: "times",
    goal: { atMost: 1.25 },
    what: "A page of 25, one after the other: our time / bare undici.request with the same URL and headers. Loopback server that answers at once, so that nothing hides what the client adds.",
    measure: ({ client, servers }) => overhead(client, servers.instant, atOnce),
  },
  {
    id: "client.request.overhead.service",
    unit: "times",
    goal: { atMost: 1.25 },
    what: "The same on the real service, whose SQL takes most of the time.",
    measure: ({ client, servers }) => overhead(client, servers.service, made),
  },
  {
    id: "client.request.vsOfficial",
    unit: "times",
    goal: { atLeast: 1.6 },
    what: "Pages of 25 per second, one after the other: ours / @strapi/client 1.6.2. Loopback server that answers at once: on the real service its own SQL is nearly all of the time, and two clients that ask the same are alike.",
    measure: ({ client, servers }) => vsOfficial(client, servers.instant, atOnce),
  },
  {
    id: "client.request.vsOfficial.service",
    unit: "times",
    what: "The same on the real service.",
    measure: ({ client, servers }) => vsOfficial(client, servers.service, made),
  },
  {
    id: "client.readAll.vsOfficialBest",
    unit: "times",
    goal: { atLeast: 1.9 },
    what: "All of 10,000 articles on the real service: time of @strapi/client 1.6.2 page by page with size 100 / ours with all: true.",
    measure: ({ client, servers }) =>
      readAllVsOfficial(client, servers.service, { pageSize: 100, rounds: 7 }),
  },
  {
    id: "client.readAll.vsOfficialDefault",
    unit: "times",
    goal: { atLeast: 5 },
    what: "The same against its default size of 25.",
    measure: ({ client, servers }) => readAllVsOfficial(client, servers.service, { rounds: 3 }),
  },
  {
    id: "client.readAll.vsOfficialBest.bound",
    unit: "times",
    what: "What no client could pass on this machine: time of @strapi/client 1.6.2 with size 100 / bare undici.request of the cheapest page of 100 that the service has (its first, uncounted) as often as there are pages.",
    measure: ({ client, servers }) => boundOfReadAll(client, servers.service),
  },
  {
    id: "client.readAll.vsBare",
    unit: "times",
    goal: { atMost: 1.1 },
    what: "All of 10,000 articles on the real service: our time / undici.request sending the very same requests.",
    measure: ({ client, servers }) => readAllVsBare(client, servers.service),
  },
  {
    id: "client.pages.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 20 },
    what: "Peak of the heap, collected, while pages() reads 100,000 documents, less the peak for 1,000. Loopback server.",
    measure: heapGrowth,
  },
  {
    id: "client.readAll.missed",
    unit: "documents",
    goal: { atMost: 0 },
    what: "Documents that were there, published, all the time and were not in the result of all: true, while another client republishes and deletes others. Three readings of 10,000 on the real service.",
    measure: ({ client, servers: { service } }) =>
      using(ours(client, service), (reader) => countMissed(service, reader)),
  },
  {
    id: "client.readAll.missed.official",
    unit: "documents",
    what: "The same for @strapi/client 1.6.2 page by page with size 100, in the service's default order.",
    measure: ({ servers: { service } }) => countMissed(service, official(service, 100)),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const bundle = buildClient();
    const client = loadClient(bundle.path);
    const servers = await startServers();
    const stop = async (): Promise<void> => {
      await servers.stop();
      bundle.remove();
    };
    return { bundle, client, servers, stop };
  },
};

type Amount = typeof atOnce;

const overhead = (client: Client, server: Server, amount: Amount): Promise<number> =>
  using(ours(client, server), async ({ page }) => {
    const sent = await record(page);
    return medianRatio({
      of: () => expecting(25, page()),
      over: () => expecting(25, bare(sent)),
      ...amount,
    });
  });

const vsOfficial = (client: Client, server: Server, amount: Amount): Promise<number> =>
  using(ours(client, server), ({ page }) => {
    const theirs = official(server);
    return medianRatio({
      of: () => expecting(25, theirs.page()),
      over: () => expecting(25, page()),
      ...amount,
    });
  });

const readAllVsOfficial = (
  client: Client,
  server: Server,
  { pageSize, rounds }: { pageSize?: number; rounds: number },
): Promise<number> =>
  using(ours(client, server), async ({ all }) => {
    const { length } = await all();
    const theirs = official(server, pageSize);
    return medianRatio({
      of: () => expecting(length, theirs.all()),
      over: () => expecting(length, all()),
      calls: 1,
      rounds,
    });
  });

const boundOfReadAll = (client: Client, server: Server): Promise<number> =>
  using(ours(client, server), async ({ all, page }) => {
    const [{ headers } = { headers: {} }] = await record(page);
    const { length } = await all();
    const query = "pagination[pageSize]=100&pagination[withCount]=false";
    const cheapest = { url: `${server.url}/api/articles?${query}`, headers };
    const pages = Array.from({ length: Math.ceil(length / 100) }, () => cheapest);
    const theirs = official(server, 100);
    return medianRatio({
      of: () => expecting(length, theirs.all()),
      over: () => expecting(pages.length * 100, bare(pages)),
      calls: 1,
      rounds: 7,
    });
  });

const readAllVsBare = (client: Client, server: Server): Promise<number> =>
  using(ours(client, server), async ({ all }) => {
    const sent = await record(all);
    const { length } = await all();
    return medianRatio({
      of: () => expecting(length, all()),
      over: () => expecting(length, bare(sent)),
      calls: 1,
      rounds: 7,
    });
  });

async function heapGrowth({ bundle, servers }: Prepared): Promise<number> {
  const readings = (documents: number) => ({ url: servers.documents(documents).url, documents });
  const task: HeapTask = {
    bundle: bundle.path,
    token: servers.instant.token,
    few: readings(1_000),
    many: readings(100_000),
  };
  const child = startChild<{ megabytes: number }>("client/heap.ts", task);
  try {
    const { megabytes } = await child.next();
    return megabytes;
  } finally {
    await child.stop();
  }
}

async function using<T>(reader: Reader, work: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await work(reader);
  } finally {
    await reader.stop();
  }
}

/** Only work that was done counts. */
async function expecting(rows: number, reading: Promise<readonly Row[]>): Promise<void> {
  const { length } = await reading;
  if (length !== rows) throw new Error(`${length} rows came, not ${rows}.`);
}
