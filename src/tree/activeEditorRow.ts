import { setTimeout as pause } from "node:timers/promises";
import type { TreeView } from "vscode";
import type { Address } from "../model/foundation/address.ts";
import type { ContentTree } from "./contentTree.ts";
import type { TreeNode } from "./node.ts";

/** How long an editor is in front before its row is selected, in milliseconds. */
const settled = 150;

type View = Pick<TreeView<TreeNode>, "visible" | "selection" | "reveal">;

/**
 * Selects the row of the document in front, or the nearest row above it that is in sight. It reads nothing from the
 * service, expands nothing, and takes no focus.
 */
export class ActiveEditorRow {
  readonly #view: View;
  readonly #tree: ContentTree;
  readonly #front: () => Address | undefined;
  /** The row that was selected here last. */
  #selected: TreeNode | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(view: View, tree: ContentTree, front: () => Address | undefined) {
    this.#view = view;
    this.#tree = tree;
    this.#front = front;
  }

  /** Another editor is in front, or the view is in sight again. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#select(), settled);
  }

  /** More rows are drawn: what the person selected since stays selected. */
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
    // A row that was drawn again meanwhile is not known to VS Code any more: the next drawing selects it.
    await Promise.resolve(this.#view.reveal(row, { select: true, focus: false })).catch(
      () => undefined,
    );
  }
}

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
