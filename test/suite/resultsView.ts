import * as vscode from "vscode";
import { descriptionOf, labelOf } from "./trees.ts";

interface Item {
  readonly line: string;
  readonly item: vscode.TreeItem;
  /** What commands get as their argument. */
  readonly node: unknown;
}

let provider: vscode.TreeDataProvider<unknown> | undefined;

// VS Code doesn't tell what a view shows. The extension creates this view with its first command.
const { createTreeView } = vscode.window;
Object.assign(vscode.window, {
  createTreeView: (id: string, options: vscode.TreeViewOptions<unknown>) => {
    if (id === "cms.results") provider = options.treeDataProvider;
    return createTreeView(id, options);
  },
});

/** The tree items of the view Results, those of a group after it and indented. */
export async function resultItems(above?: unknown, indent = ""): Promise<Item[]> {
  const nodes = (await provider?.getChildren(above)) ?? [];
  const levels = await Promise.all(
    nodes.map(async (node): Promise<Item[]> => {
      const item = await provider!.getTreeItem(node);
      const line = indent + [labelOf(item), descriptionOf(item)].filter(Boolean).join(" | ");
      return [{ line, item, node }, ...(await resultItems(node, `${indent}  `))];
    }),
  );
  return levels.flat();
}

export const resultLines = async (): Promise<string[]> =>
  (await resultItems()).map(({ line }) => line);

/** Presses Enter on the row with this number, from the first one of the view. */
export async function enterResult(at: number): Promise<void> {
  await vscode.commands.executeCommand("cms.results.focus");
  await vscode.commands.executeCommand("list.focusFirst");
  for (let moved = 0; moved < at; moved += 1)
    await vscode.commands.executeCommand("list.focusDown");
  await vscode.commands.executeCommand("list.select");
}
