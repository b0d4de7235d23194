import * as l10n from "@vscode/l10n";
import type { Connection, ConnectionEnvironment } from "../../model/connect/connection.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Locks } from "../../model/connect/locks.ts";
import { wordsFor } from "../shared/nameList.ts";

export const environmentWord = (environment: ConnectionEnvironment): string =>
  wordsFor(environment, {
    development: l10n.t("Development"),
    staging: l10n.t("Staging"),
    production: l10n.t("Production"),
  });

export function connectionName(connections: Connections, id: string): string {
  const connection = connections.get(id);
  return connection ? nameWithEnvironment(connection) : "";
}

/** The connection may not be stored yet. A name such as Staging says its environment already. */
export function nameWithEnvironment({
  name,
  environment,
}: Pick<Connection, "name" | "environment">): string {
  if (!environment) return name;
  const word = environmentWord(environment);
  const nameWords = name.toLowerCase().split(/[^\p{L}]+/u);
  return nameWords.includes(word.toLowerCase())
    ? name
    : l10n.t("{connection} ({environment})", { connection: name, environment: word });
}

export function environmentAndLock(
  locks: Locks,
  { id, environment }: Connection,
): readonly string[] {
  if (environment !== "production") return environment ? [environmentWord(environment)] : [];
  const lock = locks.locked(id) ? l10n.t("locked") : l10n.t("unlocked");
  return [lock, environmentWord(environment)];
}

/** Undefined if the connection has no lock. */
export function lockIcon(
  locks: Locks,
  { id, environment }: Connection,
): "lock" | "unlock" | undefined {
  if (environment !== "production") return undefined;
  return locks.locked(id) ? "lock" : "unlock";
}
