import * as vscode from "vscode";
import { lockIcon, standingOf } from "../host/words/roleWords.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";

interface Parts {
  readonly connections: Connections;
  readonly locks: Locks;
}

/** Of a production connection: what unlocks or locks it. */
export function locking({ connections, locks }: Parts, address: Address): vscode.Command[] {
  const connection = connections.get(address.connection);
  const lock = connection && lockIcon(locks, connection);
  if (!lock) return [];
  const isShut = lock === "lock";
  const words = isShut ? vscode.l10n.t("Unlock") : vscode.l10n.t("Lock");
  const command = isShut ? "cms.connection.unlock" : "cms.connection.lock";
  const tooltip = standingOf(locks, connection).join(" · ");
  return [{ command, title: `$(${lock}) ${words}`, tooltip, arguments: [{ connection }] }];
}

/** A lens that can't be pressed. */
export const saying = (title: string, tooltip = title): vscode.Command => ({
  command: "",
  title,
  tooltip,
});
