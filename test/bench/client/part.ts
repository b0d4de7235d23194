import { gzipSync } from "node:zlib";
import { bundleForBrowser } from "../bundle.ts";
import type { Figure, Part } from "../part.ts";
import { installClient, loadClient } from "./installedClient.ts";
import {
  boundOfReadAll,
  heapGrowth,
  overhead,
  readAllVsBare,
  readAllVsOfficial,
  using,
  vsOfficial,
} from "./measures.ts";
import type { Prepared } from "./measures.ts";
import { countMissed } from "./missed.ts";
import { official, ours } from "./readers.ts";
import { startServers } from "./servers.ts";

/** How often a page is read from a server that answers immediately, and from the real service. */
const atOnce = { calls: 200, rounds: 25 };
const serviceRepeats = { calls: 40, rounds: 11 };

const figures: readonly Figure<Prepared>[] = [
  {
    id: "client.request.overhead",
    unit: "times",
    goal: { atMost: 1.25 },
    what: "Our time / the time of bare undici.request, with the same URL and headers. Sequential reads of a page of 25. The loopback server answers immediately, so that the figure shows the overhead of the client.",
    measure: ({ client, servers }) => overhead(client, servers.instant, atOnce),
  },
  {
    id: "client.request.overhead.service",
    unit: "times",
    goal: { atMost: 1.25 },
    what: "The same on the real service, where SQL takes most of the time.",
    measure: ({ client, servers }) => overhead(client, servers.service, serviceRepeats),
  },
  {
    id: "client.request.vsOfficial",
    unit: "times",
    goal: { atLeast: 1.6 },
    what: "Our pages per second / those of @strapi/client 1.6.2. Sequential reads of a page of 25 from the loopback server. On the real service, SQL takes nearly all of the time, so clients with the same requests hardly differ.",
    measure: ({ client, servers }) => vsOfficial(client, servers.instant, atOnce),
  },
  {
    id: "client.request.vsOfficial.service",
    unit: "times",
    what: "The same on the real service.",
    measure: ({ client, servers }) => vsOfficial(client, servers.service, serviceRepeats),
  },
  {
    id: "client.readAll.vsOfficialBest",
    unit: "times",
    goal: { atLeast: 1.9 },
    what: "Time of @strapi/client 1.6.2 with pages of 100 / our time with all: true. All 10,000 articles of the real service.",
    measure: ({ client, servers }) =>
      readAllVsOfficial(client, servers.service, { pageSize: 100, rounds: 7 }),
  },
  {
    id: "client.readAll.vsOfficialDefault",
    unit: "times",
    goal: { atLeast: 5 },
    what: "The same with its default page size of 25.",
    measure: ({ client, servers }) => readAllVsOfficial(client, servers.service, { rounds: 3 }),
  },
  {
    id: "client.readAll.vsOfficialBest.bound",
    unit: "times",
    what: "The upper limit for any client on this machine. Time of @strapi/client 1.6.2 with pages of 100 / the time of bare undici.request for the same number of pages. It requests the fastest page: the first, without a total.",
    measure: ({ client, servers }) => boundOfReadAll(client, servers.service),
  },
  {
    id: "client.readAll.vsBare",
    unit: "times",
    goal: { atMost: 1.1 },
    what: "Our time / the time of undici.request with the same requests. All 10,000 articles of the real service.",
    measure: ({ client, servers }) => readAllVsBare(client, servers.service),
  },
  {
    id: "client.pages.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 20 },
    what: "Peak of the heap after garbage collection while pages() reads 100,000 documents, minus the peak for 1,000. Loopback server.",
    measure: heapGrowth,
  },
  {
    id: "client.readAll.missed",
    unit: "documents",
    goal: { atMost: 0 },
    what: "Documents that were published before and after the read but are missing in the result of all: true. Another client publishes and deletes other documents meanwhile. Three reads of 10,000 documents of the real service.",
    measure: ({ client, servers: { service } }) =>
      using(ours(client, service), (reader) => countMissed(service, reader)),
  },
  {
    id: "client.readAll.missed.official",
    unit: "documents",
    what: "The same for @strapi/client 1.6.2 with pages of 100, in the default order of the service.",
    measure: ({ servers: { service } }) => countMissed(service, official(service, 100)),
  },
  {
    id: "client.fetch.bytes",
    unit: "bytes",
    goal: { atMost: 20_000 },
    what: "Size of cms-content/fetch in a bundle for browsers, minified and gzipped, with everything in it.",
    measure: async () => gzipSync((await bundleForBrowser()).code, { level: 9 }).length,
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const installed = await installClient();
    const client = await loadClient(installed.path);
    const servers = await startServers();
    const stop = async (): Promise<void> => {
      await servers.stop();
      installed.remove();
    };
    return { installed, client, servers, stop };
  },
};
