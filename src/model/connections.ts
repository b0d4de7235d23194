import { randomInt } from "node:crypto";
import type { Cms } from "../client/index.ts";
import { Clients, orNoWay } from "./clients.ts";
import type { ClientWays, Heard } from "./clients.ts";
import type { Connection, ConnectionStore, Credentials } from "./connection.ts";
import { secretKinds } from "./connection.ts";
import { Emitter } from "./events.ts";
import type { Disposable, Event } from "./events.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";

/** What may be said of a connection, beside its name and where it is. */
export type Details = Partial<Omit<Connection, "id" | "name" | "url">>;

/** The connections there are, and a client for each. */
export class Connections implements Disposable {
  readonly #changed = new Emitter<{ readonly id: string }>();
  /** A connection was added, changed or removed. */
  readonly onDidChange = this.#changed.event;
  readonly #removed = new Emitter<{ readonly id: string }>();
  /** A connection was removed; said before `onDidChange`. */
  readonly onDidRemove = this.#removed.event;
  readonly #clients: Clients;
  /** What became of each request, for whoever wants to know whether a service is there. */
  readonly onDidHear: Event<Heard>;
  readonly #store: ConnectionStore;

  constructor(store: ConnectionStore, ways: ClientWays) {
    this.#store = store;
    this.#clients = new Clients(store, ways);
    this.onDidHear = this.#clients.onDidHear;
  }

  get all(): readonly Connection[] {
    return this.#store.load();
  }

  get(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  async add(name: string, { url, token }: Credentials, details: Details = {}): Promise<Connection> {
    const connection = { ...details, id: newId(), name, url };
    // The token first: a connection that is there can be used.
    await this.#store.saveSecret(connection, "token", token);
    await this.#store.save([...this.all, connection]);
    this.#changed.fire(connection);
    return connection;
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    await this.#store.saveSecret(connection, "token", token);
    this.renew(connection.id);
  }

  /** Changes what is kept of a connection; what is undefined is kept no more. Its id stays. */
  async change({ id }: Connection, change: ConnectionChange): Promise<void> {
    const before = this.get(id);
    if (!before) return;
    const after = changed(before, change);
    // What was entered for one origin is never sent to another.
    if (originOf(before) !== originOf(after)) await this.#forget(before);
    await this.#store.save(this.all.map((one) => (one.id === id ? after : one)));
    const isSameWay = after.url === before.url && after.certificateFile === before.certificateFile;
    if (!isSameWay) this.#clients.drop(id);
    this.#changed.fire({ id });
  }

  async remove(connection: Connection): Promise<void> {
    const { id } = connection;
    await this.#store.save(this.all.filter((other) => other.id !== id));
    await this.#forget(connection);
    this.#clients.drop(id);
    this.#removed.fire(connection);
    this.#changed.fire(connection);
  }

  /** Has the next call use what holds by now: secrets, network settings, certificates. */
  renew(id: string): void {
    this.#clients.drop(id);
    this.#changed.fire({ id });
  }

  /** The client of a connection; undefined when the connection is gone. */
  async client(id: string): Promise<Cms | undefined> {
    const connection = this.get(id);
    return connection && this.#clients.of(connection);
  }

  /** The client of a connection, or why there is none. */
  async reach(id: string): Promise<Outcome<Cms>> {
    try {
      const [noWay, cms] = await orNoWay(this.client(id));
      if (noWay) return failed(noWay);
      return cms ? done(cms) : failed({ code: "no-connection" });
    } catch (error) {
      return failed({ code: "locked-secrets", why: String(error) });
    }
  }

  /** Asks the service for something harmless, before anything is kept. */
  try(credentials: Credentials & Details, signal?: AbortSignal): Promise<Outcome<null>> {
    return this.#clients.try(credentials, signal);
  }

  dispose(): void {
    this.#clients.dispose();
    this.#removed.dispose();
    this.#changed.dispose();
  }

  async #forget(connection: Connection): Promise<void> {
    for (const kind of secretKinds) await this.#store.saveSecret(connection, kind, undefined);
  }
}

const originOf = ({ url }: Connection): string => new URL(url).origin;

/** A change of what is kept; undefined takes a detail away. */
export type ConnectionChange = {
  readonly [K in Exclude<keyof Connection, "id">]?: Connection[K] | undefined;
};

function changed(connection: Connection, change: ConnectionChange): Connection {
  const entries = Object.entries({ ...connection, ...change, id: connection.id });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Connection;
}

function newId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}
