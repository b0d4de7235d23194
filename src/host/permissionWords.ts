import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import type { Permission } from "../model/permissions.ts";
import { permissionOf } from "./errorWords.ts";
import { listed } from "./lists.ts";

/** What is missing, as the admin panel names it: `articles: create, update`. */
export function missingIn(
  permissions: readonly Permission[],
  { url }: Pick<Connection, "url">,
): readonly string[] {
  const missing = new Map<string, string[]>();
  for (const { method, route, allowed } of permissions) {
    if (allowed !== false) continue;
    const [of = "", action = ""] = permissionOf({ method, url: `${url}/api/${route}` }).split(": ");
    missing.set(of, [...(missing.get(of) ?? []), action]);
  }
  return [...missing].map(([of, actions]) => `${of}: ${actions.join(", ")}`);
}

/** What stays closed on a connection, and what was not looked at; empty where all is open. */
export function closedWords(permissions: readonly Permission[], connection: Connection): string {
  const missing = missingIn(permissions, connection);
  const words = [
    ...(missing.length > 0
      ? [
          vscode.l10n.t(
            "Closed on {0}, until these are ticked: {1}.",
            connection.name,
            listed(missing, missing.length, "; "),
          ),
        ]
      : []),
    ...(permissions.some(({ allowed }) => allowed === undefined) ? [notLookedAt()] : []),
  ];
  return words.join(" ");
}

const notLookedAt = (): string =>
  vscode.l10n.t("What may be written was not looked at while the connection is locked.");
