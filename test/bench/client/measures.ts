import { startChild } from "../child.ts";
import { medianRatio } from "../pairs.ts";
import type { Installation } from "../../package/installed.ts";
import type { HeapTask } from "./heap.ts";
import { bare, bareFetch, official, ours, record } from "./readers.ts";
import type { EntryPoint, Reader, Row } from "./readers.ts";
import type { Server, Servers } from "./servers.ts";

export interface Prepared {
  readonly servers: Servers;
  readonly installed: Installation;
  readonly client: EntryPoint;
  readonly fetchClient: EntryPoint;
  stop(): Promise<void>;
}

/** How often both functions are called. */
interface Amount {
  readonly calls: number;
  readonly rounds: number;
}

export const overhead = (client: EntryPoint, server: Server, amount: Amount): Promise<number> =>
  using(ours(client, server), async ({ page }) => {
    const sent = await record(page);
    return medianRatio({
      of: () => expecting(25, page()),
      over: () => expecting(25, bare(sent)),
      ...amount,
    });
  });

/** The time of a client, divided by that of the global `fetch` with the same URL and headers. */
export const overFetch = (client: EntryPoint, server: Server, amount: Amount): Promise<number> =>
  using(ours(client, server), async ({ page }) => {
    const [{ url, headers } = { url: "", headers: {} }] = await record(page);
    const { authorization = "" } = headers;
    return medianRatio({
      of: () => expecting(25, page()),
      over: () => expecting(25, bareFetch([{ url, headers: { authorization } }])),
      ...amount,
    });
  });

export const vsOfficial = (client: EntryPoint, server: Server, amount: Amount): Promise<number> =>
  using(ours(client, server), ({ page }) => {
    const theirs = official(server);
    return medianRatio({
      of: () => expecting(25, theirs.page()),
      over: () => expecting(25, page()),
      ...amount,
    });
  });

export const readAllVsOfficial = (
  client: EntryPoint,
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

export const readAllOfBound = (client: EntryPoint, server: Server): Promise<number> =>
  using(ours(client, server), async ({ all, page }) => {
    const [{ headers } = { headers: {} }] = await record(page);
    const { length } = await all();
    const query = "pagination[pageSize]=100&pagination[withCount]=false";
    const cheapest = { url: `${server.url}/api/articles?${query}`, headers };
    const pages = Array.from({ length: Math.ceil(length / 100) }, () => cheapest);
    return medianRatio({
      of: () => expecting(pages.length * 100, bare(pages)),
      over: () => expecting(length, all()),
      calls: 1,
      rounds: 7,
    });
  });

export const readAllVsBare = (client: EntryPoint, server: Server): Promise<number> =>
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

export async function heapGrowth({ installed, servers }: Prepared): Promise<number> {
  const readings = (documents: number) => ({ url: servers.documents(documents).url, documents });
  const task: HeapTask = {
    path: installed.resolve("cms-content"),
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

export async function using<T>(reader: Reader, work: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    return await work(reader);
  } finally {
    await reader.stop();
  }
}

/** Throws unless the read returns the expected number of rows, so that only complete reads count. */
async function expecting(rows: number, reading: Promise<readonly Row[]>): Promise<void> {
  const { length } = await reading;
  if (length !== rows) throw new Error(`${length} rows came, not ${rows}.`);
}
