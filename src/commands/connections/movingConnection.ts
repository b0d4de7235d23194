import * as vscode from "vscode";
import { isCancelled } from "../../host/failed.ts";
import { ask, confirm } from "../../host/prompts.ts";
import { askToken, trying } from "../../host/signIn.ts";
import { noServiceUrl } from "../../host/words/urlWords.ts";
import { describe } from "../../host/words/words.ts";
import { toServiceUrl } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { isRefusal } from "../../model/outcome.ts";

/** Where a connection is from now on, and the token that it is signed in with there. */
export interface Move {
  readonly url: string;
  readonly token?: string;
}

/** Asks until the service answers there. */
export async function askMove(
  connections: Connections,
  connection: Connection,
  title: string,
): Promise<Move> {
  const hasToken = await connections.knows(connection, ["token"]);
  let move: Move = { url: connection.url };
  for (let prompt = ""; ;) {
    const url = await askUrl({ title, value: move.url, prompt });
    move = { url, ...(hasToken && (await askTokenFor(connection, url, move.url))) };
    const [failure] = await attempt(connections, connection, move);
    if (!failure || (!hasToken && isRefusal(failure))) return move;
    if (isCancelled(failure)) throw new vscode.CancellationError();
    prompt = describe(failure);
  }
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

const attempt = (connections: Connections, connection: Connection, move: Move) =>
  trying(move.url, (signal) => connections.tryAt(connection, move, signal));

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
