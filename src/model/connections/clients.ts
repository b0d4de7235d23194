import type { Cms, CmsOptions, LogEntry, SignInResult } from "../../client/index.ts";
import type { LinkAnswer } from "../../client/links/index.ts";
import type { Connection, ConnectionStore, Credentials, UserLogin } from "./connection.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import { isForeignAnswer, locateApi } from "./locateApi.ts";
import type { RequestFile, ServiceLocation } from "./locateApi.ts";

/** How clients are created, apart from the service and the credentials. */
export interface ClientOptions {
  readonly log: (entry: LogEntry) => void;
  /** Proxy and certificates, looked up for each new client. */
  readonly network: (
    service: Pick<Connection, "url" | "certificateFile">,
  ) => Promise<Pick<CmsOptions, "proxy" | "noProxy" | "tls">>;
  /** Called before each write and each retry of it. Without it, all writes are allowed. */
  readonly isWriteAllowed?: (connection: Connection) => boolean;
  readonly requestFile: RequestFile;
}

/** The error with which `ClientOptions.network` rejects if settings or files are invalid. */
export class NetworkSettingsError extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The service, and the credentials for it. */
type ServiceAccess = Credentials & Pick<Connection, "apiPrefix" | "certificateFile">;

/**
 * The identity of a request: `user` is the signed-in user. `anybody` uses the connection's token,
 * if it has one.
 */
export type RequestIdentity = "anybody" | "user";

/** The result of a request for a connection. */
export interface RequestResult extends Pick<LogEntry, "status" | "code"> {
  /** The connection's id. */
  readonly id: string;
}

/** The limit for a request to another site. */
const linkTimeoutMs = 10_000;

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
    const known = this.#clients.get(key);
    if (known) return known;
    const client = this.#connect(connection, asker);
    this.#clients.set(key, client);
    // If the token could not be read, the next call tries again.
    client.catch(() => this.#clients.get(key) === client && this.#clients.delete(key));
    return client;
  }

  /** Sends a harmless request before the connection is saved. */
  async try(
    credentials: ServiceAccess,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ConnectionFailure>> {
    const [unreachable, cms] = await clientOrFailure(createClient(credentials, this.#options));
    if (unreachable) return failed(unreachable);
    const [error] = await cms.schema().contentTypes(signal ? { signal } : {});
    await cms.close();
    // The service denied permission but knows the token: a wrong token is a 401. The tree shows
    // which permission is missing.
    if (!error || (error.name === "ForbiddenError" && bearerOf(credentials))) return done(null);
    if (hasNoSchemaRoute(error)) return done(null);
    return isForeignAnswer(error)
      ? failed({ code: "not-a-service", url: credentials.url })
      : refused(error);
  }

  /** Finds the content API of a service. Its URL can contain the API prefix. No token is sent. */
  locateApi(
    { url, certificateFile }: Pick<Connection, "url" | "certificateFile">,
    prefixes: readonly string[],
    signal?: AbortSignal,
  ): Promise<Outcome<ServiceLocation, ConnectionFailure>> {
    const certificate = certificateFile !== undefined && { certificateFile };
    return locateApi(
      this.#options.requestFile,
      async (place, look) => {
        const [unreachable, cms] = await clientOrFailure(
          createClient({ ...place, ...certificate }, this.#options),
        );
        if (unreachable) return failed(unreachable);
        const seen = await look(cms, signal ? { signal } : {});
        await cms.close();
        return done(seen);
      },
      url,
      prefixes,
    );
  }

  /** Signs a user in. Nothing is stored. */
  async signIn(
    service: ServiceAccess,
    login: UserLogin,
    signal?: AbortSignal,
  ): Promise<Outcome<SignInResult, ConnectionFailure>> {
    // With a token, the service would check the permissions of the token.
    const [unreachable, cms] = await clientOrFailure(
      createClient({ ...service, token: "" }, this.#options),
    );
    if (unreachable) return failed(unreachable);
    const [error, signedIn] = await cms.auth().signIn({ ...login, ...(signal && { signal }) });
    await cms.close();
    return error ? refused(error) : done(signedIn);
  }

  /**
   * Requests a URL of another site, as a link in a text names it. Uses the proxy, but sends no
   * token, and none of the headers for a service.
   */
  async requestLink(url: string, signal: AbortSignal | undefined): Promise<LinkAnswer> {
    const { requestLink } = await import("../../client/links/index.ts");
    try {
      const network = await this.#options.network({ url });
      return await requestLink(url, { network, timeoutMs: linkTimeoutMs, signal });
    } catch (error) {
      if (error instanceof NetworkSettingsError) return { kind: "offline" };
      throw error;
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
    const credentials = { ...(token && { token }), ...(session && { session }) };
    const { isWriteAllowed } = this.#options;
    const lock = isWriteAllowed && { isWriteAllowed: () => isWriteAllowed(connection) };
    const log: ClientOptions["log"] = (entry) => {
      this.#options.log(entry);
      this.#requested.fire({ id: connection.id, ...entry });
    };
    return createClient({ ...connection, ...credentials }, { ...this.#options, log }, lock);
  }
}

/** A client, or a failure if settings or files are invalid. Rejects for any other reason. */
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

/**
 * A service without the content-type-builder answers in Strapi's error format. Other servers do
 * not.
 */
const hasNoSchemaRoute = ({ name, details }: CmsError): boolean =>
  name === "NotFoundError" && details !== undefined;

/** Loads the client on first use, together with undici and qs. */
async function createClient(
  service: ServiceAccess,
  { log, network }: ClientOptions,
  lock: Pick<CmsOptions, "isWriteAllowed"> = {},
): Promise<Cms> {
  const { url, apiPrefix } = service;
  const prefix = apiPrefix !== undefined && { apiPrefix };
  const token = bearerOf(service);
  const [{ createCms }, networkOptions] = await Promise.all([
    import("../../client/index.ts"),
    network(service),
  ]);
  return createCms({
    baseUrl: url,
    log,
    ...prefix,
    ...networkOptions,
    ...lock,
    ...(token && { token }),
  });
}
