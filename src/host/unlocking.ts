import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import { unlockedMinutes } from "../model/connections/locks.ts";
import type { Locks } from "../model/connections/locks.ts";
import { agrees } from "./prompts.ts";
import type { Failure } from "../model/failure.ts";

/** Whether a connection may be written to, once a person was asked to unlock it where it is locked. */
async function ensureUnlocked(locks: Locks, id: string): Promise<boolean> {
  const connection = locks.locked(id);
  if (!connection) return true;
  if (!(await asked(connection))) return false;
  locks.unlock(id);
  return true;
}

/** For what is about to write; throws CancellationError where the connection stays locked. */
export async function requireUnlocked(locks: Locks, id: string): Promise<void> {
  if (!(await ensureUnlocked(locks, id))) throw new vscode.CancellationError();
}

/** Why a text can't be saved; where it is saved by hand, a person is asked first. */
export async function whyLocked(
  locks: Locks,
  { connection }: Address,
  isByHand: boolean,
): Promise<Failure | undefined> {
  const locked = locks.locked(connection);
  if (!locked || (isByHand && (await ensureUnlocked(locks, connection)))) return undefined;
  return { code: "locked", name: locked.name };
}

const asked = ({ name, url }: Connection): Promise<boolean> =>
  agrees(
    vscode.l10n.t('Unlock production connection "{0}"?', name),
    [
      new URL(url).host,
      vscode.l10n.t(
        "Changes may go live immediately. It locks again {0} minutes after your last change.",
        unlockedMinutes,
      ),
    ].join("\n"),
    vscode.l10n.t("Unlock"),
  );
