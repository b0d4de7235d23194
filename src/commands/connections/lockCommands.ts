import * as vscode from "vscode";
import { addressIn } from "../../files/textUri.ts";
import { Guidance } from "../../host/commandFailure.ts";
import type { CommandTable } from "../../host/commands.ts";
import { choose } from "../../host/prompts.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { HasConnection, TargetDependencies } from "../targets.ts";

/** Commands on the lock of production connections. */
export function lockCommands({ connections, locks }: TargetDependencies): CommandTable {
  const production = () =>
    connections.all.filter(({ environment }) => environment === "production");
  return {
    /**
     * Resolves with true where the rejected action can continue; with nothing where it stays
     * locked.
     */
    "cms.connection.unlock": async (row?: Partial<HasConnection> | vscode.Uri) => {
      const locked = () => production().filter(({ id }) => locks.locked(id));
      const id = await idOf(row, locked, {
        title: vscode.l10n.t("Unlock a Connection"),
        none: vscode.l10n.t("No production connection is locked."),
      });
      await requireUnlocked(locks, id);
      return true;
    },

    "cms.connection.lock": async (row?: Partial<HasConnection>) => {
      const unlocked = () => production().filter(({ id }) => !locks.locked(id));
      const id = await idOf(row, unlocked, {
        title: vscode.l10n.t("Lock a Connection"),
        none: vscode.l10n.t("No production connection is unlocked."),
      });
      locks.lock(id);
    },
  };
}

async function idOf(
  on: Partial<HasConnection> | vscode.Uri | undefined,
  others: () => readonly Connection[],
  texts: { readonly title: string; readonly none: string },
): Promise<string> {
  const edited = on instanceof vscode.Uri ? addressIn(on) : undefined;
  if (edited) return edited.connection;
  if (on && "connection" in on) return on.connection.id;
  const choices = others().map(({ id, name, url }) => ({
    label: name,
    description: url,
    value: id,
  }));
  if (choices.length === 0) throw new Guidance(texts.none);
  return choose(choices, { title: texts.title });
}
