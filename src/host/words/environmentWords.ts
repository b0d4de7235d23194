import * as vscode from "vscode";
import type { Connection, ConnectionEnvironment } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import type { Locks } from "../../model/connections/locks.ts";

/** The environment of a connection. */
export function environmentWord(environment: ConnectionEnvironment): string {
  const words: Record<ConnectionEnvironment, string> = {
    development: vscode.l10n.t("Development"),
    staging: vscode.l10n.t("Staging"),
    production: vscode.l10n.t("Production"),
  };
  return words[environment];
}

/** A connection as a question names it: with its environment, where it has one. */
export function connectionName(connections: Connections, id: string): string {
  const connection = connections.get(id);
  return connection ? nameWithEnvironment(connection) : "";
}

/** The same of one that may not be kept yet. */
export const nameWithEnvironment = ({
  name,
  environment,
}: Pick<Connection, "name" | "environment">): string =>
  environment ? vscode.l10n.t("{0} ({1})", name, environmentWord(environment)) : name;

/** Whether a connection is locked, where it can be, and what it is; empty where it was given no environment. */
export function environmentAndLock(
  locks: Locks,
  { id, environment }: Connection,
): readonly string[] {
  if (environment !== "production") return environment ? [environmentWord(environment)] : [];
  const lock = locks.locked(id) ? vscode.l10n.t("locked") : vscode.l10n.t("unlocked");
  return [lock, environmentWord(environment)];
}

/** The icon of a lock, open or shut; undefined where a connection has none. */
export function lockIcon(
  locks: Locks,
  { id, environment }: Connection,
): "lock" | "unlock" | undefined {
  if (environment !== "production") return undefined;
  return locks.locked(id) ? "lock" : "unlock";
}
