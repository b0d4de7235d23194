import * as vscode from "vscode";
import { openTab } from "../../files/openDocuments.ts";
import { toUri } from "../../files/uri.ts";
import { must } from "../../host/commandFailure.ts";
import { withProgress } from "../../host/progress.ts";
import { untitled } from "../../texts/words.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { DocumentActions } from "../previewedDocument.ts";

export type OpenDependencies = Pick<DocumentActions, "catalogs" | "connections" | "documents">;

/** Shows the document's tab, whatever title it was opened under; otherwise opens one. */
export async function openDocument(
  acting: OpenDependencies,
  address: Address,
  rowName?: string,
  options?: vscode.ViewColumn | vscode.TextDocumentShowOptions,
): Promise<void> {
  const uri = openTab(address) ?? (await uriOf(acting, address, rowName));
  await vscode.commands.executeCommand("vscode.open", uri, options);
}

/** Shows a document in the group beside the active one. */
export const openBeside = (
  acting: OpenDependencies,
  address: Address,
  rowName?: string,
): Promise<void> => openDocument(acting, address, rowName, vscode.ViewColumn.Beside);

async function uriOf(
  acting: OpenDependencies,
  address: Address,
  rowName?: string,
): Promise<vscode.Uri> {
  const connectionName = acting.connections.get(address.connection)?.name ?? "";
  const title = rowName ?? (await titleOf(acting, address));
  return toUri(address, { connectionName, title: title || untitled() });
}

async function titleOf(
  { catalogs, documents }: OpenDependencies,
  address: Address,
): Promise<string> {
  const reading = vscode.l10n.t("Reading the document");
  const outcome = await withProgress(reading, () => documents.read(address));
  if (outcome[0]?.code !== "nothing-yet") return must(outcome).title;
  // The command that opens it reports the failure and its remedies.
  return must(await catalogs.type(address.connection, address.type)).type.displayName;
}
