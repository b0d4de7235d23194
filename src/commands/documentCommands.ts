import * as vscode from "vscode";
import { openTab } from "../files/openDocuments.ts";
import { toUri } from "../files/uri.ts";
import type { CommandTable } from "../host/commands.ts";
import { must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { untitled } from "../host/words.ts";
import type { Address } from "../model/address.ts";
import type { Row } from "../model/rows.ts";
import { deleteDocument } from "./deleteDocument.ts";
import { look } from "./looked.ts";
import type { Acting, Argument } from "./looked.ts";
import { publishDocument } from "./publishDocument.ts";
import type { HasAddress, Targets } from "./targets.ts";

/** Commands on one document. */
export function documentCommands(acting: Acting, targets: Targets): CommandTable {
  return {
    "cms.document.open": async (row?: Partial<HasAddress> & { readonly row?: Row }) => {
      const title = vscode.l10n.t("Open a Document");
      const address = row?.address ?? (await targets.anyDocument(title));
      await open(acting, address, row?.row?.title);
    },

    "cms.document.publish": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Publish a Document"));
      await publishDocument(acting, address, on);
    },

    "cms.document.delete": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Delete a Document"));
      await deleteDocument(acting, address, on);
    },

    "cms.document.copyId": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Copy the ID of a Document"));
      const { snapshot } = await look(acting, address);
      const { documentId = snapshot.content["documentId"] } = snapshot.facts;
      const id = typeof documentId === "string" ? documentId : address.id;
      await vscode.env.clipboard.writeText(id);
      vscode.window.setStatusBarMessage(vscode.l10n.t("Copied {0}", id), 3000);
    },
  };
}

/** Shows the tab that is there, whatever title it was opened under; else opens one. */
async function open(acting: Acting, address: Address, listed?: string): Promise<void> {
  const uri = openTab(address) ?? (await uriOf(acting, address, listed));
  await vscode.commands.executeCommand("vscode.open", uri);
}

async function uriOf(
  { connections, documents }: Acting,
  address: Address,
  listed?: string,
): Promise<vscode.Uri> {
  const connectionName = connections.get(address.connection)?.name ?? "";
  const reading = vscode.l10n.t("Reading the document");
  const read = () => documents.read(address);
  const title = listed ?? must(await withProgress(reading, read)).title;
  return toUri(address, { connectionName, title: title || untitled() });
}
