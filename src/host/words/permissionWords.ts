import * as vscode from "vscode";
import { apiUrlOf } from "../../model/connections/connection.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Permission } from "../../model/schemas/access/permissions.ts";
import { listOf } from "./lists.ts";
import { permissionNameOf } from "./permissionNames.ts";

/** What is missing, or else allowed, as the admin panel names it: `Article: create, update`. */
export function namesIn(
  permissions: readonly Permission[],
  connection: Pick<Connection, "url" | "apiPrefix">,
  wanted = false,
): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { method, route, allowed } of permissions) {
    if (allowed !== wanted) continue;
    const { section, action } = permissionNameOf({
      method,
      url: `${apiUrlOf(connection)}/${route}`,
    });
    found.set(section, [...(found.get(section) ?? []), action]);
  }
  return [...found].map(([section, actions]) => `${section}: ${actions.join(", ")}`);
}

/** The permissions that a connection lacks, as far as they were checked; empty where it lacks none. */
export function missingWords(permissions: readonly Permission[], connection: Connection): string {
  const missing = namesIn(permissions, connection);
  if (missing.length === 0) return "";
  return vscode.l10n.t(
    "Missing permissions on {0}: {1}.",
    connection.name,
    listOf(missing, missing.length, "; "),
  );
}
