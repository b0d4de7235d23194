import { subscribe, unsubscribe } from "node:diagnostics_channel";

interface Message {
  readonly request: { readonly origin: unknown };
  readonly chunk?: Uint8Array;
}

/**
 * How often a service answered each row of a document while `work` ran, by documentId and row id.
 * Drafts, published versions and localizations are rows of their own.
 */
export async function countAnsweredRows(
  origin: string,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const chunks = new Map<unknown, Uint8Array[]>();
  const receive = (message: unknown): void => {
    const { request, chunk } = message as Message;
    if (String(request.origin) !== origin || !chunk) return;
    chunks.set(request, [...(chunks.get(request) ?? []), chunk]);
  };
  const end = (message: unknown): void => {
    const { request } = message as Message;
    const body = Buffer.concat(chunks.get(request) ?? []).toString();
    chunks.delete(request);
    for (const row of rowsIn(body)) counts.set(row, (counts.get(row) ?? 0) + 1);
  };
  subscribe("undici:request:bodyChunkReceived", receive);
  subscribe("undici:request:trailers", end);
  try {
    await work();
  } finally {
    unsubscribe("undici:request:bodyChunkReceived", receive);
    unsubscribe("undici:request:trailers", end);
  }
  return counts;
}

interface Row {
  readonly documentId?: string;
  readonly id: number;
}

/** The rows of an answer; none if it is not JSON. Media files are not documents. */
function rowsIn(body: string): string[] {
  if (!body.startsWith('{"data":')) return [];
  const { data } = JSON.parse(body) as { readonly data: Row | readonly Row[] | null };
  return [data ?? []]
    .flat()
    .flatMap(({ documentId, id }) => (documentId === undefined ? [] : `${documentId} ${id}`));
}
