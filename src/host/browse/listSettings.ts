import * as vscode from "vscode";
import type { Connection } from "../../model/connect/connection.ts";

/** The number of rows in a page, from 1 to 100. By default, a service returns at most 100. */
export function pageSize(): number {
  const configuredSize = vscode.workspace.getConfiguration("cms").get<number>("pageSize", 25);
  return Math.min(100, Math.max(1, Math.round(configuredSize) || 25));
}

/** Whether collections show their number of documents before the user opens them. */
export const showsCounts = (): boolean =>
  vscode.workspace.getConfiguration("cms").get("tree.counts", false);

export const onDidChangeCounts = (listener: () => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("cms.tree")) listener();
  });

type Named = Pick<Connection, "name">;

/**
 * Whether the setting `cms.copy.allow` offers a copy in this direction. If it names no direction,
 * all of them are offered.
 */
export function isCopyAllowed(source: Named, target: Named): boolean {
  const allowed = vscode.workspace.getConfiguration("cms").get<unknown>("copy.allow");
  if (typeof allowed !== "object" || allowed === null) return true;
  const directions = new Map<string, unknown>(Object.entries(allowed));
  if (directions.size === 0) return true;
  const targets = directions.get(source.name);
  return Array.isArray(targets) && targets.includes(target.name);
}
