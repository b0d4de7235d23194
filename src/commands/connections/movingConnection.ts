import * as vscode from "vscode";
import { isCancelled } from "../../host/failed.ts";
import { ask, confirm } from "../../host/prompts.ts";
import { askToken, located, trying } from "../../host/signIn.ts";
import { noServiceUrl } from "../../host/words/urlWords.ts";
import { describe } from "../../host/words/words.ts";
import { changed } from "../../model/connections/connectionChange.ts";
import { apiUrlOf, toServiceUrl } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { done, failed, isRefusal } from "../../model/outcome.ts";
import type { Outcome } from "../../model/outcome.ts";

/** Where a connection is from now on, and the token that it is signed in with there. */
export interface Move {
  readonly url: string;
  /** Undefined for the usual one. */
  readonly apiPrefix: string | undefined;
  readonly token?: string;
}

/** Asks until the service answers there. */
export async function askMove(
  connections: Connections,
  connection: Connection,
  title: string,
): Promise<Move> {
  const hasToken = await connections.knows(connection, ["token"]);
  let agreed = connection.url;
  let value = typedUrlOf(connection);
  for (let prompt = ""; ;) {
    const url = await askUrl({ title, value, prompt });
    const token = hasToken ? await askTokenFor(connection, url, agreed) : {};
    const [failure, move] = await tryMove(connections, connection, { url, ...token });
    if (!failure) return move;
    if (isCancelled(failure)) throw new vscode.CancellationError();
    [agreed, value, prompt] = [url, url, describe(failure)];
  }
}

/** The URL as a person would type it, with the API prefix where that is not the usual one. */
export const typedUrlOf = (connection: Connection): string =>
  connection.apiPrefix === undefined ? connection.url : apiUrlOf(connection);

/** A connection without a token may move to a service that asks for one. */
async function tryMove(
  connections: Connections,
  connection: Connection,
  { url, token }: Pick<Move, "url" | "token">,
): Promise<Outcome<Move>> {
  const [nowhere, place] = await located(connections, changed(connection, { url }));
  if (nowhere) return failed(nowhere);
  const move = { url: place.url, apiPrefix: place.apiPrefix, ...(token && { token }) };
  const known = token !== undefined || (await connections.knows(connection, ["token"]));
  const [failure] = await trying(url, (signal) => connections.tryAt(connection, move, signal));
  return failure && (known || !isRefusal(failure)) ? failed(failure) : done(move);
}

/** What was entered for one origin is never sent to another. */
async function askTokenFor(
  connection: Connection,
  url: string,
  agreed: string,
): Promise<Pick<Move, "token">> {
  const { origin, host } = new URL(url);
  if (origin === new URL(connection.url).origin) return {};
  if (url !== agreed) await agree(connection, url);
  return { token: await askToken({ name: host, url }) };
}

const agree = ({ name, url }: Connection, next: string): Promise<void> =>
  confirm(
    vscode.l10n.t("Move {0} to {1}?", name, new URL(next).host),
    vscode.l10n.t(
      "What was entered to sign in at {0} is forgotten, and you are asked for a token of the other.",
      new URL(url).host,
    ),
    vscode.l10n.t("Move"),
  );

async function askUrl(options: vscode.InputBoxOptions): Promise<string> {
  const text = await ask({
    ...options,
    validateInput: (typed) => (toServiceUrl(typed) === undefined ? noServiceUrl() : undefined),
  });
  return toServiceUrl(text) ?? text;
}
