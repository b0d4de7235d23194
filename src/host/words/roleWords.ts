import * as vscode from "vscode";
import type { Connection, ConnectionRole } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import type { Locks } from "../../model/connections/locks.ts";

/** The environment of a connection. */
export function roleWord(role: ConnectionRole): string {
  const words: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("Development"),
    staging: vscode.l10n.t("Staging"),
    production: vscode.l10n.t("Production"),
  };
  return words[role];
}

/** A connection as a question names it: with its environment, where it has one. */
export function connectionName(connections: Connections, id: string): string {
  const connection = connections.get(id);
  return connection ? nameWithRole(connection) : "";
}

/** The same of one that may not be kept yet. */
export const nameWithRole = ({ name, role }: Pick<Connection, "name" | "role">): string =>
  role ? vscode.l10n.t("{0} ({1})", name, roleWord(role)) : name;

/** Whether a connection is locked, where it can be, and what it is; empty where it was given no role. */
export function standingOf(locks: Locks, { id, role }: Connection): readonly string[] {
  if (role !== "production") return role ? [roleWord(role)] : [];
  const lock = locks.locked(id) ? vscode.l10n.t("locked") : vscode.l10n.t("unlocked");
  return [lock, roleWord(role)];
}

/** The icon of a lock, open or shut; undefined where a connection has none. */
export function lockIcon(locks: Locks, { id, role }: Connection): "lock" | "unlock" | undefined {
  if (role !== "production") return undefined;
  return locks.locked(id) ? "lock" : "unlock";
}
