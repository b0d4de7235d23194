import { setTimeout as pause } from "node:timers/promises";
import type { TreeView } from "vscode";
import type { TreeNode } from "./node.ts";

/** How often is looked, and for how long at most, in milliseconds. */
const [interval, most] = [50, 2_000];

/**
 * Tells which row was clicked. While VS Code draws all rows anew, it tells of none: it does once they are there.
 * Of several clicks until then the last one counts, whose row is selected.
 */
export function rowsClicked(view: Pick<TreeView<TreeNode>, "selection">) {
  let clicks = 0;
  return async (): Promise<TreeNode | undefined> => {
    const click = (clicks += 1);
    for (let waited = 0; waited < most && view.selection.length === 0; waited += interval) {
      await pause(interval);
    }
    return click === clicks ? view.selection[0] : undefined;
  };
}
