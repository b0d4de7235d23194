import type * as vscode from "vscode";
import type { Connection, ConnectionStore, SecretKind } from "../model/connection.ts";

const stateKey = "cms.connections";

/** Connections in VS Code's own state, tokens in its SecretStorage and nowhere else. */
export class Store implements ConnectionStore {
  readonly #state: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;

  constructor({ globalState, secrets }: vscode.ExtensionContext) {
    this.#state = globalState;
    this.#secrets = secrets;
  }

  load(): readonly Connection[] {
    return this.#state.get<readonly Connection[]>(stateKey, []);
  }

  async save(connections: readonly Connection[]): Promise<void> {
    await this.#state.update(stateKey, connections);
  }

  async secret(connection: Connection, kind: SecretKind): Promise<string | undefined> {
    return this.#secrets.get(keyOf(connection, kind));
  }

  async saveSecret(
    connection: Connection,
    kind: SecretKind,
    secret: string | undefined,
  ): Promise<void> {
    const key = keyOf(connection, kind);
    await (secret ? this.#secrets.store(key, secret) : this.#secrets.delete(key));
  }
}

/** A secret belongs to the origin it was entered for: the same id with another URL gets none. */
const keyOf = ({ id, url }: Connection, kind: SecretKind): string =>
  `cms.${kind}/${id}/${new URL(url).origin}`;
