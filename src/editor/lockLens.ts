import * as vscode from "vscode";
import { lockIcon, environmentAndLock } from "../host/words/roleWords.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";

interface LockLensDependencies {
  readonly connections: Connections;
  readonly locks: Locks;
}

/** Of a production connection: what unlocks or locks it. */
export function lockLens(
  { connections, locks }: LockLensDependencies,
  address: Address,
): vscode.Command[] {
  const connection = connections.get(address.connection);
  const lock = connection && lockIcon(locks, connection);
  if (!lock) return [];
  const isShut = lock === "lock";
  const words = isShut ? vscode.l10n.t("Unlock") : vscode.l10n.t("Lock");
  const command = isShut ? "cms.connection.unlock" : "cms.connection.lock";
  const tooltip = environmentAndLock(locks, connection).join(" · ");
  return [{ command, title: `$(${lock}) ${words}`, tooltip, arguments: [{ connection }] }];
}

/** A lens that can't be pressed. */
export const textLens = (title: string, tooltip = title): vscode.Command => ({
  command: "",
  title,
  tooltip,
});
