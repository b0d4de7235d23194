import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { Connections } from "../../../src/model/connections.ts";
import type { ConnectionStore, LogEntry } from "../../../src/model/connections.ts";

/** How long a client of these waits for an answer, in milliseconds: far more than the service takes. */
export const patience = 1_000;

/** Connections whose clients soon lose patience, and ask only once. */
export class HastyConnections extends Connections {
  readonly #store: ConnectionStore;
  readonly #log: (entry: LogEntry) => void;
  readonly #made = new Map<string, Cms>();

  constructor(store: ConnectionStore, log: (entry: LogEntry) => void) {
    super(store, log);
    this.#store = store;
    this.#log = log;
  }

  override async client(id: string): Promise<Cms | undefined> {
    const connection = this.get(id);
    if (!connection) return undefined;
    const token = (await this.#store.token(connection)) ?? "";
    const known = this.#made.get(token);
    if (known) return known;
    const bounds = { timeoutMs: patience, retries: 0 };
    const cms = createCms({ baseUrl: connection.url, token, log: this.#log, ...bounds });
    this.#made.set(token, cms);
    return cms;
  }

  override dispose(): void {
    super.dispose();
    for (const cms of this.#made.values()) void cms.close();
  }
}
