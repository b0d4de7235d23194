import * as vscode from "vscode";
import { signIn } from "../model/accounts.ts";
import type { Connection, Credentials, UserLogin } from "../model/connection.ts";
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

async function askLogin(name: string, known = "", prompt?: string): Promise<UserLogin> {
  const identifier = await ask({
    title: vscode.l10n.t("User of {0}", name),
    prompt: prompt ?? vscode.l10n.t("The e-mail or the user name of a user of the service"),
    value: known,
    validateInput: (typed) =>
      typed.trim() ? undefined : vscode.l10n.t("Type an e-mail or a user name."),
  });
  return askPassword(name, identifier.trim());
}

/** Asks until the service lets a user in; throws CancellationError when the person gives up. */
export async function enter(
  connections: Connections,
  service: Credentials & Pick<Connection, "name" | "identifier">,
): Promise<{ readonly identifier: string; readonly session: string }> {
  let { identifier } = service;
  for (let prompt: string | undefined; ;) {
    const login = await askLogin(service.name, identifier, prompt);
    const [failure, signedIn] = await trying(service.url, (signal) =>
      connections.signIn(service, login, signal),
    );
    identifier = login.identifier;
    if (!failure) return { identifier, session: signedIn.jwt };
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
}

async function askPassword(name: string, identifier: string, prompt?: string): Promise<UserLogin> {
  const password = await ask({
    title: vscode.l10n.t("Password of {0} on {1}", identifier, name),
    prompt: prompt ?? vscode.l10n.t("Sent once, and kept nowhere"),
    password: true,
    validateInput: (typed) => (typed ? undefined : vscode.l10n.t("Type a password.")),
  });
  return { identifier, password };
}

const trying = <T>(
  url: string,
  task: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => withProgress(vscode.l10n.t("Trying {0}", url), task);

/** Whether a service answers to these. */
export const attempt = (
  connections: Connections,
  credentials: Credentials & Pick<Connection, "certificateFile">,
): Promise<Outcome<null>> =>
  trying(credentials.url, (signal) => connections.try(credentials, signal));

/** Another token, or the password, for a connection that was refused: asked for once, whoever waits for it. */
export class SignIns {
  readonly #connections: Connections;
  readonly #waiting = new Map<string, Promise<boolean>>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * Asks until the service takes one; false when the person gives up. It is the password of whoever is signed in
   * as a user and has no token, unless a token is meant.
   */
  async again(
    connection: Connection,
    refusal?: string,
    kind: "token" | "either" = "either",
  ): Promise<boolean> {
    const { id } = connection;
    const waiting = this.#waiting.get(id) ?? this.#ask(connection, refusal, kind);
    this.#waiting.set(id, waiting);
    try {
      return await waiting;
    } finally {
      this.#waiting.delete(id);
    }
  }

  async #ask(
    connection: Connection,
    refusal: string | undefined,
    kind: "token" | "either",
  ): Promise<boolean> {
    try {
      for (let prompt = refusal; ;) {
        const [failure] = await this.#try(connection, prompt, kind);
        if (!failure) return true;
        if (isCancelled(failure)) return false;
        prompt = describe(failure);
      }
    } catch (error) {
      if (error instanceof vscode.CancellationError) return false;
      throw error;
    }
  }

  async #try(
    connection: Connection,
    prompt: string | undefined,
    kind: "token" | "either",
  ): Promise<Outcome<null>> {
    const { name, url, identifier } = connection;
    const isUser = kind === "either" && identifier !== undefined;
    if (isUser && !(await this.#connections.knows(connection, ["token"]))) {
      const login = await askPassword(name, identifier, prompt);
      return trying(url, (signal) => signIn(this.#connections, connection, login, signal));
    }
    const token = await askToken(name, prompt);
    const outcome = await attempt(this.#connections, { ...connection, token });
    if (!outcome[0]) await this.#connections.setToken(connection, token);
    return outcome;
  }
}
