import * as vscode from "vscode";
import { connectionRoles } from "../../model/connections/connection.ts";
import type { Connection, ConnectionRole } from "../../model/connections/connection.ts";
import type { Locks } from "../../model/connections/locks.ts";
import { choose } from "../prompts.ts";

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

/** Which role a connection has; throws CancellationError when the person gives up. */
export function askRole(title: string): Promise<ConnectionRole> {
  const details: Record<ConnectionRole, string> = {
    development: vscode.l10n.t("Nobody sees what is there but you and your team"),
    staging: vscode.l10n.t("Others look at it before it is live"),
    production: vscode.l10n.t("Locked: nothing is written there until you unlock it"),
  };
  const choices = connectionRoles.map((value) => ({
    label: roleWord(value),
    detail: details[value],
    value,
  }));
  return choose(choices, {
    title,
    placeHolder: vscode.l10n.t("What is it?"),
    ignoreFocusOut: true,
  });
}
