import * as vscode from "vscode";
import type { Connections } from "../model/connections/connections.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { agrees } from "./prompts.ts";

/** The types of a connection whose writes send all fields. */
interface AllFieldsChoice {
  /** The id of the connection. */
  readonly connection: string;
  /** The name of the type. */
  readonly type: string;
  /** What happens next if the user agrees. */
  readonly next: string;
}

/** Asks whether writes of a type send all fields from now on. Returns whether the user agrees. */
export async function askToSendAllFields(
  connections: Connections,
  { connection: id, type, next }: AllFieldsChoice,
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
