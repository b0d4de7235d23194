import * as vscode from "vscode";
import type { Connections } from "../model/connections.ts";
import { ConnectionNode } from "./connectionNode.ts";
import type { Sources, TreeNode } from "./node.ts";

/** The tree: connections, and under each what its service holds. */
export class ContentTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #connections: Connections;
  readonly #sources: Sources;
  /** The rows that VS Code holds and that can have children: it knows a row by its object. */
  readonly #branches = new Map<string, TreeNode>();
  /** Rows whose children are on their way, and whether they changed meanwhile. */
  readonly #waiting = new Map<string, boolean>();
  readonly #listening: readonly { dispose(): void }[];

  constructor(connections: Connections, sources: Sources) {
    this.#connections = connections;
    this.#sources = sources;
    this.#listening = [
      sources.content.onDidChange(({ connection, type }) => {
        this.#redraw(`${connection}/${type}`);
      }),
      sources.catalogs.onDidForget((connection) => {
        this.#redraw(connection);
      }),
      connections.onDidChange(() => {
        this.#changed.fire(undefined);
      }),
    ];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return node.item();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const children = node ? await this.#childrenOf(node) : this.#roots();
    for (const child of children) {
      if (child.item().collapsibleState) this.#branches.set(child.id, child);
    }
    return children;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
    this.#changed.dispose();
  }

  #roots(): TreeNode[] {
    const { all } = this.#connections;
    this.#branches.clear();
    return all.map((connection) => new ConnectionNode(connection, this.#sources, all.length === 1));
  }

  /**
   * What changes while children are on their way is drawn after them: VS Code stumbles over a row that
   * it is asked to draw twice at once.
   */
  async #childrenOf(node: TreeNode): Promise<TreeNode[]> {
    this.#waiting.set(node.id, false);
    try {
      return [...(await node.children())];
    } finally {
      const hasChanged = this.#waiting.get(node.id);
      this.#waiting.delete(node.id);
      if (hasChanged) {
        setImmediate(() => {
          this.#redraw(node.id);
        });
      }
    }
  }

  #redraw(id: string): void {
    const node = this.#branches.get(id);
    if (this.#waiting.has(id)) this.#waiting.set(id, true);
    else if (node) this.#changed.fire(node);
  }
}
