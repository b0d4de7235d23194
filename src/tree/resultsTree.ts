import * as vscode from "vscode";
import { showProgress } from "../host/surfaces/messages.ts";
import { openTreeView, treeItem, type TreeRow } from "../host/surfaces/treeItem.ts";
import { keyOf, type Address } from "../model/foundation/address.ts";
import { ResourceOwner } from "../model/foundation/events.ts";

/**
 * A row of a result: a group, a document or a remark. A document has the context value that it has
 * in the content tree, so that the same commands apply to it.
 */
export type ResultRow = Omit<TreeRow, "id" | "command" | "collapsibleState"> & {
  /** The rows of a group. */
  readonly rows?: readonly ResultRow[];
  readonly address?: Address | undefined;
  /** What commands call the document. */
  readonly row?: { readonly title: string };
  /** What a click or Enter does. The focus stays in the view. */
  readonly open?: () => Promise<void>;
};

/** What a search or a comparison returned. The same search again has the same id. */
export type ResultList = Pick<TreeRow, "label" | "description"> & {
  readonly id: string;
  readonly rows: readonly ResultRow[];
  /** Searches or compares again. */
  readonly read: () => Promise<ResultList>;
};

export type ResultNode = ResultRow & {
  readonly id: string;
  /** As in the content tree. */
  readonly kind?: string | undefined;
  readonly parent?: ResultNode;
};

type NodeId = Pick<ResultNode, "id">;

export const resultsView = "cms.results";

/**
 * The view Results: the lists of searches and comparisons, the latest first, until the user closes
 * them. The view is hidden while there is no list.
 */
export class ResultsTree extends ResourceOwner implements vscode.TreeDataProvider<ResultNode> {
  readonly #changed = this.own(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: Pick<vscode.TreeView<ResultNode>, "dispose" | "reveal" | "selection">;
  #lists: readonly ResultList[] = [];
  #roots: readonly ResultNode[] = [];

  constructor() {
    super();
    const options = { treeDataProvider: this, showCollapseAll: true, canSelectMany: true };
    this.#view = this.own(openTreeView<ResultNode>(resultsView, options));
  }

  selectedRows(): readonly ResultNode[] {
    return this.#view.selection;
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const { id, label, description = "", iconPath, contextValue = "", spoken, rows, open } = node;
    return treeItem({
      ...{ id, label, description, contextValue, collapsibleState: rows ? Expanded : None },
      tooltip: node.tooltip ?? [label, description].filter(Boolean),
      ...(iconPath && { iconPath }),
      ...(spoken !== undefined && { spoken }),
      ...(open && { command: { command: "cms.results.openItem", title: "", arguments: [node] } }),
    });
  }

  getChildren(node?: ResultNode): ResultNode[] {
    if (!node) return [...this.#roots];
    return (
      node.rows?.map((row, at) => {
        // After Refresh, another document is not the selected one.
        const document = row.address ? keyOf(row.address) : "";
        const [kind] = row.contextValue?.split(".") ?? [];
        return { ...row, id: `${node.id}/${at} ${document}`, kind, parent: node };
      }) ?? []
    );
  }

  getParent({ parent }: ResultNode): ResultNode | undefined {
    return parent;
  }

  /** Adds a list, or replaces that of the same search. */
  add(list: ResultList): Promise<void> {
    return this.#change([list, ...this.#lists.filter(({ id }) => id !== list.id)]);
  }

  /** Adds a list and moves the focus to it. */
  async show(list: ResultList): Promise<void> {
    await this.add(list);
    const [root] = this.#roots;
    if (root) await this.#view.reveal(root, { select: true, focus: true, expand: true });
  }

  /** Reads the list of a row again. A list that is closed meanwhile stays closed. */
  async refresh(node: NodeId): Promise<void> {
    const former = this.#listOf(node);
    if (!former) return;
    const list = await showProgress({ location: { viewId: resultsView } }, former.read);
    await this.#change(this.#lists.map((each) => (each === former ? list : each)));
  }

  /** Closes the list of a row, or all lists. */
  close(node?: NodeId): Promise<void> {
    return this.#change(node ? this.#lists.filter((list) => list !== this.#listOf(node)) : []);
  }

  #listOf(node: NodeId): ResultList | undefined {
    const [id] = node.id.split("/");
    return this.#lists.find((list) => list.id === id);
  }

  async #change(lists: readonly ResultList[]): Promise<void> {
    this.#lists = lists;
    this.#roots = lists.map((list) => ({ ...list, contextValue: "results" }));
    this.#changed.fire(undefined);
    await vscode.commands.executeCommand("setContext", resultsView, lists.length > 0);
  }
}
