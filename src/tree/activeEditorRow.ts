import { setTimeout as pause } from "node:timers/promises";
import type * as vscode from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { ContentTree } from "./contentTree.ts";
import type { TreeNode } from "./node.ts";

/** How long an editor is active before its row is selected, in milliseconds. */
const settled = 150;

type View = Pick<vscode.TreeView<TreeNode>, "visible" | "selection" | "reveal">;

/**
 * Selects the row of the document in the active editor, or the nearest visible row above it. It
 * doesn't send requests, expand rows or take focus.
 */
export class ActiveEditorRow {
  readonly #view: View;
  readonly #tree: ContentTree;
  readonly #front: () => Address | undefined;
  /** The row that this class selected last. */
  #selected: TreeNode | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(view: View, tree: ContentTree, front: () => Address | undefined) {
    this.#view = view;
    this.#tree = tree;
    this.#front = front;
  }

  /** Call this when the active editor changes or the view becomes visible again. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#select(), settled);
  }

  /** Call this when VS Code has drawn more rows. A row that the user selected stays selected. */
  followRows(): void {
    const [first, ...others] = this.#view.selection;
    const isOwn = others.length === 0 && first?.id === this.#selected?.id;
    if (!first || isOwn) this.follow();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #select(): Promise<void> {
    const address = this.#front();
    const row = address && this.#tree.inSight(address);
    if (!row || !this.#view.visible) return;
    this.#selected = row;
    if (this.#view.selection.some(({ id }) => id === row.id)) return;
    // VS Code no longer knows a row that was redrawn in the meantime. The next draw selects it.
    await Promise.resolve(this.#view.reveal(row, { select: true, focus: false })).catch(
      () => undefined,
    );
  }
}

/** The polling interval and the longest wait, in milliseconds. */
const [interval, most] = [50, 2_000];

/**
 * Returns a function that resolves to the clicked row. While VS Code redraws all rows, its
 * selection is empty, so the function waits for it. If the user clicks several times during the
 * wait, only the last click resolves to a row.
 */
export function rowsClicked(view: Pick<vscode.TreeView<TreeNode>, "selection">) {
  let clicks = 0;
  return async (): Promise<TreeNode | undefined> => {
    const click = (clicks += 1);
    for (let waited = 0; waited < most && view.selection.length === 0; waited += interval) {
      await pause(interval);
    }
    return click === clicks ? view.selection[0] : undefined;
  };
}
