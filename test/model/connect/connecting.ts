import { Connections } from "../../../src/model/connect/connections.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";

/** A URL where no server listens. */
export const url = "http://127.0.0.1:9";

/** Connections with their own store, and the ids of changed connections. */
export function connect() {
  const store = new ConnectionsInMemory();
  const connections = new Connections(store, plainWays);
  const reported: string[] = [];
  connections.onDidChange(({ id }) => reported.push(id));
  return { store, connections, reported };
}
