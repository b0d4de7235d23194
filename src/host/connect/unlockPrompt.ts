import * as vscode from "vscode";
import type { Address } from "../../model/foundation/address.ts";
import { unlockedMinutes, type Locks } from "../../model/connect/locks.ts";
import { agrees } from "../surfaces/messages.ts";
import type { Failure } from "../../model/failure.ts";
import { StatusBarItem, type StatusBarContent } from "../surfaces/statusBarItem.ts";
import type { Connections } from "../../model/connect/connections.ts";

/** Asks the user to unlock a locked connection. */
async function ensureUnlocked(locks: Locks, id: string): Promise<boolean> {
  const connection = locks.locked(id);
  if (!connection) return true;
  const isAgreed = await agrees(
    vscode.l10n.t("Unlock the production connection '{connection}'?", {
      connection: connection.name,
    }),
    [
      new URL(connection.url).host,
      vscode.l10n.t(
        "Changes may be published immediately. The connection locks again {minutes} minutes after your last change.",
        { minutes: unlockedMinutes },
      ),
    ],
    vscode.l10n.t("Unlock"),
  );
  if (isAgreed) locks.unlock(id);
  return isAgreed;
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

const updateIntervalMs = 5_000;

export const unlockedBackground = (): vscode.ThemeColor =>
  new vscode.ThemeColor("statusBarItem.warningBackground");

/**
 * A status bar item that shows which production connection is unlocked, and for how many minutes.
 * Selecting it locks the connection.
 */
export function followUnlocked(connections: Connections, locks: Locks): vscode.Disposable {
  let item: StatusBarItem | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    clearTimeout(timer);
    const unlocked = unlockedIn(connections, locks);
    const [first] = unlocked;
    if (!first) {
      item?.hide();
      return;
    }
    item ??= new StatusBarItem("cms.unlocked", vscode.l10n.t("CMS Unlocked Production"), 1);
    item.show(contentOf(first, unlocked));
    timer = setTimeout(show, updateIntervalMs);
    timer.unref();
  };
  return vscode.Disposable.from(
    locks.onDidChange(show),
    connections.onDidChange(show),
    new vscode.Disposable(() => {
      clearTimeout(timer);
      item?.dispose();
    }),
  );
}

type UnlockedConnection = ReturnType<typeof unlockedIn>[number];

const unlockedIn = ({ all }: Connections, locks: Locks) =>
  all.flatMap((connection) => {
    const until = locks.unlockedUntil(connection.id);
    if (until === undefined) return [];
    return { connection, minutes: Math.ceil((until - Date.now()) / 60_000) };
  });

function contentOf(
  first: UnlockedConnection,
  unlocked: readonly UnlockedConnection[],
): StatusBarContent {
  const lines = unlocked.map(({ connection: { name: connection }, minutes }) =>
    minutes === 1
      ? vscode.l10n.t("The production connection '{connection}' locks again in 1 minute", {
          connection,
        })
      : vscode.l10n.t("The production connection '{connection}' locks again in {minutes} minutes", {
          connection,
          minutes,
        }),
  );
  const minutes = Math.max(...unlocked.map((connection) => connection.minutes));
  const isOne = unlocked.length === 1;
  const words = isOne
    ? vscode.l10n.t("{connection} unlocked: {minutes} min", {
        connection: first.connection.name,
        minutes,
      })
    : vscode.l10n.t("{count} production connections unlocked: {minutes} min", {
        count: unlocked.length,
        minutes,
      });
  return {
    icon: "unlock",
    text: words,
    tooltip: [...lines, vscode.l10n.t("Select to lock")],
    spoken: words,
    command: {
      command: "cms.connection.lock",
      title: vscode.l10n.t("Lock"),
      arguments: isOne ? [{ connection: first.connection }] : [],
    },
    background: unlockedBackground(),
  };
}
