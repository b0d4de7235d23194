import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Connection, ConnectionDifference } from "./connection.ts";

/** Where secrets may be sent. */
export const originOf = ({ url }: Connection): string => new URL(url).origin;

/** A change of what is kept; undefined takes a detail away. */
export type ConnectionChange = {
  readonly [K in Exclude<keyof Connection, "id">]?: Connection[K] | undefined;
};

/** That a connection was added, changed or removed. */
export interface ConnectionEvent {
  readonly id: string;
  /** It is where it was, with the same certificates: whoever has a client of its own may keep it. */
  readonly isSameEndpoint?: boolean;
}

/** The connection after a change, without what is kept no more. */
export function withChange(connection: Connection, change: ConnectionChange): Connection {
  const entries = Object.entries({ ...connection, ...change, id: connection.id });
  // What a connection must have is in it: only details can be undefined.
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Connection;
}

/** An id that no connection has. */
export function newConnectionId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}

/** Whether a connection leads to the same place, with the same certificates. */
export const isSameEndpoint = (one?: Connection, other?: Connection): boolean =>
  one?.url === other?.url &&
  one?.apiPrefix === other?.apiPrefix &&
  one?.certificateFile === other?.certificateFile;

/** What came, went or changed from one list to another. */
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
