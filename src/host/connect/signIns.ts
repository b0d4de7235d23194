import type { AskLogin } from "../../model/connect/administrators.ts";
import type { Connection } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import { unlessCancelled } from "../shared/commandFailure.ts";
import type { SignInKind } from "./signInPrompts.ts";

// Loaded with the first question.
const loadPrompts = () => import("./signInPrompts.ts");

/**
 * Asks for new credentials for a connection whose credentials the service rejected. Concurrent
 * callers share one prompt.
 */
export class SignIns {
  readonly #connections: Connections;
  readonly #waiting = new Map<string, Promise<true | undefined>>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Returns whether the service has accepted the new credentials, or false if the user cancels. */
  async again(
    connection: Connection,
    refusal?: string,
    kind: SignInKind = "either",
  ): Promise<boolean> {
    const { id } = connection;
    const asking = async () =>
      (await loadPrompts()).askCredentials(this.#connections, connection, refusal, kind);
    const waiting = this.#waiting.get(id) ?? unlessCancelled(asking());
    this.#waiting.set(id, waiting);
    try {
      return (await waiting) ?? false;
    } finally {
      this.#waiting.delete(id);
    }
  }
}

/** Asks for an administrator's token, or email and password. Undefined if the user cancels. */
export const askAdminLogin: AskLogin = async (connection, request) =>
  unlessCancelled((await loadPrompts()).askLogin(connection, request));
