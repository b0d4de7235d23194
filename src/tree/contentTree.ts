import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { onDidChangeCounts } from "../host/browse/listSettings.ts";
import { plainLines } from "../host/surfaces/plainText.ts";
import { treeItem, type TreeRow } from "../host/surfaces/treeItem.ts";
import { singleId, usersType, type Address } from "../model/foundation/address.ts";
import { ResourceOwner } from "../model/foundation/events.ts";
import { noticeRow } from "./actionNodes.ts";
import { ConnectionNode } from "./connectionNode.ts";
import { MediaFileNode, RowNode } from "./rowNodes.ts";
import type { TreeDependencies, TreeNode } from "./treeNode.ts";

/** How long VS Code takes to draw the children it receives, in milliseconds. */
const drawingMs = 100;

/** How long VS Code may collect changes before it draws them, in milliseconds. */
const collectingMs = 200;

/**
 * Runs the action of the selected row. While VS Code redraws a row, it loses the arguments of an
 * extension's command and reports an error on click. A command without arguments always works.
 */
const act: vscode.Command = { command: "cms.content.act", title: "" };

/** VS Code keeps the arguments of its own command, and opens a row as it opens a file. */
const opening = (uri: vscode.Uri): vscode.Command => ({
  command: "vscode.open",
  title: "",
  arguments: [uri],
});

export class ContentTree extends ResourceOwner implements vscode.TreeDataProvider<TreeNode> {
  readonly #changed = this.own(new vscode.EventEmitter<TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #drew = this.own(new vscode.EventEmitter<undefined>());
  /** Fires after VS Code has drawn more rows. */
  readonly onDidDraw = this.#drew.event;
  readonly #sources: TreeDependencies;
  /** The rows that VS Code holds below each row, by id. VS Code identifies a row by its object. */
  readonly #drawn = new Map<string, ReadonlyMap<string, TreeNode>>();
  /** Rows whose children are loading, with the rows that changed in the meantime. */
  readonly #waiting = new Map<string, Set<string>>();
  /** When VS Code has probably drawn the latest change. */
  #drawnAt = 0;
  /** What a click on each row opens since it was last drawn. */
  readonly #uris = new WeakMap<TreeNode, string>();
  /** The description of each connection's row when it was last drawn. */
  readonly #descriptions = new Map<string, string>();

  constructor(sources: TreeDependencies) {
    super();
    this.#sources = sources;
    const redrawAll = (): void => this.#fireChanged(undefined);
    const redrawConnection = (connection: string): void => this.#redraw(connection, [connection]);
    // The signed-in user is shown above the list, even if no loaded page includes the user.
    const redrawUsers = (connection: string): void => {
      const users = `${connection}/${usersType}`;
      this.#redraw(users, [users]);
    };
    this.own(
      sources.lists.onDidChange(({ connection, type, rows }) => {
        const listId = `${connection}/${type}`;
        this.#redraw(listId, rows?.map((id) => `${listId}/${id}`) ?? [listId]);
      }),
      sources.accounts.onDidChange(redrawUsers),
      sources.catalogs.onDidForget(redrawConnection),
      sources.restarts.onDidChange(redrawConnection),
      sources.catalogs.onDidLearn((connection) => {
        const node = this.#drawnRow(connection);
        if (!(node instanceof ConnectionNode)) return;
        const isSame = this.#descriptions.get(connection) === node.description;
        if (!isSame) redrawConnection(connection);
      }),
      ...[sources.documents.onDidReadSnapshot, sources.documents.onDidSave].map((event) =>
        event(({ address: { connection, type, id } }) => {
          if (id === singleId) this.#redraw(connection, [`${connection}/${type}`]);
        }),
      ),
      sources.checks.onDidChangeNumbers(redrawConnection),
      sources.locks.onDidChange(({ id }) => redrawConnection(id)),
      sources.connections.onDidChange(redrawAll),
      sources.connectionSettings.onDidChange(redrawAll),
      onDidChangeCounts(redrawAll),
      sources.tabs.onDidChange((addresses) => addresses.forEach((address) => this.#renew(address))),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (node instanceof ConnectionNode) this.#descriptions.set(node.id, node.description);
    const row = node.item();
    const { contextValue = "" } = row;
    const [connection = ""] = node.id.split("/");
    const hasAdmin = this.#sources.connections.get(connection)?.adminEmail !== undefined;
    const isAdmins = /^(document|single)/.test(contextValue) && hasAdmin;
    const { uri, action } = node;
    if (uri) this.#uris.set(node, uri.toString());
    const command = uri ? opening(uri) : action === undefined ? undefined : act;
    return treeItem({
      ...row,
      collapsibleState: this.#expansion(row, node),
      contextValue: isAdmins ? `${contextValue}.admin` : contextValue,
      ...(command && { command }),
    });
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (node instanceof ConnectionNode) item.tooltip = plainLines(node.tooltip);
    if (node instanceof MediaFileNode) {
      const { connection } = node.parent.collection;
      item.tooltip = await this.#sources.fileCard(connection, node.row.file, token);
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) this.#drawn.clear();
    const children = node ? await this.#childrenOf(node) : this.#roots();
    this.#drawn.set(node?.id ?? "", new Map(children.map((child) => [child.id, child])));
    return children;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  /** The row with an id, if possible as VS Code holds it; undefined if there is no row. */
  async find(id: string): Promise<TreeNode | undefined> {
    // VS Code doesn't know the latest rows until it has drawn them.
    while (this.#waiting.has(branchOf(id)) || Date.now() < this.#drawnAt) await pause(drawingMs);
    return this.#find(id);
  }

  /** Whether VS Code has yet to draw rows. Until then, it delays what it is asked to reveal. */
  get isDrawing(): boolean {
    return this.#waiting.size > 0 || Date.now() < this.#drawnAt;
  }

  /** The row of a document if it is visible, otherwise the nearest visible row above it. */
  inSight({ connection, type, id }: Address): TreeNode | undefined {
    const listId = `${connection}/${type}`;
    const connectionRow = this.#drawnRow(connection);
    const list =
      connectionRow && this.#isExpanded(connectionRow) ? this.#drawnRow(listId) : undefined;
    const isShown = list !== undefined && id !== singleId && this.#isExpanded(list);
    const row = isShown ? this.#drawnRow(`${listId}/${id}`) : undefined;
    return row ?? list ?? connectionRow;
  }

  followTime(): void {
    for (const [branch, rows] of [...this.#drawn]) {
      const outdated = [...rows.values()].filter((row) => row instanceof RowNode && row.isOutdated);
      this.#redraw(
        branch,
        outdated.map(({ id }) => id),
      );
    }
  }

  #roots(): TreeNode[] {
    const { all } = this.#sources.connections;
    const { notices } = this.#sources.connectionSettings;
    const isEmpty = all.length === 0 && notices.every(({ code }) => code === "untrusted");
    // The welcome view of an empty tree says itself that connections wait for trust.
    return [
      ...all.map((connection) => new ConnectionNode(connection, this.#sources, all.length === 1)),
      ...(isEmpty ? [] : notices.map(noticeRow)),
    ];
  }

  /**
   * Returns the children. Rows that change while the children load are redrawn afterwards. VS Code
   * fails if it is asked to draw a row twice at the same time. Commands on the rows below would
   * then not receive their row.
   */
  async #childrenOf(node: TreeNode): Promise<TreeNode[]> {
    const changedIds = new Set(this.#waiting.get(node.id));
    this.#waiting.set(node.id, changedIds);
    try {
      return [...(await node.children())];
    } finally {
      setTimeout(() => {
        if (this.#waiting.get(node.id) !== changedIds) return;
        this.#waiting.delete(node.id);
        this.#redraw(node.id, [...changedIds]);
        this.#drew.fire(undefined);
      }, drawingMs);
    }
  }

  #isExpanded(node: TreeNode): boolean {
    return this.#expansion(node.item(), node) === vscode.TreeItemCollapsibleState.Expanded;
  }

  #expansion({ collapsibleState }: TreeRow, { id }: TreeNode): vscode.TreeItemCollapsibleState {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (collapsibleState === undefined) return None;
    const isUsual = collapsibleState === Expanded;
    return this.#sources.expansion.has(id, isUsual) ? Expanded : Collapsed;
  }

  #drawnRow(id: string): TreeNode | undefined {
    return this.#drawn.get(branchOf(id))?.get(id);
  }

  async #find(id: string): Promise<TreeNode | undefined> {
    const drawnRow = this.#drawnRow(id);
    if (drawnRow || id === "") return drawnRow;
    const branch = await this.#find(branchOf(id));
    const rows = branch ? await branch.children() : this.#roots();
    return rows.find((row) => row.id === id);
  }

  /** Redraws the row of a document that opens in another tab than at the last draw. */
  #renew(address: Address): void {
    const id = rowIdOf(address);
    const row = this.#drawnRow(id);
    if (row && this.#uris.get(row) !== row.uri?.toString()) this.#redraw(branchOf(id), [id]);
  }

  /** Redraws a row with all rows below it, or only some of the rows below it. */
  #redraw(branch: string, ids: readonly string[]): void {
    const waitingIds = this.#waiting.get(branch);
    if (waitingIds) {
      for (const id of ids) waitingIds.add(id);
      return;
    }
    const targets = ids.includes(branch) ? [branch] : ids;
    const nodes = targets.map((id) => this.#drawnRow(id)).filter((node) => node !== undefined);
    if (nodes.length > 0) this.#fireChanged(nodes);
  }

  #fireChanged(nodes: TreeNode[] | undefined): void {
    this.#drawnAt = Date.now() + collectingMs + drawingMs;
    this.#changed.fire(nodes);
  }
}

/** The id of the row of a document; for a single type or a collection, with `singleId`. */
export const rowIdOf = ({ connection, type, id }: Address): string =>
  [connection, type, ...(id === singleId ? [] : [id])].join("/");

/** Empty for a connection. */
const branchOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf("/")));
