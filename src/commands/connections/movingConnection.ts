import * as vscode from "vscode";
import type { StepPosition } from "../../host/multiStep.ts";
import { confirm } from "../../host/prompts.ts";
import { askToken, locateService } from "../../host/signIn.ts";
import { askInput } from "../../host/multiStep.ts";
import { noServiceUrl } from "../../texts/urlWords.ts";
import { withChange } from "../../model/connections/connectionChange.ts";
import { apiUrlOf, toServiceUrl } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import { done, failed, isRefusal } from "../../model/foundation/outcome.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";

/** The new URL of a connection, and its token there. */
export interface ConnectionMove {
  readonly url: string;
  /** Undefined for the default prefix. */
  readonly apiPrefix: string | undefined;
  readonly token?: string;
}

/** Asks until the service responds there. */
export async function confirmMove(
  connections: Connections,
  connection: Connection,
  at: StepPosition,
): Promise<ConnectionMove> {
  const hasToken = await connections.hasSecret(connection, ["token"]);
  const isElsewhere = (url: string) => new URL(url).origin !== new URL(connection.url).origin;
  const found = await askInput<ConnectionMove & { readonly needsToken?: boolean }>(at, {
    prompt: vscode.l10n.t("URL of the content service"),
    value: typedUrlOf(connection),
    validateInput: (typed) => (toServiceUrl(typed) === undefined ? noServiceUrl() : undefined),
    attempt: async (typed, signal) => {
      const url = toServiceUrl(typed) ?? typed;
      // A secret that was entered for one origin is never sent to another.
      return hasToken && isElsewhere(url)
        ? done({ url, apiPrefix: undefined, needsToken: true })
        : tryMove(connections, connection, { url }, signal);
    },
  });
  if (!found.needsToken) return found;
  const { url } = found;
  await confirmLockedMove(connection, url);
  const title = vscode.l10n.t("API Token for {connection}", { connection: connection.name });
  return askToken(
    { title },
    { name: connection.name, url },
    {
      tryCredentials: (token, signal) => tryMove(connections, connection, { url, token }, signal),
    },
  );
}

/** The URL as the user would type it, with the API prefix unless that is the default. */
export const typedUrlOf = (connection: Connection): string =>
  connection.apiPrefix === undefined ? connection.url : apiUrlOf(connection);

/** A connection without a token may move to a service that requires one. */
async function tryMove(
  connections: Connections,
  connection: Connection,
  { url, token }: Pick<ConnectionMove, "url" | "token">,
  signal: AbortSignal,
): Promise<Outcome<ConnectionMove, Failure>> {
  const [nowhere, place] = await locateService(
    connections,
    withChange(connection, { url }),
    [],
    signal,
  );
  if (nowhere) return failed(nowhere);
  const move = { url: place.url, apiPrefix: place.apiPrefix, ...(token && { token }) };
  const known = token !== undefined || (await connections.hasSecret(connection, ["token"]));
  const [failure] = await connections.tryAt(connection, move, signal);
  return failure && (known || !isRefusal(failure)) ? failed(failure) : done(move);
}

const confirmLockedMove = ({ name, url }: Connection, next: string): Promise<void> =>
  confirm(
    vscode.l10n.t("Move {connection} to {host}?", { connection: name, host: new URL(next).host }),
    vscode.l10n.t(
      "This deletes the credentials for {host}. Next, you enter an API token for the new service.",
      { host: new URL(url).host },
    ),
    vscode.l10n.t("Move"),
  );
