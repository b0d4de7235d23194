import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { strapi } from "@strapi/client";
import { request } from "undici";
import type { Cms } from "../../../src/client/index.ts";
import type { Server } from "./servers.ts";

export interface Row {
  readonly documentId: string;
}

interface Page {
  readonly data: readonly Row[];
  readonly meta: { readonly pagination?: { readonly pageCount?: number } };
}

/** A request as a client sent it. */
export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client that is measured. Its functions reject unless they get the expected result. */
export interface Reader {
  /** The first page of 25. */
  readonly page: () => Promise<readonly Row[]>;
  /** Every document. */
  readonly all: () => Promise<readonly Row[]>;
  readonly stop: () => Promise<void>;
}

const firstPage = { page: 1, pageSize: 25 };

/** An entry point of the client. */
export interface EntryPoint {
  readonly createCms: (options: { readonly baseUrl: string; readonly token: string }) => Cms;
}

/** The client of this project, as it ships. */
export function ours({ createCms }: EntryPoint, { url, token }: Server): Reader {
  const cms = createCms({ baseUrl: url, token });
  const articles = cms.collection<Row>("articles");
  return {
    page: async () => {
      const [error, rows] = await articles.findMany({ params: { pagination: firstPage } });
      if (error) throw error;
      return rows;
    },
    all: async () => {
      const [error, rows] = await articles.findMany({ all: true });
      if (error) throw error;
      return rows;
    },
    stop: () => cms.close(),
  };
}

/** The official client, with the loop over pages that its caller must write. */
export function official({ url, token }: Server, pageSize?: number): Reader {
  const articles = strapi({ baseURL: `${url}/api`, auth: token }).collection("articles");
  // Without generated types, the official client's types say only that the result contains documents.
  const read = async (pagination: object) =>
    (await articles.find({ pagination })) as unknown as Page;
  return {
    page: async () => (await read(firstPage)).data,
    all: async () => {
      const rows: Row[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const { data, meta } = await read(pageSize === undefined ? { page } : { page, pageSize });
        rows.push(...data);
        last = meta.pagination?.pageCount ?? 0;
      }
      return rows;
    },
    stop: () => Promise.resolve(),
  };
}

/** Minimal code with undici: sends the requests one after the other, parses each answer, and keeps the rows. */
export async function bare(requests: readonly Sent[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { url, headers } of requests) {
    const { body } = await request(url, { headers });
    const { data } = (await body.json()) as Page;
    rows.push(...data);
  }
  return rows;
}

/** The same with the global `fetch`. */
export async function bareFetch(requests: readonly Sent[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { url, headers } of requests) {
    const { data } = (await (await fetch(url, { headers })).json()) as Page;
    rows.push(...data);
  }
  return rows;
}

/** Records the requests that any copy of undici sends during the work. */
export async function record(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const hear = (message: unknown): void => {
    const { request } = message as { request: { origin: string; path: string; headers: string[] } };
    const { origin, path, headers } = request;
    const names = headers.filter((_, at) => at % 2 === 0);
    const named = names.map((name, at) => [name, headers[at * 2 + 1] ?? ""]);
    sent.push({ url: origin + path, headers: Object.fromEntries(named) as Sent["headers"] });
  };
  subscribe("undici:request:create", hear);
  try {
    await work();
  } finally {
    unsubscribe("undici:request:create", hear);
  }
  return sent;
}
