import { requestFile } from "../../src/model/reading/serviceReader.ts";
import type {
  Connection,
  ConnectionStore,
  ConnectionDifference,
  SecretKind,
} from "../../src/model/connect/connection.ts";
import type { ClientOptions } from "../../src/model/connect/clients.ts";
import { Emitter } from "../../src/model/foundation/events.ts";
import type { ListQueryStore } from "../../src/model/browse/contentLists.ts";
import type { CollectionAddress } from "../../src/model/foundation/address.ts";
import type { JournalSettings, JournalStore } from "../../src/model/journal/journal.ts";
import type { ListQuery } from "../../src/model/content/listQuery.ts";
import type { RunStore } from "../../src/model/runs/runLogs.ts";
import type { TextStore } from "../../src/model/foundation/textStore.ts";

/** Stores connections and secrets in memory. */
export class ConnectionsInMemory implements ConnectionStore {
  connections: readonly Connection[] = [];
  /** Never fires, because no other window changes the connections. */
  readonly onDidChange = new Emitter<readonly ConnectionDifference[]>().event;
  /** API tokens by the connection's id. Other secrets by their kind and the id. */
  readonly tokens = new Map<string, string>();
  /** The error when a secret is read, if set. */
  trouble: Error | undefined;

  load(): readonly Connection[] {
    return this.connections;
  }

  save(connections: readonly Connection[]): Promise<void> {
    this.connections = connections;
    return Promise.resolve();
  }

  secret(connection: Connection, kind: SecretKind): Promise<string | undefined> {
    const secret = this.tokens.get(keyOf(connection, kind));
    return this.trouble ? Promise.reject(this.trouble) : Promise.resolve(secret);
  }

  saveSecret(connection: Connection, kind: SecretKind, secret: string | undefined): Promise<void> {
    if (secret === undefined) this.tokens.delete(keyOf(connection, kind));
    else this.tokens.set(keyOf(connection, kind), secret);
    return Promise.resolve();
  }
}

/** Client options without a proxy and without a log. */
export const plainWays: ClientOptions = {
  log: () => undefined,
  network: () => Promise.resolve({}),
  requestFile,
};

const keyOf = ({ id }: Connection, kind: SecretKind): string =>
  kind === "token" ? id : `${kind}/${id}`;

/** Texts by name, in memory. They are kept when their users are disposed, as in a folder. */
export class TextsInMemory implements TextStore {
  readonly texts: Map<string, string>;

  constructor(texts: Iterable<readonly [string, string]> = []) {
    this.texts = new Map(texts);
  }

  names(): Promise<readonly string[]> {
    return Promise.resolve([...this.texts.keys()]);
  }

  load(key: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(key));
  }

  save(key: string, text: string): Promise<void> {
    this.texts.set(key, text);
    return Promise.resolve();
  }

  drop(key: string): Promise<void> {
    this.texts.delete(key);
    return Promise.resolve();
  }
}

/** Logs or locks of runs. */
export class RunsInMemory implements RunStore {
  readonly texts = new Map<string, string>();
  /** The reason why every write fails, if set. */
  trouble: string | undefined;

  names(): Promise<readonly string[]> {
    return Promise.resolve([...this.texts.keys()]);
  }

  load(name: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(name));
  }

  save(name: string, text: string): Promise<string | undefined> {
    if (this.trouble === undefined) this.texts.set(name, text);
    return Promise.resolve(this.trouble);
  }

  append(name: string, text: string): Promise<string | undefined> {
    return this.save(name, (this.texts.get(name) ?? "") + text);
  }

  drop(name: string): Promise<void> {
    this.texts.delete(name);
    return Promise.resolve();
  }
}

/** The bases of unsaved edits. */
export class BasesInMemory extends TextsInMemory {}

/** A journal's files in memory. They are kept when a journal is disposed, as in a folder. */
export class JournalInMemory extends RunsInMemory implements JournalStore {
  size(name: string): Promise<number | undefined> {
    const text = this.texts.get(name);
    return Promise.resolve(text === undefined ? undefined : Buffer.byteLength(text));
  }
}

/** Journal settings in memory. By default, the journal records everything. */
export class JournalSettingsInMemory implements JournalSettings {
  maxAge = 86_400_000;
  maxSize = 50_000_000;
  enabled = true;
  omit: readonly string[] = [];

  of(): { enabled: boolean; omit: readonly string[] } {
    return { enabled: this.enabled, omit: this.omit };
  }
}

/** List queries by collection, in memory. They are kept when a model is closed, as in VS Code's own state. */
export class ListQueriesInMemory implements ListQueryStore {
  readonly listQueries = new Map<string, ListQuery>();

  load({ connection, type }: CollectionAddress): ListQuery | undefined {
    return this.listQueries.get(`${connection}/${type}`);
  }

  save({ connection, type }: CollectionAddress, listQuery: ListQuery): Promise<void> {
    this.listQueries.set(`${connection}/${type}`, listQuery);
    return Promise.resolve();
  }

  drop(connection = ""): Promise<void> {
    for (const key of [...this.listQueries.keys()]) {
      if (key.startsWith(connection)) this.listQueries.delete(key);
    }
    return Promise.resolve();
  }
}
