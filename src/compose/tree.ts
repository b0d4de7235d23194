import * as vscode from "vscode";
import { followProjects, reached } from "../host/contextKeys.ts";
import type { Address } from "../model/address.ts";
import { Restarts } from "../model/connections/restarts.ts";
import { CollectionNode } from "../tree/collectionNode.ts";
import { ContentTree } from "../tree/contentTree.ts";
import type { TreeNode } from "../tree/node.ts";
import { rowsClicked } from "../tree/clickedRow.ts";
import { UsersNode } from "../tree/usersNode.ts";
import type { Model } from "./model.ts";
import type { Own } from "./own.ts";

/** The view with everything a service holds, and the way to a row in it. */
export function openTree(model: Model, own: Own) {
  const restarts = own(new Restarts(model.connections));
  const treeDataProvider = own(new ContentTree(model.connections, { ...model, restarts }));
  const view = { treeDataProvider, showCollapseAll: true, canSelectMany: true };
  const shown = own(vscode.window.createTreeView("cms.content", view));
  const complain = () => {
    shown.message = model.connectionSettings.complaints.join("\n");
  };
  own(model.connectionSettings.onDidChange(complain));
  complain();
  restarts.watch(shown.visible);
  own(
    shown.onDidChangeVisibility(({ visible }) => {
      restarts.watch(visible);
    }),
  );
  own(
    restarts.onDidChange((connection) => {
      if (!restarts.isAway(connection)) void model.content.resume(connection);
    }),
  );
  own(shown.onDidExpandElement(({ element }) => void noteBrowsed(element)));
  own(
    model.documents.onDidSave(({ snapshot }) => {
      reached(snapshot.standing.now?.state === "published" ? "published" : "saved");
    }),
  );
  own(followProjects(model.projects));
  const showRow = async (address: Address): Promise<boolean> => {
    const row = await treeDataProvider.find(address);
    if (row) await shown.reveal(row, { select: true, focus: true });
    return row !== undefined;
  };
  return { showRow, clickedRow: rowsClicked(shown) };
}

/** Who has seen rows of a list has browsed. */
async function noteBrowsed(row: TreeNode): Promise<void> {
  if (!(row instanceof CollectionNode || row instanceof UsersNode)) return;
  const { failure } = await row.listing.open();
  if (!failure) reached("browsed");
}
