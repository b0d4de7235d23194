import * as vscode from "vscode";
import type { Connection, ConnectionRole } from "../../model/connections/connection.ts";
import type { Locks } from "../../model/connections/locks.ts";

/** What a connection is, in a word. */
export function roleWord(role: ConnectionRole): string {
  const words: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("development"),
    staging: vscode.l10n.t("staging"),
    production: vscode.l10n.t("production"),
  };
  return words[role];
}

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
