import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { ContentTree } from "./contentTree.ts";
import type { TreeNode } from "./treeNode.ts";

const selectionDelayMs = 150;

/**
 * Selects the row of the document in the active editor, or the nearest visible row above it. It
 * doesn't send requests, expand rows or take focus. `front`: the address in the active editor.
 */
export function followActiveEditor(
  view: Pick<
    vscode.TreeView<TreeNode>,
    "visible" | "selection" | "reveal" | "onDidChangeVisibility"
  >,
  tree: ContentTree,
  front: () => Address | undefined,
): vscode.Disposable {
  let lastSelected: TreeNode | undefined;
  let timer: NodeJS.Timeout | undefined;
  const select = async (): Promise<void> => {
    const address = front();
    const row = address && tree.inSight(address);
    if (!row || !view.visible) return;
    // VS Code would reveal the row later, and open a view that the user has closed meanwhile.
    if (tree.isDrawing) {
      follow();
      return;
    }
    lastSelected = row;
    if (view.selection.some(({ id }) => id === row.id)) return;
    // VS Code no longer knows a row that was redrawn in the meantime. The next draw selects it.
    await Promise.resolve(view.reveal(row, { select: true, focus: false })).catch(() => undefined);
  };
  const follow = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void select(), selectionDelayMs);
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearTimeout(timer)),
    vscode.window.onDidChangeActiveTextEditor(follow),
    view.onDidChangeVisibility(follow),
    tree.onDidDraw(() => {
      const [first, ...others] = view.selection;
      const isOwn = others.length === 0 && first?.id === lastSelected?.id;
      // A row that the user selected stays selected.
      if (!first || isOwn) follow();
    }),
  );
}

const [intervalMs, maxWaitMs] = [50, 2_000];

/**
 * Returns a function that resolves to the clicked row. While VS Code redraws all rows, its
 * selection is empty, so the function waits for it. If the user clicks several times during the
 * wait, only the last click resolves to a row.
 */
export function rowsClicked(view: Pick<vscode.TreeView<TreeNode>, "selection">) {
  let clicks = 0;
  return async (): Promise<TreeNode | undefined> => {
    const click = (clicks += 1);
    for (let waited = 0; waited < maxWaitMs && view.selection.length === 0; waited += intervalMs) {
      await pause(intervalMs);
    }
    return click === clicks ? view.selection[0] : undefined;
  };
}
