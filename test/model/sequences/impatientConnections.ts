import { createCms } from "../../../src/client/index.ts";
import type { Cms, LogEntry } from "../../../src/client/index.ts";
import { Connections } from "../../../src/model/connect/connections.ts";
import type { ClientOptions } from "../../../src/model/connect/clients.ts";
import type { ConnectionStore } from "../../../src/model/connect/connection.ts";

/** The timeout of these clients in milliseconds. The service needs far less time. */
export const clientTimeoutMs = 1_000;

/** Connections whose clients have a short timeout and don't retry. */
export class ImpatientConnections extends Connections {
  readonly #store: ConnectionStore;
  readonly #options: ClientOptions;
  readonly #made = new Map<string, Cms>();

  constructor(store: ConnectionStore, options: ClientOptions) {
    super(store, options);
    this.#store = store;
    this.#options = options;
  }

  override async client(id: string): Promise<Cms | undefined> {
    const connection = this.get(id);
    if (!connection) return undefined;
    const token = (await this.#store.secret(connection, "token")) ?? "";
    const known = this.#made.get(token);
    if (known) return known;
    const bounds = { timeoutMs: clientTimeoutMs, retries: 0 };
    const { url: baseUrl } = connection;
    const log = (entry: LogEntry) => this.#options.log(entry, baseUrl);
    const cms = createCms({ baseUrl, token, log, ...bounds });
    this.#made.set(token, cms);
    return cms;
  }

  override dispose(): void {
    super.dispose();
    for (const cms of this.#made.values()) void cms.close();
  }
}
