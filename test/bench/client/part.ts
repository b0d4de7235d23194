import type { Figure, Part } from "../part.ts";
import { buildClient, loadClient } from "./bundle.ts";
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

/** How often a page is read: where the answer is there at once, and where the service makes it. */
const atOnce = { calls: 200, rounds: 25 };
const made = { calls: 40, rounds: 11 };

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
    const client = await loadClient(bundle.path);
    const servers = await startServers();
    const stop = async (): Promise<void> => {
      await servers.stop();
      bundle.remove();
    };
    return { bundle, client, servers, stop };
  },
};
