import * as vscode from "vscode";
import {
  isFromSetting,
  mergeConnections,
  connectionDifferences,
} from "../../model/connect/connection.ts";
import type {
  Connection,
  ConnectionStore,
  ConnectionDifference,
  SecretKind,
} from "../../model/connect/connection.ts";
import { Emitter, ResourceOwner } from "../../model/foundation/events.ts";
import type { ConnectionSetting } from "./connectionSetting.ts";

const stateKey = "cms.connections";
const personalKey = "cms.personal/connections";

type Settings = Pick<ConnectionSetting, "all" | "onDidChange">;

/** The user's own properties of a shared connection: sign-ins, types and files. */
const personalKeys = [
  ...(["identifier", "adminEmail", "collections", "sendAllFields"] as const),
  "certificateFile",
] as const;

type Personal = Pick<Connection, "id" | (typeof personalKeys)[number]>;

/**
 * Stores connections in VS Code's state, for all workspaces or for this one, and reads them from
 * settings. Tokens are stored only in VS Code's SecretStorage.
 */
export class ConnectionStorage extends ResourceOwner implements ConnectionStore {
  readonly #changed = this.own(new Emitter<readonly ConnectionDifference[]>());
  readonly onDidChange = this.#changed.event;
  readonly #context: vscode.ExtensionContext;
  readonly #settings: Settings;
  #lastReported: readonly Connection[];

  constructor(context: vscode.ExtensionContext, settings: Settings) {
    super();
    this.#context = context;
    this.#settings = settings;
    this.#lastReported = this.load();
    this.own(
      settings.onDidChange(this.#reportChanges),
      // VS Code updates its state from other windows without an event. So check again when the
      // window gets the focus.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#reportChanges();
      }),
    );
  }

  /**
   * Of two connections with the same id, only the first counts. A setting never replaces a
   * connection that the user stored. It can only make its environment stricter.
   */
  load(): readonly Connection[] {
    const personalById = new Map(this.#personal.map((entry) => [entry.id, entry]));
    const settingConnections = this.#settings.all.map((connection) => ({
      ...connection,
      ...personalById.get(connection.id),
    }));
    return mergeConnections([
      ...listIn(this.#context.globalState),
      ...listIn(this.#context.workspaceState),
      ...settingConnections,
    ]);
  }

  async save(connections: readonly Connection[]): Promise<void> {
    const workspaceConnections = connections.filter(({ source }) => source === "workspace");
    const isKeptHere =
      workspaceConnections.length > 0 || listIn(this.#context.workspaceState).length > 0;
    if (isKeptHere) await this.#context.workspaceState.update(stateKey, workspaceConnections);
    const globalConnections = connections.filter(({ source }) => source === undefined);
    await this.#context.globalState.update(stateKey, globalConnections);
    await this.#savePersonal(connections.filter(isFromSetting));
    this.#lastReported = this.load();
  }

  async secret(connection: Connection, kind: SecretKind): Promise<string | undefined> {
    return this.#context.secrets.get(keyOf(connection, kind));
  }

  async saveSecret(
    connection: Connection,
    kind: SecretKind,
    secret: string | undefined,
  ): Promise<void> {
    const key = keyOf(connection, kind);
    await (secret ? this.#context.secrets.store(key, secret) : this.#context.secrets.delete(key));
  }

  readonly #reportChanges = (): void => {
    const previousConnections = this.#lastReported;
    this.#lastReported = this.load();
    const differences = connectionDifferences(previousConnections, this.#lastReported);
    if (differences.length > 0) this.#changed.fire(differences);
  };

  get #personal(): readonly Personal[] {
    return this.#context.globalState.get<readonly Personal[]>(personalKey, []);
  }

  /** Keeps the stored properties of connections that are not in force here. */
  async #savePersonal(connections: readonly Connection[]): Promise<void> {
    const settingsById = new Map(
      this.#settings.all.map((connection) => [connection.id, connection]),
    );
    const otherEntries = this.#personal.filter(({ id }) => !settingsById.has(id));
    if (connections.length === 0 && otherEntries.length === this.#personal.length) return;
    const personalEntries = connections.map((connection): Personal => {
      const entry = settingsById.get(connection.id);
      const keys = personalKeys.filter(
        (key) => connection[key] !== undefined && connection[key] !== entry?.[key],
      );
      return {
        id: connection.id,
        ...Object.fromEntries(keys.map((key) => [key, connection[key]])),
      };
    });
    await this.#context.globalState.update(personalKey, [...otherEntries, ...personalEntries]);
  }
}

const listIn = (state: vscode.Memento): readonly Connection[] =>
  state.get<readonly Connection[]>(stateKey, []);

/** A secret belongs to its origin. The same id with another URL has no secret. */
const keyOf = ({ id, url }: Connection, kind: SecretKind): string =>
  `cms.${kind}/${id}/${new URL(url).origin}`;
