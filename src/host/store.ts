import type * as vscode from "vscode";
import type { Connection, ConnectionStore } from "../model/connections.ts";

const key = "cms.connections";

/** Connections in VS Code's own state, tokens in its SecretStorage and nowhere else. */
export class Store implements ConnectionStore {
  readonly #state: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;

  constructor({ globalState, secrets }: vscode.ExtensionContext) {
    this.#state = globalState;
    this.#secrets = secrets;
  }

  load(): readonly Connection[] {
    return this.#state.get<readonly Connection[]>(key, []);
  }

  async save(connections: readonly Connection[]): Promise<void> {
    await this.#state.update(key, connections);
  }

  async token(connection: Connection): Promise<string | undefined> {
    return this.#secrets.get(secretOf(connection));
  }

  async saveToken(connection: Connection, token: string | undefined): Promise<void> {
    const secret = secretOf(connection);
    await (token ? this.#secrets.store(secret, token) : this.#secrets.delete(secret));
  }
}

/** A token belongs to the origin it was entered for: the same id with another URL gets none. */
const secretOf = ({ id, url }: Connection): string => `cms.token/${id}/${new URL(url).origin}`;
