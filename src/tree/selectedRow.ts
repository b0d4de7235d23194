import { setTimeout as pause } from "node:timers/promises";
import type { TreeView } from "vscode";
import type { TreeNode } from "./node.ts";

/** How often is looked, and for how long at most, in milliseconds. */
const [interval, most] = [50, 2_000];

/** The row that is selected. While VS Code draws all rows anew, it tells of none: it does once they are there. */
export async function selectedRow(
  view: Pick<TreeView<TreeNode>, "selection">,
): Promise<TreeNode | undefined> {
  for (let waited = 0; waited < most && view.selection.length === 0; waited += interval) {
    await pause(interval);
  }
  return view.selection[0];
}
