import * as vscode from "vscode";
import type { Address } from "../model/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import { unlockedMinutes } from "../model/connections/locks.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Failure } from "../model/outcome.ts";
import { agrees } from "./prompts.ts";

/** Whether a connection may be written to, once a person was asked to unlock it where it is locked. */
async function unlocks(locks: Locks, id: string): Promise<boolean> {
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

/** Why a text can't be saved; where it is saved by hand, a person is asked first. */
export async function whyLocked(
  locks: Locks,
  { connection }: Address,
  isByHand: boolean,
): Promise<Failure | undefined> {
  const locked = locks.locked(connection);
  if (!locked || (isByHand && (await unlocks(locks, connection)))) return undefined;
  return { code: "locked", name: locked.name };
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
