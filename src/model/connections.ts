import { randomInt } from "node:crypto";
import type { Cms, LogEntry } from "../client/index.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import type { CmsError, Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";

export type { LogEntry };

/** A content service that the user has connected to. Its token is kept apart. */
export interface Connection {
  /** Eight characters of a-z and 0-9: never the name or the URL, which may change. */
  readonly id: string;
  readonly name: string;
  /** Without a trailing slash; a path prefix before `/api` is part of it. */
  readonly url: string;
  /** Names of types as their URLs use them, for a service that does not tell what it has. */
  readonly collections?: readonly string[];
  /** Where documents are to be seen before they are published, with gaps such as `{slug}`; may be empty. */
  readonly previewUrl?: string;
  /** Where the admin panel is, where that is not `/admin` under the service's URL; may be empty. */
  readonly adminUrl?: string;
}

/** Where connections and tokens are kept. */
export interface ConnectionStore {
  load(): readonly Connection[];
  save(connections: readonly Connection[]): Promise<void>;
  /** A token belongs to the connection and to the origin that it was entered for. */
  token(connection: Connection): Promise<string | undefined>;
  saveToken(connection: Connection, token: string | undefined): Promise<void>;
}

export interface Credentials {
  readonly url: string;
  readonly token?: string;
}

/** Where documents can be seen outside of the editor; empty for none, and for the usual one. */
export type Urls = Required<Pick<Connection, "previewUrl" | "adminUrl">>;

/** The connections there are, and a client for each. */
export class Connections implements Disposable {
  readonly #changed = new Emitter<{ readonly id: string }>();
  /** A connection was added, changed or removed. */
  readonly onDidChange = this.#changed.event;
  readonly #clients = new Map<string, Promise<Cms>>();
  readonly #store: ConnectionStore;
  readonly #log: (entry: LogEntry) => void;

  constructor(store: ConnectionStore, log: (entry: LogEntry) => void) {
    this.#store = store;
    this.#log = log;
  }

  get all(): readonly Connection[] {
    return this.#store.load();
  }

  get(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  async add(name: string, { url, token }: Credentials): Promise<Connection> {
    const connection = { id: newId(), name, url };
    // The token first: a connection that is there can be used.
    await this.#store.saveToken(connection, token);
    await this.#store.save([...this.all, connection]);
    this.#changed.fire(connection);
    return connection;
  }

  async setToken(connection: Connection, token: string): Promise<void> {
    await this.#store.saveToken(connection, token);
    this.#drop(connection.id);
    this.#changed.fire(connection);
  }

  /** The names of types whose documents say what they are made of. */
  nameCollections({ id }: Connection, collections: readonly string[]): Promise<void> {
    return this.#change(id, { collections });
  }

  setUrls({ id }: Connection, urls: Urls): Promise<void> {
    return this.#change(id, urls);
  }

  async #change(id: string, change: Partial<Connection>): Promise<void> {
    await this.#store.save(this.all.map((one) => (one.id === id ? { ...one, ...change } : one)));
    this.#changed.fire({ id });
  }

  async remove(connection: Connection): Promise<void> {
    const { id } = connection;
    await this.#store.save(this.all.filter((other) => other.id !== id));
    await this.#store.saveToken(connection, undefined);
    this.#drop(id);
    this.#changed.fire(connection);
  }

  /** The client of a connection; undefined when the connection is gone. */
  async client(id: string): Promise<Cms | undefined> {
    const connection = this.get(id);
    if (!connection) return undefined;
    const known = this.#clients.get(id);
    if (known) return known;
    const client = this.#connect(connection);
    this.#clients.set(id, client);
    // A token that could not be read now may be readable later.
    client.catch(() => this.#clients.get(id) === client && this.#clients.delete(id));
    return client;
  }

  /** The client of a connection, or why there is none. */
  async reach(id: string): Promise<Outcome<Cms>> {
    try {
      const cms = await this.client(id);
      return cms ? done(cms) : failed({ code: "no-connection" });
    } catch (error) {
      return failed({ code: "locked-secrets", why: String(error) });
    }
  }

  /** Asks the service for something harmless, before anything is kept. */
  async try(credentials: Credentials, signal?: AbortSignal): Promise<Outcome<null>> {
    const cms = await createClient(credentials, this.#log);
    const [error] = await cms.schema().contentTypes(signal ? { signal } : {});
    await cms.close();
    // Refused, but known: a wrong token is a 401. The tree says which permission is missing.
    if (!error || (error.name === "ForbiddenError" && credentials.token)) return done(null);
    if (isUntold(error)) return done(null);
    return isStranger(error)
      ? failed({ code: "not-a-service", url: credentials.url })
      : refused(error);
  }

  dispose(): void {
    for (const id of [...this.#clients.keys()]) this.#drop(id);
    this.#changed.dispose();
  }

  async #connect(connection: Connection): Promise<Cms> {
    const token = await this.#store.token(connection);
    return createClient({ url: connection.url, ...(token && { token }) }, this.#log);
  }

  #drop(id: string): void {
    // One that never came to be was reported to whoever asked for it.
    void this.#clients.get(id)?.then(
      (client) => client.close(),
      () => undefined,
    );
    this.#clients.delete(id);
  }
}

/** A service without content-type-builder says so in its own form, which others do not have. */
const isUntold = ({ name, details }: CmsError): boolean =>
  name === "NotFoundError" && details !== undefined;

/** Whether an answer is one that no content service gives there: no such route, a page, a redirect. */
const isStranger = ({ name, status = 500 }: CmsError): boolean =>
  name === "NotFoundError" || name === "ParseError" || (name === "HttpError" && status < 500);

/**
 * The URL of a service out of what a person pastes: with or without a scheme, a trailing slash,
 * `/api` or `/admin`. Undefined when it is none.
 */
export function toServiceUrl(text: string): string | undefined {
  const typed = text.trim();
  const local = /^(localhost|127\.|\[::1\])/.test(typed);
  const whole = /^[a-z]+:\/\//i.test(typed) ? typed : `${local ? "http" : "https"}://${typed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  const isService = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isService) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, "").replace(/\/(api|admin)$/, "");
}

/** The client is a bundle of its own, loaded at first use through this one door. */
async function createClient(
  { url, token }: Credentials,
  log: (entry: LogEntry) => void,
): Promise<Cms> {
  const { createCms } = await import("../client/index.ts");
  return createCms({ baseUrl: url, log, ...(token && { token }) });
}

function newId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}
