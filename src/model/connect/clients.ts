import type { Cms, CmsOptions, LogEntry } from "../../client/index.ts";
import type { Connection, ConnectionStore, Credentials } from "./connection.ts";
import { Emitter, type Disposable } from "../foundation/events.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ConnectionFailure, ConnectionResult } from "./connectionFailure.ts";
import type { RequestFile } from "./apiLocation.ts";

export interface ClientOptions {
  /** @param url The URL of the service. */
  readonly log: (entry: LogEntry, url: string) => void;
  /** Proxy and certificates, looked up for each new client. */
  readonly network: (
    service: Pick<Connection, "url" | "certificateFile">,
  ) => Promise<Pick<CmsOptions, "proxy" | "noProxy" | "tls">>;
  /** Called before each write and each retry of it. Without it, all writes are allowed. */
  readonly isWriteAllowed?: (connection: Connection) => boolean;
  readonly requestFile: RequestFile;
  /** The longest wait for one answer; the client's own when absent. */
  readonly timeoutMs?: number | undefined;
}

/** The error with which `ClientOptions.network` rejects if settings or files are invalid. */
export class NetworkSettingsError extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

export type ServiceAccess = Credentials & Pick<Connection, "apiPrefix" | "certificateFile">;

/** `user` is the signed-in user. `anybody` uses the connection's token, if it has one. */
export type RequestIdentity = "anybody" | "user";

/** Of a request to the connection with this id. */
export type RequestResult = Pick<LogEntry, "status" | "code"> & { readonly id: string };

/** A client for each connection and identity, created on first use. */
export class Clients implements Disposable {
  readonly #requested = new Emitter<RequestResult>();
  readonly onDidRequest = this.#requested.event;
  readonly #clients = new Map<string, Promise<Cms>>();
  readonly #store: Pick<ConnectionStore, "secret">;
  readonly #options: ClientOptions;

  constructor(store: Pick<ConnectionStore, "secret">, options: ClientOptions) {
    this.#store = store;
    this.#options = options;
  }

  of(connection: Connection, asker: RequestIdentity = "anybody"): Promise<Cms> {
    const key = `${connection.id}/${asker}`;
    const existingClient = this.#clients.get(key);
    if (existingClient) return existingClient;
    const client = this.#connect(connection, asker);
    this.#clients.set(key, client);
    // If the token could not be read, the next call tries again.
    client.catch(() => this.#clients.get(key) === client && this.#clients.delete(key));
    return client;
  }

  async reach(connection: Connection, asker?: RequestIdentity): ConnectionResult<Cms> {
    try {
      return await clientOrFailure(this.of(connection, asker));
    } catch (error) {
      return failed({ code: "locked-secrets", why: String(error) });
    }
  }

  /** Makes the next call create a new client; without an id, for all connections. */
  drop(id = ""): void {
    for (const [key, client] of this.#clients) {
      if (!key.startsWith(id)) continue;
      // The caller that requested a failed client already has its error.
      void client.then(
        (cms) => cms.close(),
        () => undefined,
      );
      this.#clients.delete(key);
    }
  }

  dispose(): void {
    this.#requested.dispose();
    this.drop();
  }

  async #connect(connection: Connection, asker: RequestIdentity): Promise<Cms> {
    const token = asker === "user" ? undefined : await this.#store.secret(connection, "token");
    const session = await this.#store.secret(connection, "session");
    const { isWriteAllowed } = this.#options;
    const isAllowed = isWriteAllowed && (() => isWriteAllowed(connection));
    const log: ClientOptions["log"] = (entry, url) => {
      this.#options.log(entry, url);
      this.#requested.fire({ id: connection.id, ...entry });
    };
    return createClient({ ...connection, token, session }, { ...this.#options, log }, isAllowed);
  }
}

/** A client, or a failure if settings or files are invalid. Rejects for any other reason. */
async function clientOrFailure(client: Promise<Cms>): ConnectionResult<Cms> {
  try {
    return done(await client);
  } catch (error) {
    if (error instanceof NetworkSettingsError) return failed(error.failure);
    throw error;
  }
}

/**
 * Calls a service with a client of its own, which is closed afterwards. The client ignores the lock
 * of a connection, so that the user can sign in to a locked connection.
 */
export async function withOwnClient<T>(
  service: ServiceAccess,
  options: ClientOptions,
  use: (cms: Cms) => Promise<T>,
): ConnectionResult<T> {
  const [unreachable, cms] = await clientOrFailure(createClient(service, options));
  if (unreachable) return failed(unreachable);
  try {
    return done(await use(cms));
  } finally {
    await cms.close();
  }
}

/** Loads the client on first use, together with undici. */
async function createClient(
  service: ServiceAccess,
  { log, network, timeoutMs }: ClientOptions,
  isWriteAllowed?: () => boolean,
): Promise<Cms> {
  const { url, apiPrefix, token, session } = service;
  const [{ createCms }, networkOptions] = await Promise.all([
    import("../../client/index.ts"),
    network(service),
  ]);
  const bearer = token === "" ? session : (token ?? session);
  const access = { baseUrl: url, apiPrefix: apiPrefix ?? "api", token: bearer };
  const ownOptions = { isWriteAllowed, timeoutMs, log: (entry: LogEntry) => log(entry, url) };
  return createCms({ ...access, ...ownOptions, ...networkOptions });
}
