import { hostname } from "node:os";
import * as vscode from "vscode";
import { Guidance, must } from "../../host/commandFailure.ts";
import type { Admins, Login } from "../../model/connections/admins.ts";
import { isLocal } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";

/** Creates an API token on a local service, for which the user signs in as its administrator. */
export async function createToken(
  admins: Admins,
  service: Pick<Connection, "url" | "name">,
): Promise<string> {
  if (!isLocal(service)) {
    throw new Guidance(
      vscode.l10n.t("VS Code can create API tokens only for services on this computer."),
    );
  }
  return must(await admins.createToken(service, tokenName()));
}

/** Creates an API token with the credentials that the user has entered. */
export const createTokenWith = (
  admins: Admins,
  service: Pick<Connection, "url" | "name">,
  login: Login,
  signal: AbortSignal,
): Promise<Outcome<string, Failure>> => admins.createTokenWith(service, login, tokenName(), signal);

/** Two tokens can't have the same name. */
const tokenName = (): string => {
  const stamp = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  return `${vscode.env.appName} ${hostname()} ${stamp}`;
};
