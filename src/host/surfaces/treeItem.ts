import * as vscode from "vscode";
import { withPlainErrors } from "./plainErrors.ts";
import { plainLines, plainText } from "./plainText.ts";

/** A row of a tree view as VS Code shows it, with the tooltip in lines or as a card. */
export interface TreeRow extends Pick<
  vscode.TreeItem,
  "id" | "iconPath" | "resourceUri" | "contextValue" | "collapsibleState" | "command"
> {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: readonly string[] | undefined;
  /** What a screen reader reads; by default the label and the description. */
  readonly spoken?: string;
}

/** The item of a row, with plain texts. VS Code asks for the tooltip later if the row has none. */
export function treeItem(row: TreeRow): vscode.TreeItem {
  const { label, description, tooltip, spoken, ...others } = row;
  const item = new vscode.TreeItem(plainText(label));
  return Object.assign(item, others, {
    ...(description !== undefined && { description: plainText(description) }),
    ...(tooltip !== undefined && { tooltip: plainLines(tooltip) }),
    accessibilityInformation: { label: plainText(spoken ?? spokenOf(row)) },
  });
}

/** Without this text, a screen reader would read the tooltip. */
const spokenOf = ({ label, description = "" }: TreeRow): string =>
  [label, description].filter(Boolean).join(", ").replaceAll(" · ", ", ");

type PlainTreeView<Node> = Omit<
  vscode.TreeView<Node>,
  "title" | "description" | "message" | "badge"
>;

export const openTreeView = <Node>(
  id: string,
  { treeDataProvider, dragAndDropController, ...options }: vscode.TreeViewOptions<Node>,
): PlainTreeView<Node> =>
  vscode.window.createTreeView(id, {
    ...options,
    treeDataProvider: withPlainErrors(treeDataProvider),
    ...(dragAndDropController && { dragAndDropController: withPlainErrors(dragAndDropController) }),
  });
