import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { Connection } from "../model/connections/connection.ts";
import { unlockedMinutes } from "../model/connections/locks.ts";
import type { Locks } from "../model/connections/locks.ts";
import { agrees } from "./prompts.ts";
import type { Failure } from "../model/failure.ts";

/** Whether the extension may write to a connection. Asks the user to unlock a locked one. */
async function ensureUnlocked(locks: Locks, id: string): Promise<boolean> {
  const connection = locks.locked(id);
  if (!connection) return true;
  if (!(await asked(connection))) return false;
  locks.unlock(id);
  return true;
}

/** Call this before a write. Throws CancellationError if the connection stays locked. */
export async function requireUnlocked(locks: Locks, id: string): Promise<void> {
  if (!(await ensureUnlocked(locks, id))) throw new vscode.CancellationError();
}

/** Why a text can't be saved; undefined if it can. A save by hand first asks to unlock. */
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
    vscode.l10n.t("Unlock the production connection '{connection}'?", { connection: name }),
    [
      new URL(url).host,
      vscode.l10n.t(
        "Changes may be published immediately. The connection locks again {minutes} minutes after your last change.",
        { minutes: unlockedMinutes },
      ),
    ],
    vscode.l10n.t("Unlock"),
  );
