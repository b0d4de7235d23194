import * as vscode from "vscode";
import { Guidance } from "../../host/commandFailure.ts";
import { isCopyAllowed } from "../../host/copySettings.ts";
import { choose } from "../../host/prompts.ts";
import { environmentAndLock } from "../../texts/environmentWords.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { TargetDependencies } from "../targets.ts";

/** Asks for another connection. */
export const otherConnection = (
  targets: TargetDependencies,
  from: string,
  title: string,
): Promise<Connection> => chooseOf(targets, othersThan(targets, from), title);

/** Asks for a connection to which the setting `cms.copy.allow` offers a copy. */
export const copyTarget = (
  targets: TargetDependencies,
  from: string,
  title: string,
): Promise<Connection> =>
  chooseOf(targets, allowedFrom(targets, from, othersThan(targets, from)), title);

/** Asks for a development connection into which a document is copied. */
export async function developmentTarget(
  targets: TargetDependencies,
  from: string,
  title: string,
): Promise<Connection> {
  const others = targets.connections.all.filter(
    ({ id, environment }) => id !== from && environment === "development",
  );
  if (others.length === 0) {
    throw new Guidance(
      vscode.l10n.t(
        "Add a connection with the environment Development first, or set the environment of a connection.",
      ),
      add(),
    );
  }
  return chooseOf(targets, allowedFrom(targets, from, others), title);
}

function othersThan({ connections }: TargetDependencies, from: string): readonly Connection[] {
  const others = connections.all.filter(({ id }) => id !== from);
  if (others.length > 0) return others;
  throw new Guidance(vscode.l10n.t("Add a second connection first."), add());
}

function allowedFrom(
  { connections }: TargetDependencies,
  from: string,
  others: readonly Connection[],
): readonly Connection[] {
  const source = connections.get(from);
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

function chooseOf(
  { locks }: TargetDependencies,
  connections: readonly Connection[],
  title: string,
): Promise<Connection> {
  const choices = connections.map((connection) => ({
    label: connection.name,
    description: [...environmentAndLock(locks, connection), connection.url].join(" · "),
    value: connection,
  }));
  return choose(choices, { title });
}

const add = (): vscode.Command => ({
  title: vscode.l10n.t("Add Connection"),
  command: "cms.connection.add",
});
