import * as vscode from "vscode";
import type { Connection } from "../model/connection.ts";
import { unlockedMinutes } from "../model/locks.ts";
import type { Locks } from "../model/locks.ts";
import { agrees } from "./prompts.ts";

/** Whether a connection may be written to, once a person was asked to unlock it where it is locked. */
export async function unlocks(locks: Locks, id: string): Promise<boolean> {
  const connection = locks.locked(id);
  if (!connection) return true;
  if (!(await asked(connection))) return false;
  locks.unlock(id);
  return true;
}

/** For what is about to write; throws CancellationError where the connection stays locked. */
export async function unlocked(locks: Locks, id: string): Promise<void> {
  if (!(await unlocks(locks, id))) throw new vscode.CancellationError();
}

const asked = ({ name, url }: Connection): Promise<boolean> =>
  agrees(
    vscode.l10n.t("{0} is locked. Unlock it?", name),
    vscode.l10n.t(
      "It is production, on {0}: what is written there may be live at once. This window can write to it until {1} minutes after the last write.",
      new URL(url).host,
      unlockedMinutes,
    ),
    vscode.l10n.t("Unlock"),
  );
