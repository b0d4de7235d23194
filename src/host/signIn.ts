import * as vscode from "vscode";
import type { Connection, Credentials } from "../model/connection.ts";
import type { Connections } from "../model/connections.ts";
import type { Outcome } from "../model/outcome.ts";
import { isCancelled } from "./failed.ts";
import { withProgress } from "./progress.ts";
import { ask } from "./prompts.ts";
import { describe } from "./words.ts";

/** A token from the person; throws CancellationError when they give up. */
export const askToken = async (
  name: string,
  prompt = vscode.l10n.t("Made in the admin panel under Settings, API Tokens"),
): Promise<string> => {
  const token = await ask({
    title: vscode.l10n.t("API Token for {0}", name),
    prompt,
    password: true,
    validateInput: (typed) =>
      /^\S+$/.test(bare(typed)) ? undefined : vscode.l10n.t("Paste the token, without spaces."),
  });
  return bare(token);
};

/** A token as it is sent, out of what a person copies with it. */
export const bare = (token: string): string => token.trim().replace(/^Bearer\s+/i, "");

/** Whether a service answers to these. */
export const attempt = (
  connections: Connections,
  credentials: Credentials & Pick<Connection, "certificateFile">,
): Promise<Outcome<null>> =>
  withProgress(vscode.l10n.t("Trying {0}", credentials.url), (signal) =>
    connections.try(credentials, signal),
  );

/** Another token for a connection whose own was refused: asked for once, whoever waits for it. */
export class SignIns {
  readonly #connections: Connections;
  readonly #waiting = new Map<string, Promise<boolean>>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Asks until the service takes one; false when the person gives up. */
  async again(connection: Connection, refusal: string): Promise<boolean> {
    const { id } = connection;
    const waiting = this.#waiting.get(id) ?? this.#ask(connection, refusal);
    this.#waiting.set(id, waiting);
    try {
      return await waiting;
    } finally {
      this.#waiting.delete(id);
    }
  }

  async #ask(connection: Connection, refusal: string): Promise<boolean> {
    try {
      for (let prompt = refusal; ;) {
        const token = await askToken(connection.name, prompt);
        const [failure] = await attempt(this.#connections, { ...connection, token });
        if (!failure) {
          await this.#connections.setToken(connection, token);
          return true;
        }
        if (isCancelled(failure)) return false;
        prompt = describe(failure);
      }
    } catch (error) {
      if (error instanceof vscode.CancellationError) return false;
      throw error;
    }
  }
}
