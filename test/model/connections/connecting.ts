import { Connections } from "../../../src/model/connections/connections.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";

/** Where nothing listens. */
export const url = "http://127.0.0.1:9";

/** Connections over a store of their own, and the ids of which they tell. */
export function connect() {
  const store = new ConnectionsInMemory();
  const connections = new Connections(store, plainWays);
  const told: string[] = [];
  connections.onDidChange(({ id }) => told.push(id));
  return { store, connections, told };
}
