import * as vscode from "vscode";
import { lockIcon, standingOf } from "../host/words/roleWords.ts";
import type { Address } from "../model/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";

interface Parts {
  readonly connections: Connections;
  readonly locks: Locks;
}

/** What a connection is, and the way to its lock. */
export function locking({ connections, locks }: Parts, address: Address): vscode.Command[] {
  const connection = connections.get(address.connection);
  const words = connection ? standingOf(locks, connection).join(" · ") : "";
  if (!connection || words === "") return [];
  const lock = lockIcon(locks, connection);
  if (!lock) return [saying(words)];
  const isShut = lock === "lock";
  const title = isShut ? vscode.l10n.t("Unlock") : vscode.l10n.t("Lock");
  const command = isShut ? "cms.connection.unlock" : "cms.connection.lock";
  return [saying(`$(${lock}) ${words}`, words), { command, title, arguments: [{ connection }] }];
}

/** A lens that can't be pressed. */
export const saying = (title: string, tooltip = title): vscode.Command => ({
  command: "",
  title,
  tooltip,
});
