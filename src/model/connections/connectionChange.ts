import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Connection, ConnectionDifference } from "./connection.ts";

/** The origin to which secrets can be sent. */
export const originOf = ({ url }: Connection): string => new URL(url).origin;

/** A change of the stored connection. Undefined removes a detail. */
export type ConnectionChange = {
  readonly [K in Exclude<keyof Connection, "id">]?: Connection[K] | undefined;
};

/** A connection was added, changed or removed. */
export interface ConnectionEvent {
  readonly id: string;
  /** Whether the URL and the certificates are unchanged. Then existing clients stay valid. */
  readonly isSameEndpoint?: boolean;
}

/** The connection after a change, without removed details. */
export function withChange(connection: Connection, change: ConnectionChange): Connection {
  const entries = Object.entries({ ...connection, ...change, id: connection.id });
  // The required properties are present: only details can be undefined.
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Connection;
}

export function newConnectionId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}

/** Whether both connections have the same endpoint, with the same certificates. */
export const isSameEndpoint = (one?: Connection, other?: Connection): boolean =>
  one?.url === other?.url &&
  one?.apiPrefix === other?.apiPrefix &&
  one?.certificateFile === other?.certificateFile;

/** The connections that were added, removed or changed between two lists. */
export function connectionDifferences(
  before: readonly Connection[],
  after: readonly Connection[],
): readonly ConnectionDifference[] {
  const [old, now] = [before, after].map((all) => new Map(all.map((one) => [one.id, one])));
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids]
    .map((id) => ({ id, before: old?.get(id), after: now?.get(id) }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after));
}
