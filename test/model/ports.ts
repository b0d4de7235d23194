import type { Connection, ConnectionStore } from "../../src/model/connections.ts";
import type { BaseStore } from "../../src/model/documents.ts";

/** Connections and tokens in memory, behind the port that VS Code's own stores stand behind. */
export class ConnectionsInMemory implements ConnectionStore {
  connections: readonly Connection[] = [];
  readonly tokens = new Map<string, string>();
  /** What asking for a token comes to instead. */
  trouble: Error | undefined;

  load(): readonly Connection[] {
    return this.connections;
  }

  save(connections: readonly Connection[]): Promise<void> {
    this.connections = connections;
    return Promise.resolve();
  }

  token({ id }: Connection): Promise<string | undefined> {
    return this.trouble ? Promise.reject(this.trouble) : Promise.resolve(this.tokens.get(id));
  }

  saveToken({ id }: Connection, token: string | undefined): Promise<void> {
    if (token === undefined) this.tokens.delete(id);
    else this.tokens.set(id, token);
    return Promise.resolve();
  }
}

/** What edits are edits of, in memory; it outlives the documents that use it, as a folder does. */
export class BasesInMemory implements BaseStore {
  readonly texts = new Map<string, string>();

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
