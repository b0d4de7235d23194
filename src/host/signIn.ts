import * as vscode from "vscode";
import { signIn } from "../model/connections/accounts.ts";
import type { Connection, Credentials, UserLogin } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Place } from "../model/connections/locating.ts";
import { done, isRefusal } from "../model/outcome.ts";
import type { Outcome } from "../model/outcome.ts";
import { isCancelled } from "./failed.ts";
import { withProgress } from "./progress.ts";
import { ask } from "./prompts.ts";
import { describe } from "./words/words.ts";

/** The connection that a person is asked to sign in to. */
type Named = Pick<Connection, "name" | "url">;

/** Where a secret goes, behind what is said of it, or why the last one was refused: a name alone can be anybody's. */
const sentTo = ({ url }: Pick<Connection, "url">, words: string): string =>
  `${words} ${vscode.l10n.t("It is sent to {0} alone.", new URL(url).host)}`;

/** A token from the person; throws CancellationError when they give up. */
export const askToken = async (
  place: Named,
  words = vscode.l10n.t("Made in the admin panel under Settings, API Tokens."),
  title = vscode.l10n.t("API Token for {0}", place.name),
): Promise<string> => {
  const token = await ask({
    title,
    prompt: sentTo(place, words),
    password: true,
    validateInput: (typed) =>
      /^\S+$/.test(bare(typed)) ? undefined : vscode.l10n.t("Paste the token, without spaces."),
  });
  return bare(token);
};

/** A token as it is sent, out of what a person copies with it. */
export const bare = (token: string): string => token.trim().replace(/^Bearer\s+/i, "");

/** Who signs in, and their password; `known` is what they may have typed before. */
export async function askUserLogin(
  place: Named,
  { title, prompt, known = "" }: { title: string; prompt: string; known?: string | undefined },
): Promise<UserLogin> {
  const identifier = await ask({
    title,
    prompt,
    value: known,
    validateInput: (typed) =>
      typed.trim() ? undefined : vscode.l10n.t("Type an email or a user name."),
  });
  return askPassword(place, identifier.trim());
}

/** Asks until the service lets a user in; throws CancellationError when the person gives up. */
export async function enter(
  connections: Connections,
  service: Credentials & Pick<Connection, "name" | "identifier">,
): Promise<{ readonly identifier: string; readonly session: string }> {
  let { identifier } = service;
  const title = vscode.l10n.t("User of {0}", service.name);
  for (let prompt = vscode.l10n.t("The email or the user name of a user of the service"); ;) {
    const login = await askUserLogin(service, { title, prompt, known: identifier });
    const [failure, signedIn] = await trying(service.url, (signal) =>
      connections.signIn(service, login, signal),
    );
    identifier = login.identifier;
    if (!failure) return { identifier, session: signedIn.jwt };
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
}

async function askPassword(
  place: Named,
  identifier: string,
  words = vscode.l10n.t("The password is kept nowhere."),
): Promise<UserLogin> {
  const password = await ask({
    title: vscode.l10n.t("Password of {0} on {1}", identifier, place.name),
    prompt: sentTo(place, words),
    password: true,
    validateInput: (typed) => (typed ? undefined : vscode.l10n.t("Type a password.")),
  });
  return { identifier, password };
}

export const trying = <T>(
  url: string,
  task: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => withProgress(vscode.l10n.t("Trying {0}", url), task);

/** Whether a service answers to these. */
export const attempt = (
  connections: Connections,
  credentials: Credentials & Pick<Connection, "apiPrefix" | "certificateFile">,
): Promise<Outcome<null>> =>
  trying(credentials.url, (signal) => connections.try(credentials, signal));

/** Where the content API of a service is. A service that lets nobody in without a token is found, too. */
export async function located(
  connections: Connections,
  service: Pick<Connection, "url" | "certificateFile">,
  prefixes: readonly string[] = [],
): Promise<Outcome<Place>> {
  const { url } = service;
  const outcome = await trying(url, (signal) => connections.locate(service, prefixes, signal));
  const [failure] = outcome;
  return failure && isRefusal(failure) ? done({ url }) : outcome;
}

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
    const { url, identifier } = connection;
    const isUser = kind === "either" && identifier !== undefined;
    if (isUser && !(await this.#connections.knows(connection, ["token"]))) {
      const login = await askPassword(connection, identifier, prompt);
      return trying(url, (signal) => signIn(this.#connections, connection, login, signal));
    }
    const token = await askToken(connection, prompt);
    const outcome = await attempt(this.#connections, { ...connection, token });
    if (!outcome[0]) await this.#connections.setToken(connection, token);
    return outcome;
  }
}
