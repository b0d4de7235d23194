import * as vscode from "vscode";
import type { Connections } from "../model/connections/connections.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { connectionName } from "../texts/environmentWords.ts";
import { agrees } from "./prompts.ts";

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
