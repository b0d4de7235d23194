// Reads documents page by page in its own process without keeping them, and reports the peak of the heap.
import { answer, readInput } from "../child.ts";
import { loadClient } from "./installedClient.ts";
import type { Server } from "./servers.ts";

export interface HeapTask {
  readonly path: string;
  readonly token: Server["token"];
  readonly few: Readings;
  readonly many: Readings;
}

interface Readings {
  readonly url: string;
  readonly documents: number;
}

const { path, token, few, many } = await readInput<HeapTask>();
const { createCms } = await loadClient(path);

// Code that is compiled and caches that fill at first use don't count as growth.
await peakOf(few);
const base = await peakOf(few);
answer({ megabytes: ((await peakOf(many)) - base) / 1_000_000 });

/** The peak of the heap in bytes. Samples follow a garbage collection, at every fifth page and at the end. */
async function peakOf({ url, documents }: Readings): Promise<number> {
  const cms = createCms({ baseUrl: url, token });
  let [read, pages, peak] = [0, 0, 0];
  for await (const [error, rows] of cms.collection<{ documentId: string }>("articles").pages()) {
    if (error) throw error;
    read += rows.length;
    pages += 1;
    if (pages % 5 === 0) peak = Math.max(peak, heap());
  }
  peak = Math.max(peak, heap());
  await cms.close();
  if (read !== documents) throw new Error(`${read} documents were read, not ${documents}.`);
  return peak;
}

function heap(): number {
  gc?.();
  return process.memoryUsage().heapUsed;
}
