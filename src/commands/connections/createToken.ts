import { hostname } from "node:os";
import * as vscode from "vscode";
import { Guidance, must } from "../../host/failed.ts";
import type { Admins } from "../../model/connections/admins.ts";
import { isLocal } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";

/** A new API token of a service on this computer, for which the person signs in as its administrator. */
export async function createToken(
  admins: Admins,
  service: Pick<Connection, "url" | "name">,
): Promise<string> {
  if (!isLocal(service)) {
    throw new Guidance(vscode.l10n.t("Tokens are made here for services on this computer alone."));
  }
  const stamp = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  // No two may have the same name.
  return must(await admins.createToken(service, `${vscode.env.appName} ${hostname()} ${stamp}`));
}
