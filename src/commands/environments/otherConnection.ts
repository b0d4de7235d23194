import * as vscode from "vscode";
import { Guidance } from "../../host/commandFailure.ts";
import { isCopyAllowed } from "../../host/copySettings.ts";
import { choose } from "../../host/prompts.ts";
import { environmentAndLock } from "../../texts/environmentWords.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { TargetDependencies } from "../targets.ts";

interface ConnectionQuestion {
  readonly title: string;
  /** Whether the setting `cms.copy.allow` must offer a copy to the connection. */
  readonly isCopy?: boolean;
  readonly isDevelopment?: boolean;
}

/** Asks for another connection. */
export function otherConnection(
  { connections, locks }: TargetDependencies,
  from: string,
  { title, isCopy = false, isDevelopment = false }: ConnectionQuestion,
): Promise<Connection> {
  const others = connections.all.filter(
    ({ id, environment }) => id !== from && (!isDevelopment || environment === "development"),
  );
  if (others.length === 0) {
    const words = isDevelopment
      ? vscode.l10n.t(
          "Add a connection with the environment Development first, or set the environment of a connection.",
        )
      : vscode.l10n.t("Add a second connection first.");
    throw new Guidance(words, {
      title: vscode.l10n.t("Add Connection"),
      command: "cms.connection.add",
    });
  }
  const offered = isCopy ? allowedFrom(connections.get(from), others) : others;
  const choices = offered.map((connection) => ({
    label: connection.name,
    description: [...environmentAndLock(locks, connection), connection.url].join(" · "),
    value: connection,
  }));
  return choose(choices, { title });
}

function allowedFrom(
  source: Connection | undefined,
  others: readonly Connection[],
): readonly Connection[] {
  const allowed = others.filter((one) => source && isCopyAllowed(source, one));
  if (allowed.length > 0) return allowed;
  throw new Guidance(
    vscode.l10n.t("The setting cms.copy.allow doesn't allow this copy from {connection}.", {
      connection: source?.name ?? "",
    }),
    {
      title: vscode.l10n.t("Open Settings"),
      command: "workbench.action.openSettings",
      arguments: ["cms.copy.allow"],
    },
  );
}
