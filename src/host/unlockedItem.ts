import * as vscode from "vscode";
import { ResourceOwner } from "../model/foundation/events.ts";
import { StatusBarItem } from "./surfaces/statusBarItem.ts";
import type { StatusBarContent } from "./surfaces/statusBarItem.ts";
import type { Connection } from "../model/connections/connection.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";

/** How often the remaining minutes are updated, in milliseconds. */
const interval = 5_000;

/** The background of status bar items that show unlocked production. */
export const unlockedBackground = (): vscode.ThemeColor =>
  new vscode.ThemeColor("statusBarItem.warningBackground");

interface UnlockedConnection {
  readonly connection: Connection;
  readonly minutes: number;
}

/**
 * A status bar item that shows which production connection is unlocked, and for how many minutes.
 * Selecting it locks the connection.
 */
export class UnlockedItem extends ResourceOwner {
  readonly #connections: Connections;
  readonly #locks: Locks;
  #item: StatusBarItem | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Connections, locks: Locks) {
    super();
    this.#connections = connections;
    this.#locks = locks;
    const show = (): void => {
      this.#show();
    };
    const stop = new vscode.Disposable(() => {
      clearTimeout(this.#timer);
    });
    this.own(stop, locks.onDidChange(show), connections.onDidChange(show));
  }

  #show(): void {
    clearTimeout(this.#timer);
    const unlocked = this.#unlocked();
    const [first] = unlocked;
    if (!first) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.own(
      new StatusBarItem("cms.unlocked", vscode.l10n.t("CMS Unlocked Production"), 1),
    );
    this.#item.show(contentOf(first, unlocked));
    this.#timer = setTimeout(() => {
      this.#show();
    }, interval);
    this.#timer.unref();
  }

  #unlocked(): readonly UnlockedConnection[] {
    return this.#connections.all.flatMap((connection) => {
      const until = this.#locks.unlockedUntil(connection.id);
      if (until === undefined) return [];
      return { connection, minutes: Math.ceil((until - Date.now()) / 60_000) };
    });
  }
}

function contentOf(
  first: UnlockedConnection,
  unlocked: readonly UnlockedConnection[],
): StatusBarContent {
  const minutes = Math.max(...unlocked.map((one) => one.minutes));
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
    tooltip: [...unlocked.map(lineOf), vscode.l10n.t("Select to lock")],
    spoken: words,
    command: {
      command: "cms.connection.lock",
      title: vscode.l10n.t("Lock"),
      arguments: isOne ? [{ connection: first.connection }] : [],
    },
    background: unlockedBackground(),
  };
}

function lineOf({ connection: { name }, minutes }: UnlockedConnection): string {
  return minutes === 1
    ? vscode.l10n.t("The production connection '{connection}' locks again in 1 minute", {
        connection: name,
      })
    : vscode.l10n.t("The production connection '{connection}' locks again in {minutes} minutes", {
        connection: name,
        minutes,
      });
}
