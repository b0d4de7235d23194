import { startService } from "../../support/service.ts";
import { startHost } from "../files/host.ts";
import type { Figure, Part } from "../part.ts";
import type { TreeFigures } from "./inTree.ts";
import { startMany } from "./many.ts";

interface Prepared extends TreeFigures {
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "tree.firstRows.requests",
    unit: "requests",
    goal: { atMost: 1 },
    what: "Requests that are answered when the first tree items of a collection of 100,000 documents are ready. The content types were read before.",
    measure: ({ firstRowsRequests }) => Promise.resolve(firstRowsRequests),
  },
  {
    id: "tree.firstRows.ratio100k",
    unit: "times",
    goal: { atMost: 1.3 },
    what: "Time until the first tree items of a collection are ready: for 100,000 documents / for 1,000. The server answers both in the same way.",
    measure: ({ firstRowsRatio }) => Promise.resolve(firstRowsRatio),
  },
  {
    id: "tree.redraw.requests",
    unit: "requests",
    goal: { atMost: 0 },
    what: "Requests for ten more redraws of an expanded collection.",
    measure: ({ redrawRequests }) => Promise.resolve(redrawRequests),
  },
  {
    id: "tree.row.bytes",
    unit: "bytes",
    goal: { atMost: 2048 },
    what: "Growth of the extension host's heap for each of 10,000 loaded tree items, without VS Code's own objects. Median of five.",
    measure: ({ rowBytes }) => Promise.resolve(rowBytes),
  },
  {
    id: "tree.load10k.ms",
    unit: "ms",
    what: "Time that Load All takes for 10,000 documents with their publication status. The server answers immediately. Median of five.",
    measure: ({ load10kMs }) => Promise.resolve(load10kMs),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const service = await startService();
    const totals = [1_000, 10_000, 100_000];
    const proxies = await Promise.all(totals.map((total) => startMany(service.url, total)));
    const [thousand = "", tenThousand = "", hundredThousand = ""] = proxies.map(({ url }) => url);
    const stop = async (): Promise<void> => {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await service.stop();
    };
    try {
      const host = await startHost();
      const token = service.tokens.full;
      const urls = { token, thousand, tenThousand, hundredThousand };
      try {
        const { tree } = await host.take({ do: "tree", urls });
        if (!tree) throw new Error("Nothing of the tree was measured.");
        return { ...tree, stop };
      } finally {
        await host.stop();
      }
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
