import { randomBytes } from "node:crypto";
import type { Cms, SignInResult } from "../../client/index.ts";
import { Emitter, ResourceOwner, type Event } from "../foundation/events.ts";
import { done, failed, refused, toOutcome } from "../foundation/outcome.ts";
import { Clients, NetworkSettingsError, withOwnClient } from "./clients.ts";
import type { ClientOptions, RequestIdentity, RequestResult, ServiceAccess } from "./clients.ts";
import type {
  Connection,
  ConnectionStore,
  Credentials,
  SecretKind,
  UserLogin,
  ConnectionChange,
} from "./connection.ts";
import {
  isFromSetting,
  secretKinds,
  withChange,
  isSameEndpoint,
  originOf,
  toConnectionId,
} from "./connection.ts";
import type { LinkAnswer } from "../../client/links/index.ts";
import { isForeignAnswer, isNoRoute, locateApi } from "./apiLocation.ts";
import type { Probe, ServiceLocation } from "./apiLocation.ts";
import type { ConnectionResult } from "./connectionFailure.ts";

export type ConnectionDetails = Partial<Omit<Connection, "id" | "name" | "url">>;

const linkTimeoutMs = 10_000;

/** All connections, and a client for each. */
export class Connections extends ResourceOwner {
  readonly #changed = this.own(
    new Emitter<{ readonly id: string; readonly isSameEndpoint?: boolean }>(),
  );
  /**
   * A connection was added, changed or removed. If the URL and the certificates are unchanged
   * (`isSameEndpoint`), existing clients stay valid. It is also false if a setting or another window
   * changed `adminEmail`. A sign-in or sign-out in this window drops the client before it changes that.
   */
  readonly onDidChange = this.#changed.event;
  readonly #removed = this.own(new Emitter<{ readonly id: string }>());
  /**
   * The user removed a connection, and its stored data can be deleted. Fires before `onDidChange`.
   * Does not fire if a setting no longer has the connection: it can come back with the next edit,
   * or in the next workspace.
   */
  readonly onDidRemove = this.#removed.event;
  readonly #added = this.own(new Emitter<Connection>());
  /** The user added a connection in this window. Fires after `onDidChange`. */
  readonly onDidAdd = this.#added.event;
  readonly #clients: Clients;
  /** The result of each request, which shows whether a service is available. */
  readonly onDidRequest: Event<RequestResult>;
  readonly #store: ConnectionStore;
  readonly #options: ClientOptions;
  #isDisposed = false;

  constructor(store: ConnectionStore, options: ClientOptions) {
    super();
    this.#store = store;
    this.#options = options;
    this.#clients = this.own(new Clients(store, options));
    this.own(
      store.onDidChange((differences) => {
        for (const { id, before, after } of differences) {
          const isSame = isSameEndpoint(before, after);
          // Running requests continue, unless the endpoint or the user has changed.
          if (!isSame || before?.identifier !== after?.identifier) this.#clients.drop(id);
          const isSameAdmin = before?.adminEmail === after?.adminEmail;
          this.#changed.fire({ id, isSameEndpoint: isSame && isSameAdmin });
        }
      }),
    );
    this.onDidRequest = this.#clients.onDidRequest;
  }

  get all(): readonly Connection[] {
    return this.#store.load();
  }

  get(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  /** Whether another connection has the name, which nobody could tell from this one. */
  hasName(name: string, own?: Connection): boolean {
    const lowerName = name.toLowerCase();
    return this.all.some((other) => other.id !== own?.id && other.name.toLowerCase() === lowerName);
  }

  /** The name, followed by a number if a connection has it already. */
  freeName(name: string): string {
    let freeName = name;
    for (let number = 2; this.hasName(freeName); number += 1) freeName = `${name} ${number}`;
    return freeName;
  }

  async add(
    name: string,
    credentials: Credentials,
    details: ConnectionDetails = {},
  ): Promise<Connection> {
    const { url, token, session } = credentials;
    const connection = { ...details, id: toConnectionId(randomBytes(8)), name, url };
    // Saves the secrets first, so that an added connection is ready for use.
    await this.#store.saveSecret(connection, "token", token);
    if (session) await this.#store.saveSecret(connection, "session", session);
    await this.#store.save([...this.all, connection]);
    this.#changed.fire(connection);
    this.#added.fire(connection);
    return connection;
  }

  /** Creates a copy with the same URL and token, without a signed-in user or administrator. */
  async duplicate(connection: Connection, name: string): Promise<Connection> {
    const token = await this.#store.secret(connection, "token");
    const sourceChange = isFromSetting(connection) && { source: undefined };
    const change = { identifier: undefined, adminEmail: undefined, ...sourceChange };
    return this.add(name, { url: connection.url, token }, withChange(connection, change));
  }

  /** Whether the connection has a secret for its current origin. */
  async hasSecret(
    connection: Connection,
    kinds: readonly SecretKind[] = ["token", "session"],
  ): Promise<boolean> {
    const secrets = await Promise.all(kinds.map((kind) => this.#store.secret(connection, kind)));
    return secrets.some(Boolean);
  }

  /** The id of the signed-in user; undefined if there is none, or if only the service knows it. */
  async userId(connection: Connection): Promise<string | undefined> {
    const session = await this.#store.secret(connection, "session");
    try {
      // The session is a JWT.
      const [, payload = ""] = session?.split(".") ?? [];
      const { id } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { id?: unknown };
      return typeof id === "number" ? String(id) : undefined;
    } catch {
      return undefined;
    }
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    const { id } = connection;
    await this.#store.saveSecret(connection, "token", token);
    this.#clients.drop(id);
    this.#changed.fire({ id, isSameEndpoint: true });
  }

  /** Stores the signed-in user and the session; without a user, deletes the session. */
  async setUser(
    connection: Connection,
    user?: { readonly identifier: string; readonly session: string },
  ): Promise<void> {
    await this.#store.saveSecret(connection, "session", user?.session);
    this.#clients.drop(connection.id);
    await this.change(connection, user ? { identifier: user.identifier } : {});
  }

  /** The id stays. Undefined removes a detail. A given token belongs to the new URL. */
  async change({ id }: Connection, change: ConnectionChange, token?: string): Promise<void> {
    const before = this.get(id);
    if (!before) return;
    const after = withChange(before, change);
    // A secret entered for one origin is never sent to another.
    if (originOf(before) !== originOf(after)) await this.#forget(before);
    if (token) await this.#store.saveSecret(after, "token", token);
    await this.#store.save(
      this.all.map((connection) => (connection.id === id ? after : connection)),
    );
    const isSame = isSameEndpoint(before, after);
    if (!isSame) this.#clients.drop(id);
    this.#changed.fire({ id, isSameEndpoint: isSame });
  }

  async remove(connection: Connection): Promise<void> {
    const { id } = connection;
    await this.#store.save(this.all.filter((other) => other.id !== id));
    await this.#forget(connection);
    this.#clients.drop(id);
    this.#removed.fire(connection);
    this.#changed.fire(connection);
  }

  /** Makes the next call use the current secrets, network settings and certificates. */
  renew(id: string): void {
    this.#clients.drop(id);
    this.#changed.fire({ id });
  }

  /** The client of a connection; undefined if it was removed, and after dispose(). */
  async client(id: string, asker?: RequestIdentity): Promise<Cms | undefined> {
    const connection = this.#isDisposed ? undefined : this.get(id);
    return connection && this.#clients.of(connection, asker);
  }

  async reach(id: string, asker?: RequestIdentity): ConnectionResult<Cms> {
    const connection = this.#isDisposed ? undefined : this.get(id);
    return connection ? this.#clients.reach(connection, asker) : failed({ code: "no-connection" });
  }

  /** Sends a harmless request before the connection is saved. */
  async try(credentials: ServiceAccess, signal?: AbortSignal): ConnectionResult<null> {
    const [unreachable, answer] = await withOwnClient(credentials, this.#options, (cms) =>
      cms.schema().contentTypes({ signal }),
    );
    if (unreachable) return failed(unreachable);
    const [error] = answer;
    // The service denied permission but knows the token: a wrong token is a 401. The tree shows
    // which permission is missing.
    const hasBearer = Boolean(credentials.token ?? credentials.session);
    if (!error || (error.name === "ForbiddenError" && hasBearer)) return done(null);
    // A service without the content-type-builder answers in Strapi's error format.
    if (isNoRoute(error)) return done(null);
    return isForeignAnswer(error)
      ? failed({ code: "not-a-service", url: credentials.url })
      : refused(error);
  }

  /** Finds the content API, with the prefix in the URL or one of `prefixes`. Sends no token. */
  locateApi(
    { url, certificateFile }: Pick<Connection, "url" | "certificateFile">,
    prefixes: readonly string[] = [],
    signal?: AbortSignal,
  ): ConnectionResult<ServiceLocation> {
    const probe: Probe = (location, look) =>
      withOwnClient({ ...location, certificateFile }, this.#options, (cms) =>
        look(cms, { signal }),
      );
    return locateApi(this.#options.requestFile, probe, url, prefixes);
  }

  /** Requests a URL of another site through the proxy, without token and service headers. */
  async requestLink(url: string, signal: AbortSignal | undefined): Promise<LinkAnswer> {
    const { requestLink } = await import("../../client/links/index.ts");
    try {
      const { timeoutMs = linkTimeoutMs } = this.#options;
      const network = await this.#options.network({ url });
      return await requestLink(url, { network, timeoutMs, signal });
    } catch (error) {
      if (error instanceof NetworkSettingsError) return { kind: "offline" };
      throw error;
    }
  }

  /** Signs a user in. Nothing is stored. */
  async signIn(
    service: Credentials & ConnectionDetails,
    login: UserLogin,
    signal?: AbortSignal,
  ): ConnectionResult<SignInResult> {
    // With a token, the service would check the permissions of the token.
    const anonymous = { ...service, token: undefined, session: undefined };
    const [unreachable, answer] = await withOwnClient(anonymous, this.#options, (cms) =>
      cms.auth().signIn({ ...login, signal }),
    );
    return unreachable ? failed(unreachable) : toOutcome(answer);
  }

  /** Like `try`, for another URL. Uses the token stored for that URL, unless one is given. */
  async tryAt(
    connection: Connection,
    { url, apiPrefix, token }: Credentials & { readonly apiPrefix?: string | undefined },
    signal?: AbortSignal,
  ): ConnectionResult<null> {
    const changedConnection = withChange(connection, { url, apiPrefix });
    const isSame = originOf(changedConnection) === originOf(connection);
    const usedToken = token ?? (isSame ? await this.#store.secret(connection, "token") : undefined);
    return this.try({ ...changedConnection, token: usedToken }, signal);
  }

  override dispose(): void {
    this.#isDisposed = true;
    super.dispose();
  }

  async #forget(connection: Connection): Promise<void> {
    for (const kind of secretKinds) await this.#store.saveSecret(connection, kind, undefined);
  }
}
