import type { Address } from "../../../src/model/foundation/address.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { medianOf } from "../pairs.ts";
import type { Figure, Part } from "../part.ts";
import { startHost } from "./host.ts";
import type { Host } from "./host.ts";
import { enlarge, largeText, largeTitle } from "./large.ts";
import type { Step, StepDone } from "./steps.ts";
import { startWay } from "./way.ts";
import type { Passage, Way } from "./way.ts";

const rounds = 5;

interface Prepared {
  readonly host: Host;
  readonly proxy: Way;
  /** A document of the magazine, in its default locale. */
  readonly small: Address;
  readonly large: Address;
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "files.save.requests",
    unit: "requests",
    goal: { atMost: 2 },
    what: "Requests to the real service from Ctrl+S until two seconds after a small document is saved. Maximum of five saves.",
    measure: async (prepared) => {
      const saves = await saveAgain(prepared);
      return Math.max(...saves.map(({ length }) => length));
    },
  },
  {
    id: "files.save.windowMs",
    unit: "ms",
    what: "Time in which a save would overwrite a change by another client: from the answer to the last read until the PUT arrives, measured in front of the service. Median of five saves of a small document.",
    measure: async (prepared) => medianOf((await saveAgain(prepared)).map(windowOf)),
  },
  {
    id: "files.open5MB.blockedMs",
    unit: "ms",
    goal: { atMost: 1000 },
    what: "Longest time for which the extension host is blocked while a document of 5 MB opens, and at the first key press in its last component. The document has rich text, JSON and 12,000 components. Median of five runs.",
    measure: async (prepared) => medianOf(await eachOpening(prepared)),
  },
  {
    id: "files.edit5MB.blockedMs",
    unit: "ms",
    what: "The same for each further key press, until the CodeLens shows the number of changes. Median of five.",
    measure: async (prepared) => medianOf(await eachKey(prepared)),
  },
];

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const service = await startService();
    const proxy = await startWay(service.url, enlarge);
    const stopBoth = async (): Promise<void> => {
      await proxy.stop();
      await service.stop();
    };
    try {
      const host = await startHost();
      const stop = async (): Promise<void> => {
        try {
          await host.stop();
        } finally {
          await stopBoth();
        }
      };
      return { ...(await connect(host, proxy, service)), host, proxy, stop };
    } catch (error) {
      await stopBoth();
      throw error;
    }
  },
};

async function connect(host: Host, { url }: Way, service: Service) {
  const { connection = "" } = await host.take({ do: "connect", url, token: service.tokens.full });
  const make = async (title: string): Promise<Address> => {
    const data = { title, kicker: "Made" };
    const answer = await plainRequest(service, "POST", "articles?status=draft", { data });
    const { documentId } = (answer.body as { data: PlainDocument }).data;
    return { connection, type: "articles", id: documentId, locale: "en" };
  };
  return { small: await make("Tea in Short"), large: await make(largeTitle) };
}

/** The requests of each of several saves. */
async function saveAgain({ host, proxy, small }: Prepared): Promise<Passage[][]> {
  const saves: Passage[][] = [];
  await host.take({ do: "open", address: small });
  for (let round = 0; round < rounds; round += 1) {
    await host.take({ do: "type", into: "kicker" });
    const earlier = proxy.passages.length;
    await host.take({ do: "save" });
    saves.push(proxy.passages.slice(earlier));
  }
  await host.take({ do: "close" });
  return saves;
}

function windowOf(save: readonly Passage[]): number {
  const write = save.find(({ method }) => method === "PUT");
  const read = save.findLast(({ method, answered }) => {
    return method === "GET" && write !== undefined && answered <= write.arrived;
  });
  if (!write || !read) throw new Error("A save did not read and write.");
  return write.arrived - read.answered;
}

/** Types into the last component, because a change at the end of a list takes longest to find. */
const key: Step = { do: "type", into: "label" };

async function eachOpening({ host, large }: Prepared): Promise<number[]> {
  const blocked: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const opened = whole(await host.take({ do: "open", address: large }));
    const typed = whole(await host.take(key));
    blocked.push(Math.max(opened.blockedMs, typed.blockedMs));
    await host.take({ do: "close" });
  }
  return blocked;
}

async function eachKey({ host, large }: Prepared): Promise<number[]> {
  const blocked: number[] = [];
  await host.take({ do: "open", address: large });
  await host.take(key);
  for (let round = 0; round < rounds; round += 1) {
    blocked.push(whole(await host.take(key)).blockedMs);
  }
  await host.take({ do: "close" });
  return blocked;
}

/** Throws unless the document is as large as declared. */
function whole(step: StepDone): StepDone {
  if (step.length < largeText) throw new Error(`The text has ${step.length} characters.`);
  return step;
}
