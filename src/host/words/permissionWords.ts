import * as vscode from "vscode";
import { apiUrlOf } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Permission } from "../../model/connections/permissions.ts";
import { listed } from "./lists.ts";
import { boxOf } from "./permissionNames.ts";

/** What is missing, or else allowed, as the admin panel names it: `Article: create, update`. */
export function namesIn(
  permissions: readonly Permission[],
  connection: Pick<Connection, "url" | "apiPrefix">,
  wanted = false,
): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { method, route, allowed } of permissions) {
    if (allowed !== wanted) continue;
    const { section, action } = boxOf({ method, url: `${apiUrlOf(connection)}/${route}` });
    found.set(section, [...(found.get(section) ?? []), action]);
  }
  return [...found].map(([section, actions]) => `${section}: ${actions.join(", ")}`);
}

/** What stays closed on a connection, and what was not looked at; empty where all is open. */
export function closedWords(permissions: readonly Permission[], connection: Connection): string {
  const missing = namesIn(permissions, connection);
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
    ...(permissions.some(isWriteNotAsked) ? [notLookedAt()] : []),
  ];
  return words.join(" ");
}

const isWriteNotAsked = ({ method, allowed }: Permission): boolean =>
  method !== "GET" && allowed === undefined;

const notLookedAt = (): string =>
  vscode.l10n.t(
    "What may be written was not looked at where the connection is production, or its service does not tell its types.",
  );
