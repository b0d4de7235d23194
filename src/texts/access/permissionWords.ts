import * as l10n from "@vscode/l10n";
import { apiUrlOf, type Connection } from "../../model/connect/connection.ts";
import type { Permission } from "../../model/access/permissions.ts";
import { listOf } from "../shared/nameList.ts";
import { permissionNameOf } from "../shared/permissionNames.ts";

/** Missing or allowed permissions as the admin panel names them: `Article: create, update`. */
export function namesIn(
  permissions: readonly Permission[],
  connection: Pick<Connection, "url" | "apiPrefix">,
  isAllowed = false,
): readonly string[] {
  const actionsBySection = new Map<string, string[]>();
  for (const { method, route, allowed } of permissions) {
    if (allowed !== isAllowed) continue;
    const { section, action } = permissionNameOf({
      method,
      url: `${apiUrlOf(connection)}/${route}`,
    });
    actionsBySection.set(section, [...(actionsBySection.get(section) ?? []), action]);
  }
  return [...actionsBySection].map(([section, actions]) => `${section}: ${actions.join(", ")}`);
}

/** The missing permissions of a connection, as far as checked; empty if there are none. */
export function missingWords(permissions: readonly Permission[], connection: Connection): string {
  const missing = namesIn(permissions, connection);
  if (missing.length === 0) return "";
  return l10n.t("Missing permissions on {connection}: {permissions}.", {
    connection: connection.name,
    permissions: listOf(missing, missing.length, "; "),
  });
}
