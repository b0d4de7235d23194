import type { Cms, CmsOptions, LogEntry, SignedIn } from "../../client/index.ts";
import type { Connection, ConnectionStore, Credentials, UserLogin } from "./connection.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import { isForeignAnswer, locateApi } from "./locateApi.ts";
import type { ServiceLocation } from "./locateApi.ts";

/** How clients are made, beside where the service is and who asks. */
export interface ClientOptions {
  readonly log: (entry: LogEntry) => void;
  /** Proxy and certificates, looked up for each client that is made. */
  readonly network: (
    service: Pick<Connection, "url" | "certificateFile">,
  ) => Promise<Pick<CmsOptions, "proxy" | "noProxy" | "tls">>;
  /** Asked before each write, and each attempt of it; all may unless given. */
  readonly mayWrite?: (connection: Connection) => boolean;
}

/** What `ClientWays.network` rejects with where settings or files can't be used. */
export class NetworkSettingsError extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Where a service is, and who asks. */
type ServiceAccess = Credentials & Pick<Connection, "apiPrefix" | "certificateFile">;

/** Whose request it is: the user's own, or anybody's for whom the connection has a token. */
export type RequestIdentity = "anybody" | "user";

/** What became of a request for a connection. */
export interface RequestResult extends Pick<LogEntry, "status" | "code"> {
  /** The connection's id. */
  readonly id: string;
}

/** A client for each connection and asker, made when it is first asked for. */
export class Clients implements Disposable {
  readonly #requested = new Emitter<RequestResult>();
  readonly onDidRequest = this.#requested.event;
  readonly #clients = new Map<string, Promise<Cms>>();
  readonly #store: Pick<ConnectionStore, "secret">;
  readonly #ways: ClientOptions;

  constructor(store: Pick<ConnectionStore, "secret">, ways: ClientOptions) {
    this.#store = store;
    this.#ways = ways;
  }

  of(connection: Connection, asker: RequestIdentity = "anybody"): Promise<Cms> {
    const key = `${connection.id}/${asker}`;
    const known = this.#clients.get(key);
    if (known) return known;
    const client = this.#connect(connection, asker);
    this.#clients.set(key, client);
    // A token that could not be read now may be readable later.
    client.catch(() => this.#clients.get(key) === client && this.#clients.delete(key));
    return client;
  }

  /** Asks the service for something harmless, before anything is kept. */
  async try(
    credentials: ServiceAccess,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ConnectionFailure>> {
    const [noWay, cms] = await clientOrFailure(createClient(credentials, this.#ways));
    if (noWay) return failed(noWay);
    const [error] = await cms.schema().contentTypes(signal ? { signal } : {});
    await cms.close();
    // Refused, but known: a wrong token is a 401. The tree says which permission is missing.
    if (!error || (error.name === "ForbiddenError" && bearerOf(credentials))) return done(null);
    if (hasNoSchemaRoute(error)) return done(null);
    return isForeignAnswer(error)
      ? failed({ code: "not-a-service", url: credentials.url })
      : refused(error);
  }

  /** Where the content API of a service is, whose URL may contain the API prefix. No token is sent. */
  locateApi(
    { url, certificateFile }: Pick<Connection, "url" | "certificateFile">,
    prefixes: readonly string[],
    signal?: AbortSignal,
  ): Promise<Outcome<ServiceLocation, ConnectionFailure>> {
    const certificate = certificateFile !== undefined && { certificateFile };
    return locateApi(
      async (place, look) => {
        const [noWay, cms] = await clientOrFailure(
          createClient({ ...place, ...certificate }, this.#ways),
        );
        if (noWay) return failed(noWay);
        const seen = await look(cms, signal ? { signal } : {});
        await cms.close();
        return done(seen);
      },
      url,
      prefixes,
    );
  }

  /** Lets a user in; nothing is kept. */
  async signIn(
    service: ServiceAccess,
    login: UserLogin,
    signal?: AbortSignal,
  ): Promise<Outcome<SignedIn, ConnectionFailure>> {
    // With a token the service would ask whether that one may sign in.
    const [noWay, cms] = await clientOrFailure(createClient({ ...service, token: "" }, this.#ways));
    if (noWay) return failed(noWay);
    const [error, signedIn] = await cms.auth().signIn({ ...login, ...(signal && { signal }) });
    await cms.close();
    return error ? refused(error) : done(signedIn);
  }

  /** The next call has a client of its own; of no id, all of them have. */
  drop(id = ""): void {
    for (const [key, client] of this.#clients) {
      if (!key.startsWith(id)) continue;
      // One that never came to be was reported to whoever asked for it.
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
    const credentials = { ...(token && { token }), ...(session && { session }) };
    const { mayWrite } = this.#ways;
    const lock = mayWrite && { mayWrite: () => mayWrite(connection) };
    const log: ClientOptions["log"] = (entry) => {
      this.#ways.log(entry);
      this.#requested.fire({ id: connection.id, ...entry });
    };
    return createClient({ ...connection, ...credentials }, { ...this.#ways, log }, lock);
  }
}

/** A client, or why settings or files allow none; rejects for any other reason. */
export async function clientOrFailure<T>(
  client: Promise<T>,
): Promise<Outcome<T, ConnectionFailure>> {
  try {
    return done(await client);
  } catch (error) {
    if (error instanceof NetworkSettingsError) return failed(error.failure);
    throw error;
  }
}

const bearerOf = ({ token, session }: Credentials): string | undefined => token ?? session;

/** A service without content-type-builder says so in its own form, which others do not have. */
const hasNoSchemaRoute = ({ name, details }: CmsError): boolean =>
  name === "NotFoundError" && details !== undefined;

/** Loads the client, and with it undici and qs, at first use. */
async function createClient(
  service: ServiceAccess,
  { log, network }: ClientOptions,
  lock: Pick<CmsOptions, "mayWrite"> = {},
): Promise<Cms> {
  const { url, apiPrefix } = service;
  const prefix = apiPrefix !== undefined && { apiPrefix };
  const token = bearerOf(service);
  const [{ createCms }, way] = await Promise.all([
    import("../../client/index.ts"),
    network(service),
  ]);
  return createCms({ baseUrl: url, log, ...prefix, ...way, ...lock, ...(token && { token }) });
}
