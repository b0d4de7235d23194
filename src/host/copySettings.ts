import * as vscode from "vscode";
import type { Connection } from "../model/connections/connection.ts";

type Named = Pick<Connection, "name">;

/**
 * Whether the setting `cms.copy.allow` offers a copy in this direction. If it names no direction,
 * all of them are offered.
 */
export function isCopyAllowed(from: Named, to: Named): boolean {
  const allowed = vscode.workspace.getConfiguration("cms").get<unknown>("copy.allow");
  if (typeof allowed !== "object" || allowed === null) return true;
  const directions = new Map<string, unknown>(Object.entries(allowed));
  if (directions.size === 0) return true;
  const targets = directions.get(from.name);
  return Array.isArray(targets) && targets.includes(to.name);
}
