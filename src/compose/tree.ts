import * as vscode from "vscode";
import type { Address } from "../model/address.ts";
import { Restarts } from "../model/restarts.ts";
import { ContentTree } from "../tree/contentTree.ts";
import type { TreeNode } from "../tree/node.ts";
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
  const showRow = async (address: Address): Promise<boolean> => {
    const row = await treeDataProvider.find(address);
    if (row) await shown.reveal(row, { select: true, focus: true });
    return row !== undefined;
  };
  const selectedRow = (): TreeNode | undefined => shown.selection[0];
  return { showRow, selectedRow };
}
