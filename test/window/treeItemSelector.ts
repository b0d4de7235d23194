/** The part of a tree item's element that this file uses. The types of the DOM aren't available here. */
interface Row extends Boxed {
  readonly ariaLevel: string;
  readonly dataset: { readonly index: string };
  readonly classList: { contains(name: string): boolean };
  querySelector(part: string): { readonly textContent: string } | null;
}

interface Boxed {
  getBoundingClientRect(): { readonly bottom: number };
}

interface Part {
  querySelectorAll(part: ".customview-tree"): Iterable<Part>;
  querySelectorAll(part: ".monaco-tree-sticky-container"): Iterable<Boxed>;
  querySelectorAll(part: "[role=treeitem]"): Iterable<Row>;
}

/** A label of the path: the whole label, or the source of a pattern. */
export type Step = { readonly label: string } | { readonly pattern: string };

interface Selector {
  query(root: Part, path: string): Row | undefined;
  queryAll(root: Part, path: string): Row[];
}

/**
 * A selector for Playwright. It finds the tree items whose labels, from an ancestor down to the tree item itself, match
 * a path. The page contains only the visible tree items, as a flat list in any order. The parent of a tree item is the
 * nearest one above it with a lower level. The function runs in the page, so it can't use anything from outside itself.
 */
export const createTreeItemSelector = (): Selector => ({
  query(root, path) {
    return this.queryAll(root, path)[0];
  },
  queryAll(root, path) {
    const steps = JSON.parse(path) as Step[];
    return [...root.querySelectorAll(".customview-tree")].flatMap((tree) => {
      const trail: (string | undefined)[] = [];
      // Sticky parents are copies of tree items, and they cover other tree items.
      const [stuck] = tree.querySelectorAll(".monaco-tree-sticky-container");
      const top = stuck?.getBoundingClientRect().bottom ?? 0;
      return [...tree.querySelectorAll("[role=treeitem]")]
        .sort((row, other) => Number(row.dataset.index) - Number(other.dataset.index))
        .filter((row) => {
          const depth = Number(row.ariaLevel);
          trail.length = depth;
          trail[depth - 1] = row.querySelector(".label-name")?.textContent;
          if (row.classList.contains("monaco-tree-sticky-row")) return false;
          if (row.getBoundingClientRect().bottom <= top) return false;
          return steps.every((step, index) => {
            const label = trail[depth - steps.length + index];
            return "label" in step
              ? step.label === label
              : label !== undefined && new RegExp(step.pattern).test(label);
          });
        });
    });
  },
});
