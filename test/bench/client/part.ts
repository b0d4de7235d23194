import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledBytes } from "../bundle.ts";
import type { Figure, Part } from "../part.ts";
import { installClient, loadClient } from "./installedClient.ts";
import {
  heapGrowth,
  overFetch,
  overhead,
  readAllOfBound,
  readAllVsBare,
  readAllVsOfficial,
  using,
  vsOfficial,
} from "./measures.ts";
import type { Prepared } from "./measures.ts";
import { countMissed } from "./missed.ts";
import { official, ours } from "./readers.ts";
import { startServers } from "./servers.ts";
import { importDifference, importRatio, timesOfBareNode } from "./startTimes.ts";

/** How often a page is read from a server that answers immediately, and from the real service. */
const atOnce = { calls: 200, rounds: 25 };
const serviceRepeats = { calls: 40, rounds: 11 };

/** `@strapi/client` as this project has it. */
const officialImport = {
  folder: fileURLToPath(new URL("../../../", import.meta.url)),
  specifier: "@strapi/client",
};

const cli = ({ installed }: Prepared): string =>
  join(installed.path, "node_modules/cms-content/dist/cli/main.js");

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
    id: "client.request.overFetch",
    unit: "times",
    what: "Our time / the time of bare fetch, with the same URL. Sequential reads of a page of 25 from the loopback server.",
    measure: ({ client, servers }) => overFetch(client, servers.instant, atOnce),
  },
  {
    id: "client.fetch.request.overFetch",
    unit: "times",
    goal: { atMost: 1.25 },
    what: "The same for cms-content/fetch.",
    measure: ({ fetchClient, servers }) => overFetch(fetchClient, servers.instant, atOnce),
  },
  {
    id: "client.fetch.request.vsOfficial",
    unit: "times",
    what: "Pages per second of cms-content/fetch / those of @strapi/client 1.6.2, which uses fetch too. Loopback server.",
    measure: ({ fetchClient, servers }) => vsOfficial(fetchClient, servers.instant, atOnce),
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
    id: "client.readAll.ofBound",
    unit: "times",
    goal: { atLeast: 0.9 },
    what: "Our speed / the upper limit for any client on this machine: bare undici.request for the same number of pages. It requests the fastest page: the first, without a total.",
    measure: ({ client, servers }) => readAllOfBound(client, servers.service),
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
    measure: () => bundledBytes("src/client/fetch/index.ts", "browser"),
  },
  {
    id: "client.bytes",
    unit: "bytes",
    what: "The same for cms-content in a bundle for Node, with undici.",
    measure: () => bundledBytes("src/client/index.ts", "node"),
  },
  {
    id: "client.bytes.official",
    unit: "bytes",
    what: "The same for @strapi/client 1.6.2 in a bundle for browsers.",
    measure: () => bundledBytes("@strapi/client", "browser"),
  },
  {
    id: "client.import.overUndiciMs",
    unit: "ms",
    goal: { atMost: 15 },
    what: "Processor time to import cms-content minus that to import undici, each in a new process. Median of 15 rounds.",
    measure: ({ installed: { path: folder } }) =>
      importDifference({ folder, specifier: "cms-content" }, { folder, specifier: "undici" }),
  },
  {
    id: "client.import.vsOfficial",
    unit: "times",
    what: "Processor time to import @strapi/client 1.6.2 / that to import cms-content, each in a new process.",
    measure: ({ installed: { path: folder } }) =>
      importRatio(officialImport, { folder, specifier: "cms-content" }),
  },
  {
    id: "client.fetch.import.vsOfficial",
    unit: "times",
    what: "The same for cms-content/fetch.",
    measure: ({ installed: { path: folder } }) =>
      importRatio(officialImport, { folder, specifier: "cms-content/fetch" }),
  },
  {
    id: "client.cli.version.overNode",
    unit: "times",
    what: "Time of `cms-content --version` / the time of a Node process that runs nothing.",
    measure: (prepared) => timesOfBareNode([cli(prepared), "--version"]),
  },
  {
    id: "client.cli.count.overNode",
    unit: "times",
    what: "The same for `cms-content count articles`, with its requests to the real service.",
    measure: (prepared) => {
      const { url, token } = prepared.servers.service;
      const words = [cli(prepared), "count", "articles"];
      return timesOfBareNode(words, { CMS_URL: url, CMS_TOKEN: token });
    },
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const installed = await installClient();
    const client = await loadClient(installed.resolve("cms-content"));
    const fetchClient = await loadClient(installed.resolve("cms-content/fetch"));
    const servers = await startServers();
    const stop = async (): Promise<void> => {
      await servers.stop();
      installed.remove();
    };
    return { installed, client, fetchClient, servers, stop };
  },
};
