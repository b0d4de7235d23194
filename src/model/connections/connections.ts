import type { Cms, SignInResult } from "../../client/index.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable, Event } from "../foundation/events.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import { Clients, clientOrFailure } from "./clients.ts";
import type { RequestIdentity, ClientOptions, RequestResult } from "./clients.ts";
import type {
  Connection,
  ConnectionStore,
  Credentials,
  ConnectionDifference,
  SecretKind,
  UserSession,
  UserLogin,
} from "./connection.ts";
import { isFromSetting, secretKinds } from "./connection.ts";
import { withChange, isSameEndpoint, newConnectionId, originOf } from "./connectionChange.ts";
import type { ConnectionEvent, ConnectionChange } from "./connectionChange.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import type { LinkAnswer } from "../../client/links/index.ts";
import type { ServiceLocation } from "./locateApi.ts";

/** The optional properties of a connection, without its name and URL. */
export type ConnectionDetails = Partial<Omit<Connection, "id" | "name" | "url">>;

/** All connections, and a client for each. */
export class Connections implements Disposable {
  readonly #changed = new Emitter<ConnectionEvent>();
  /** A connection was added, changed or removed. */
  readonly onDidChange = this.#changed.event;
  readonly #removed = new Emitter<{ readonly id: string }>();
  /**
   * The user removed a connection, and its stored data can be deleted. Fires before `onDidChange`.
   * Does not fire if a setting no longer has the connection: it can come back with the next edit,
   * or in the next workspace.
   */
  readonly onDidRemove = this.#removed.event;
  readonly #clients: Clients;
  /** The result of each request, which shows whether a service is available. */
  readonly onDidRequest: Event<RequestResult>;
  readonly #store: ConnectionStore;
  readonly #following: Disposable;
  #isDisposed = false;

  constructor(store: ConnectionStore, ways: ClientOptions) {
    this.#store = store;
    this.#clients = new Clients(store, ways);
    this.#following = store.onDidChange((differences) => {
      for (const one of differences) this.#follow(one);
    });
    this.onDidRequest = this.#clients.onDidRequest;
  }

  get all(): readonly Connection[] {
    return this.#store.load();
  }

  get(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  async add(
    name: string,
    credentials: Credentials,
    details: ConnectionDetails = {},
  ): Promise<Connection> {
    const { url, token, session } = credentials;
    const connection = { ...details, id: newConnectionId(), name, url };
    // Saves the secrets first, so that an added connection is ready for use.
    await this.#store.saveSecret(connection, "token", token);
    if (session) await this.#store.saveSecret(connection, "session", session);
    await this.#store.save([...this.all, connection]);
    this.#changed.fire(connection);
    return connection;
  }

  /**
   * Creates a copy with the same URL and token. A signed-in user or administrator is not copied.
   */
  async duplicate(connection: Connection, name: string): Promise<Connection> {
    const token = await this.#store.secret(connection, "token");
    const kept = isFromSetting(connection) && { source: undefined };
    const details = withChange(connection, {
      identifier: undefined,
      adminEmail: undefined,
      ...kept,
    });
    return this.add(name, { url: connection.url, ...(token && { token }) }, details);
  }

  /** Whether the connection has a secret for its current origin. */
  async hasSecret(
    connection: Connection,
    kinds: readonly SecretKind[] = ["token", "session"],
  ): Promise<boolean> {
    const secrets = await Promise.all(kinds.map((kind) => this.#store.secret(connection, kind)));
    return secrets.some(Boolean);
  }

  /**
   * The id of the signed-in user; undefined if no user is signed in, or if only the service knows
   * the id.
   */
  async userId(connection: Connection): Promise<string | undefined> {
    return userIdIn(await this.#store.secret(connection, "session"));
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    const { id } = connection;
    await this.#store.saveSecret(connection, "token", token);
    this.#clients.drop(id);
    this.#changed.fire({ id, isSameEndpoint: true });
  }

  /** Stores the signed-in user and the session; without a user, deletes the session. */
  async setUser(connection: Connection, user?: UserSession): Promise<void> {
    await this.#store.saveSecret(connection, "session", user?.session);
    this.#clients.drop(connection.id);
    await this.change(connection, user ? { identifier: user.identifier } : {});
  }

  /**
   * Changes the stored connection. Undefined removes a detail. The id stays the same. A given token
   * belongs to the new URL and is saved with it.
   */
  async change({ id }: Connection, change: ConnectionChange, token?: string): Promise<void> {
    const before = this.get(id);
    if (!before) return;
    const after = withChange(before, change);
    // A secret entered for one origin is never sent to another.
    if (originOf(before) !== originOf(after)) await this.#forget(before);
    if (token) await this.#store.saveSecret(after, "token", token);
    await this.#store.save(this.all.map((one) => (one.id === id ? after : one)));
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

  /** The client of a connection, or why there is none. */
  async reach(id: string, asker?: RequestIdentity): Promise<Outcome<Cms, ConnectionFailure>> {
    try {
      const [unreachable, cms] = await clientOrFailure(this.client(id, asker));
      if (unreachable) return failed(unreachable);
      return cms ? done(cms) : failed({ code: "no-connection" });
    } catch (error) {
      return failed({ code: "locked-secrets", why: String(error) });
    }
  }

  /** Sends a harmless request before the connection is saved. */
  try(
    credentials: Credentials & ConnectionDetails,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ConnectionFailure>> {
    return this.#clients.try(credentials, signal);
  }

  /**
   * Finds the content API of a service. Its URL can contain the API prefix, or be followed by one
   * of `prefixes`.
   */
  locateApi(
    service: Pick<Connection, "url" | "certificateFile">,
    prefixes: readonly string[] = [],
    signal?: AbortSignal,
  ): Promise<Outcome<ServiceLocation, ConnectionFailure>> {
    return this.#clients.locateApi(service, prefixes, signal);
  }

  /** Requests a URL of another site, without a token. */
  requestLink(url: string, signal: AbortSignal | undefined): Promise<LinkAnswer> {
    return this.#clients.requestLink(url, signal);
  }

  /** Signs a user in. Nothing is stored. */
  signIn(
    service: Credentials & ConnectionDetails,
    login: UserLogin,
    signal?: AbortSignal,
  ): Promise<Outcome<SignInResult, ConnectionFailure>> {
    return this.#clients.signIn(service, login, signal);
  }

  /**
   * Like `try`, for another URL of a connection. Uses the token stored for that URL, unless one is
   * given.
   */
  async tryAt(
    connection: Connection,
    { url, apiPrefix, token }: Credentials & { readonly apiPrefix?: string | undefined },
    signal?: AbortSignal,
  ): Promise<Outcome<null, ConnectionFailure>> {
    const there = withChange(connection, { url, apiPrefix });
    const isSame = originOf(there) === originOf(connection);
    const known = token ?? (isSame ? await this.#store.secret(connection, "token") : undefined);
    return this.#clients.try({ ...there, ...(known && { token: known }) }, signal);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#following.dispose();
    this.#clients.dispose();
    this.#removed.dispose();
    this.#changed.dispose();
  }

  /** Running requests continue, unless the endpoint or the user has changed. */
  #follow({ id, before, after }: ConnectionDifference): void {
    const isSame = isSameEndpoint(before, after);
    if (!isSame || before?.identifier !== after?.identifier) this.#clients.drop(id);
    this.#changed.fire({ id, isSameEndpoint: isSame && before?.adminEmail === after?.adminEmail });
  }

  async #forget(connection: Connection): Promise<void> {
    for (const kind of secretKinds) await this.#store.saveSecret(connection, kind, undefined);
  }
}

/**
 * The id of the user, as the session (a JWT) contains it. Undefined if there is no session, or if
 * only the service can read it.
 */
function userIdIn(session: string | undefined): string | undefined {
  try {
    const [, payload = ""] = session?.split(".") ?? [];
    const { id } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { id?: unknown };
    return typeof id === "number" ? String(id) : undefined;
  } catch {
    return undefined;
  }
}
