import type { Cms, CmsOptions, LogEntry } from "../client/index.ts";
import type { Connection, ConnectionStore, Credentials } from "./connection.ts";
import { Emitter } from "./events.ts";
import type { Disposable } from "./events.ts";
import type { CmsError, Failure, Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";

/** How clients are made, beside where the service is and who asks. */
export interface ClientWays {
  readonly log: (entry: LogEntry) => void;
  /** Proxy and certificates, looked up for each client that is made. */
  readonly network?: (
    service: Pick<Connection, "url" | "certificateFile">,
  ) => Promise<Pick<CmsOptions, "proxy" | "noProxy" | "tls">>;
}

/** What `ClientWays.network` rejects with where settings or files can't be used. */
export class NoWay extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** What became of a request for a connection. */
export interface Heard extends Pick<LogEntry, "status" | "code"> {
  /** The connection's id. */
  readonly id: string;
}

/** A client for each connection, made when it is first asked for. */
export class Clients implements Disposable {
  readonly #heard = new Emitter<Heard>();
  readonly onDidHear = this.#heard.event;
  readonly #clients = new Map<string, Promise<Cms>>();
  readonly #store: Pick<ConnectionStore, "secret">;
  readonly #ways: ClientWays;

  constructor(store: Pick<ConnectionStore, "secret">, ways: ClientWays) {
    this.#store = store;
    this.#ways = ways;
  }

  of(connection: Connection): Promise<Cms> {
    const { id } = connection;
    const known = this.#clients.get(id);
    if (known) return known;
    const client = this.#connect(connection);
    this.#clients.set(id, client);
    // A token that could not be read now may be readable later.
    client.catch(() => this.#clients.get(id) === client && this.#clients.delete(id));
    return client;
  }

  /** Asks the service for something harmless, before anything is kept. */
  async try(
    credentials: Credentials & Pick<Connection, "certificateFile">,
    signal?: AbortSignal,
  ): Promise<Outcome<null>> {
    const [noWay, cms] = await orNoWay(createClient(credentials, this.#ways));
    if (noWay) return failed(noWay);
    const [error] = await cms.schema().contentTypes(signal ? { signal } : {});
    await cms.close();
    // Refused, but known: a wrong token is a 401. The tree says which permission is missing.
    if (!error || (error.name === "ForbiddenError" && credentials.token)) return done(null);
    if (isUntold(error)) return done(null);
    return isStranger(error)
      ? failed({ code: "not-a-service", url: credentials.url })
      : refused(error);
  }

  /** The next call has a client of its own; of no id, all of them have. */
  drop(id?: string): void {
    for (const one of id === undefined ? [...this.#clients.keys()] : [id]) {
      // One that never came to be was reported to whoever asked for it.
      void this.#clients.get(one)?.then(
        (client) => client.close(),
        () => undefined,
      );
      this.#clients.delete(one);
    }
  }

  dispose(): void {
    this.#heard.dispose();
    this.drop();
  }

  async #connect(connection: Connection): Promise<Cms> {
    const token = await this.#store.secret(connection, "token");
    const log: ClientWays["log"] = (entry) => {
      this.#ways.log(entry);
      this.#heard.fire({ id: connection.id, ...entry });
    };
    return createClient({ ...connection, ...(token && { token }) }, { ...this.#ways, log });
  }
}

/** A client, or why settings or files allow none; rejects for any other reason. */
export async function orNoWay<T>(client: Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await client);
  } catch (error) {
    if (error instanceof NoWay) return failed(error.failure);
    throw error;
  }
}

/** A service without content-type-builder says so in its own form, which others do not have. */
const isUntold = ({ name, details }: CmsError): boolean =>
  name === "NotFoundError" && details !== undefined;

/** Whether an answer is one that no content service gives there: no such route, a page, a redirect. */
const isStranger = ({ name, status = 500 }: CmsError): boolean =>
  name === "NotFoundError" || name === "ParseError" || (name === "HttpError" && status < 500);

/** The client is a bundle of its own, loaded at first use through this one door. */
async function createClient(
  service: Credentials & Pick<Connection, "certificateFile">,
  { log, network }: ClientWays,
): Promise<Cms> {
  const { url, token } = service;
  const [{ createCms }, way] = await Promise.all([
    import("../client/index.ts"),
    network?.(service) ?? {},
  ]);
  return createCms({ baseUrl: url, log, ...way, ...(token && { token }) });
}
