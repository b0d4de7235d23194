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
    what: "Requests that are answered when the rows of a collection of 100,000 are there for VS Code to draw; what the service holds was read before.",
    measure: ({ firstRowsRequests }) => Promise.resolve(firstRowsRequests),
  },
  {
    id: "tree.firstRows.ratio100k",
    unit: "times",
    goal: { atMost: 1.3 },
    what: "The time until the first rows of a collection are there, of 100,000 / of 1,000, over a server that answers both alike.",
    measure: ({ firstRowsRatio }) => Promise.resolve(firstRowsRatio),
  },
  {
    id: "tree.redraw.requests",
    unit: "requests",
    goal: { atMost: 0 },
    what: "Requests for drawing a collection ten times more once it has been opened.",
    measure: ({ redrawRequests }) => Promise.resolve(redrawRequests),
  },
  {
    id: "tree.row.bytes",
    unit: "bytes",
    goal: { atMost: 2048 },
    what: "By how much the heap of the extension host has grown for each of 10,000 loaded rows, once they are drawn: what the extension holds. Median of five.",
    measure: ({ rowBytes }) => Promise.resolve(rowBytes),
  },
  {
    id: "tree.load10k.ms",
    unit: "ms",
    what: "How long Load All takes for 10,000 rows with their states, until they are there for VS Code to draw, over a server that answers at once. Median of five.",
    measure: ({ load10kMs }) => Promise.resolve(load10kMs),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const service = await startService();
    const totals = [1_000, 10_000, 100_000];
    const ways = await Promise.all(totals.map((total) => startMany(service.url, total)));
    const [thousand = "", tenThousand = "", hundredThousand = ""] = ways.map(({ url }) => url);
    const stop = async (): Promise<void> => {
      await Promise.all(ways.map((proxy) => proxy.stop()));
      await service.stop();
    };
    try {
      const host = await startHost();
      const token = service.tokens.full;
      const urls = { token, thousand, tenThousand, hundredThousand };
      const { tree } = await host.take({ do: "tree", ways: urls }).finally(() => host.stop());
      if (!tree) throw new Error("Nothing of the tree was measured.");
      return { ...tree, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
