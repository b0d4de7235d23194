import * as vscode from "vscode";
import type { Log } from "./surfaces/logChannel.ts";
import type { Connection } from "../model/connections/connection.ts";
import { remediesOf } from "../model/remedies.ts";
import type { Remedy } from "../model/remedies.ts";
import { FailureError, Guidance } from "./commandFailure.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { SignIns } from "./signIn.ts";
import { describe } from "../texts/words.ts";
import type { Failure } from "../model/failure.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { agrees } from "./prompts.ts";

/** A button of a notification. `run` returns whether the failed call can be retried. */
export interface Button {
  readonly label: string;
  readonly run: () => unknown;
  /** Whether it applies only to the failure that it is shown with. */
  readonly isForOne?: boolean;
}

const { executeCommand } = vscode.commands;

interface RemedyContext {
  /** Undefined if the failed connection is unknown. */
  readonly connection: Connection | undefined;
  readonly connections: Connections;
  readonly signIns: SignIns;
  readonly log: Log;
}

export function buttonsFor(error: unknown, context: RemedyContext): readonly Button[] {
  if (error instanceof Guidance) return error.help ? [helpButton(error.help)] : [];
  if (!(error instanceof FailureError)) return [logButton(context.log)];
  const { failure } = error;
  return remediesOf(failure)
    .map((remedy) => buttonOf(remedy, failure, context))
    .filter((button) => button !== undefined);
}

/** The button for a remedy; undefined if the remedy isn't available. */
function buttonOf(
  remedy: Remedy,
  failure: Failure,
  { connection, connections, signIns, log }: RemedyContext,
): Button | undefined {
  const onConnection = (label: string, command: string): Button | undefined =>
    connection && { label, run: () => executeCommand(command, { connection }) };
  const buttons: Record<Remedy, () => Button | undefined> = {
    unlock: () => ({
      label: vscode.l10n.t("Unlock"),
      run: () => executeCommand("cms.connection.unlock", connection && { connection }),
    }),
    token: () => connection && tokenButton(signIns, connection, failure),
    signIn: () => onConnection(vscode.l10n.t("Sign In"), "cms.connection.signIn"),
    permissions: () => onConnection(vscode.l10n.t("Open Permissions"), "cms.connection.openTokens"),
    allFields: () => connection && allFieldsButton(connections, connection.id, failure),
    certificate: () =>
      onConnection(vscode.l10n.t("Choose Certificate File"), "cms.connection.chooseCertificate"),
    proxy: () => ({
      label: vscode.l10n.t("Open Settings"),
      run: () => executeCommand("workbench.action.openSettings", "http.proxy"),
    }),
    again: () => ({ label: vscode.l10n.t("Retry"), run: () => true, isForOne: true }),
    edit: () => onConnection(vscode.l10n.t("Edit Connection"), "cms.connection.edit"),
    log: () => logButton(log),
  };
  return buttons[remedy]();
}

export const tokenButton = (
  signIns: SignIns,
  connection: Connection,
  failure: Failure,
): Button => ({
  label: vscode.l10n.t("Edit Token"),
  run: () => signIns.again(connection, describe(failure)),
});

/** Undefined if the failed write could not send more fields. */
export function allFieldsButton(
  connections: Connections,
  connection: string,
  failure: Failure,
): Button | undefined {
  const type = failure.code === "service" ? failure.partialType : undefined;
  if (type === undefined) return undefined;
  const next = vscode.l10n.t("Then the action is repeated.");
  const run = () => askToSendAllFields(connections, { connection, type, next });
  return { label: sendAllFieldsLabel(), run, isForOne: true };
}

const helpButton = ({ title, command, arguments: given = [] }: vscode.Command): Button => ({
  label: title,
  run: () => executeCommand(command, ...(given as readonly unknown[])).then(() => undefined),
});

const logButton = (log: Log): Button => ({
  label: vscode.l10n.t("Show Log"),
  run: () => {
    log.show();
  },
});

/**
 * Asks whether writes of a type send all fields from now on. Returns whether the user agrees. `next`
 * says what happens then.
 */
export async function askToSendAllFields(
  connections: Connections,
  { connection: id, type, next }: CollectionAddress & { readonly next: string },
): Promise<boolean> {
  const connection = connections.get(id);
  const isAgreed = await agrees(
    vscode.l10n.t("Send all fields of {type} to {connection}?", {
      type,
      connection: connectionName(connections, id),
    }),
    [
      vscode.l10n.t(
        "Saves and publishes of {type} then send every field, not only the changes, as the admin panel does. A change that someone else makes at the same moment is overwritten.",
        { type },
      ),
      next,
    ],
    sendAllFieldsLabel(),
  );
  if (!connection || !isAgreed) return false;
  const { sendAllFields = [] } = connection;
  await connections.change(connection, { sendAllFields: [...new Set([...sendAllFields, type])] });
  return true;
}

export const sendAllFieldsLabel = (): string => vscode.l10n.t("Send All Fields");
