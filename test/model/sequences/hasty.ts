import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { Connections } from "../../../src/model/connections/connections.ts";
import type { ClientOptions } from "../../../src/model/connections/clients.ts";
import type { ConnectionStore } from "../../../src/model/connections/connection.ts";

/** How long a client of these waits for an answer, in milliseconds: far more than the service takes. */
export const patience = 1_000;

/** Connections whose clients soon lose patience, and ask only once. */
export class HastyConnections extends Connections {
  readonly #store: ConnectionStore;
  readonly #ways: ClientOptions;
  readonly #made = new Map<string, Cms>();

  constructor(store: ConnectionStore, ways: ClientOptions) {
    super(store, ways);
    this.#store = store;
    this.#ways = ways;
  }

  override async client(id: string): Promise<Cms | undefined> {
    const connection = this.get(id);
    if (!connection) return undefined;
    const token = (await this.#store.secret(connection, "token")) ?? "";
    const known = this.#made.get(token);
    if (known) return known;
    const bounds = { timeoutMs: patience, retries: 0 };
    const cms = createCms({ baseUrl: connection.url, token, log: this.#ways.log, ...bounds });
    this.#made.set(token, cms);
    return cms;
  }

  override dispose(): void {
    super.dispose();
    for (const cms of this.#made.values()) void cms.close();
  }
}
