import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { startChild } from "../child.ts";

const articles = 10_000;

/** A page of 25 articles as the service sends it. */
export interface RecordedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service, with the settings that a client needs to connect. */
export interface Server {
  readonly url: string;
  readonly token: string;
}

export interface Servers {
  /** The real service, with 10,000 articles in addition to those of the seed. */
  readonly service: Server;
  /** Answers every request immediately, with the bytes and headers of the service's page of 25. */
  readonly instant: Server;
  /** A server that answers immediately, as a service with this number of small documents. */
  documents(count: number): Server;
  stop(): Promise<void>;
}

export async function startServers(): Promise<Servers> {
  const service = await startService({ env: { BULK: String(articles) } });
  try {
    const answering = startChild<{ url: string }>("client/answering.ts", await recordPage(service));
    const token = service.tokens.full;
    const { url } = await answering.next();
    return {
      service: { url: service.url, token },
      instant: { url: `${url}/page`, token },
      documents: (count) => ({ url: `${url}/${count}`, token }),
      stop: async () => {
        await Promise.all([answering.stop(), service.stop()]);
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function recordPage({ url, tokens }: Service): Promise<RecordedPage> {
  const answer = await fetch(`${url}/api/articles?pagination[page]=1&pagination[pageSize]=25`, {
    headers: { authorization: `Bearer ${tokens.full}` },
  });
  const headers = Object.fromEntries(answer.headers);
  // These headers apply to one connection. Each server writes its own.
  for (const name of ["connection", "keep-alive", "date"]) Reflect.deleteProperty(headers, name);
  return { body: await answer.text(), headers };
}
