import type { Address } from "../../../src/model/foundation/address.ts";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { startService } from "../../support/service.ts";
import { startHost } from "../files/host.ts";
import type { Host } from "../files/host.ts";
import { startWay } from "../files/way.ts";
import type { Way } from "../files/way.ts";
import type { Figure, Part } from "../part.ts";
import { hundredKB, largeData } from "./large.ts";

const rounds = 5;
/** How long the proxy holds other answers while the editor waits for the text, in milliseconds. */
const holdingFor = 5_000;

interface Prepared {
  readonly host: Host;
  readonly proxy: Way;
  /** Articles of the magazine, with relations, files, components and other locales. */
  readonly articles: readonly Address[];
  /** A document of more than 100 KB. */
  readonly large: Address;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "editor.open.requests",
    unit: "requests",
    goal: { atMost: 3 },
    what: "Requests to the real service from the click on a document until two seconds after its editor is complete. Maximum of five articles with relations, media files and components. The content types were read before.",
    measure: async ({ host, proxy, articles }) => {
      const counts: number[] = [];
      for (const address of articles) {
        const earlier = proxy.passages.length;
        await host.take({ do: "open", address });
        counts.push(proxy.passages.length - earlier);
        await host.take({ do: "close" });
      }
      // The first one also reads the content types.
      return Math.max(...counts.slice(1));
    },
  },
  {
    id: "editor.open.requestsBeforeText",
    unit: "requests",
    goal: { atMost: 1 },
    what: "Number of these requests that are answered when the text appears. The proxy holds all answers except that of the draft until then, for at most five seconds. Maximum of five articles.",
    measure: async ({ host, proxy, articles }) => {
      const counts: number[] = [];
      for (const address of articles) {
        // Reads the content types before the measurement.
        await host.take({ do: "open", address });
        await host.take({ do: "close" });
        counts.push(await answeredBeforeText(host, proxy, address));
        await host.take({ do: "close" });
      }
      return Math.max(...counts);
    },
  },
  {
    id: "editor.open100KB.hostMs",
    unit: "ms",
    goal: { atMost: 50 },
    what: "Total time that code of the extension runs, from the click on a document of 100 KB until two seconds after its CodeLens appears. The document has rich text, blocks and 300 components. Maximum of five runs.",
    measure: async ({ host, large }) => Math.max(...(await openLarge(host, large))),
  },
];

async function answeredBeforeText(host: Host, proxy: Way, address: Address): Promise<number> {
  const release = proxy.hold((path) => !path.startsWith(`/api/${address.type}/${address.id}?`));
  const timer = setTimeout(release, holdingFor);
  const earlier = proxy.passages.length;
  await host.take({ do: "show", address });
  const answered = proxy.passages.length - earlier;
  clearTimeout(timer);
  release();
  return answered;
}

/** How long code of the extension runs in each of several openings, in milliseconds. */
async function openLarge(host: Host, address: Address): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { ownMs, length } = await host.take({ do: "open", address, profiled: true });
    // The measurement counts only if the document is as large as declared.
    if (length < hundredKB) throw new Error(`The text has ${length} characters.`);
    if (ownMs === undefined) throw new Error("Nobody looked at what ran.");
    times.push(ownMs);
    await host.take({ do: "close" });
  }
  return times;
}

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const service = await startService();
    const proxy = await startWay(service.url, (body) => body);
    const stopBoth = async (): Promise<void> => {
      await proxy.stop();
      await service.stop();
    };
    try {
      const query = "status=draft&locale=en&sort=documentId&pagination[pageSize]=6";
      const documents = await plainList(service, `articles?${query}`);
      const host = await startHost();
      const stop = async (): Promise<void> => {
        try {
          await host.stop();
        } finally {
          await stopBoth();
        }
      };
      const token = service.tokens.full;
      const { connection = "" } = await host.take({ do: "connect", url: proxy.url, token });
      const creation = await plainRequest(service, "POST", "articles?status=draft", {
        data: largeData,
      });
      const { documentId: id } = (creation.body as { data: PlainDocument }).data;
      const large = { connection, type: "articles", id, locale: "en" };
      const articles = documents.map(({ documentId }): Address => {
        return { connection, type: "articles", id: documentId, locale: "en" };
      });
      return { host, proxy, articles, large, stop };
    } catch (error) {
      await stopBoth();
      throw error;
    }
  },
};
