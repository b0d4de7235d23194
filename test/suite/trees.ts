import * as vscode from "vscode";
import { fileCard } from "../../src/editor/fileCard.ts";
import { ago } from "../../src/host/words/ago.ts";
import { Accounts } from "../../src/model/connections/accounts.ts";
import { Restarts } from "../../src/model/connections/restarts.ts";
import { Comparisons } from "../../src/model/schemas/comparisons.ts";
import { ContentTree } from "../../src/tree/contentTree.ts";
import { Expansion } from "../../src/tree/expansion.ts";
import type { TreeNode } from "../../src/tree/node.ts";
import { Desk } from "../model/desk.ts";
import { until } from "../window/until.ts";
import { launchedService } from "./launchedService.ts";
import { StateInMemory } from "./stateInMemory.ts";

type DeskOptions = Partial<ConstructorParameters<typeof Desk>[0]>;

/** The tree over a service, with models of its own: no other view asks in its name. */
export class Tree {
  readonly desk: Desk;
  readonly view: ContentTree;
  /** Waits for no service until `watch(true)`. */
  readonly restarts: Restarts;
  readonly #comparisons: Comparisons;
  readonly #accounts: Accounts;
  /** The ids of the rows that it wants drawn again; `all` for the whole tree. */
  readonly redrawn: string[] = [];

  constructor(desk: Desk) {
    this.desk = desk;
    const { connections, locks, catalogs, content, documents } = desk;
    this.#comparisons = new Comparisons(desk);
    this.#accounts = new Accounts(connections);
    this.restarts = new Restarts(connections);
    this.view = new ContentTree(connections, {
      connections,
      locks,
      catalogs,
      content,
      documents,
      accounts: this.#accounts,
      restarts: this.restarts,
      comparisons: this.#comparisons,
      expansion: new Expansion({ workspaceState: new StateInMemory() }),
      fileCard: (_, file) => Promise.resolve(fileCard(file, undefined)),
    });
    this.view.onDidChangeTreeData((nodes) => {
      this.redrawn.push(...(nodes ?? [{ id: "all" }]).map(({ id }) => id));
    });
  }

  /** The rows below one, which is named by the labels that lead to it. */
  async rows(...path: string[]): Promise<TreeNode[]> {
    let below = await this.view.getChildren();
    for (const label of path) {
      const row = below.find((one) => this.view.getTreeItem(one).label === label);
      if (!row) throw new Error(`There is no row ${label}.`);
      below = await this.view.getChildren(row);
    }
    return below;
  }

  async items(...path: string[]): Promise<vscode.TreeItem[]> {
    return (await this.rows(...path)).map((row) => this.view.getTreeItem(row));
  }

  /** The rows below one as the user reads them. */
  async lines(...path: string[]): Promise<string[]> {
    return (await this.rows(...path)).map((row) => this.lineOf(row));
  }

  /** The same, once each row has its state. */
  async settledLines(...path: string[]): Promise<string[]> {
    await until("Some row has no state", async () =>
      (await this.items(...path)).every(
        (item) => !item.contextValue?.startsWith("document.unknown"),
      ),
    );
    return this.lines(...path);
  }

  /** The whole tree as the user reads it after expanding the rows with these labels. */
  async read(...expanded: string[]): Promise<string[]> {
    return this.#draw(await this.view.getChildren(), expanded);
  }

  close(): void {
    for (const part of [this.view, this.restarts, this.#accounts, this.#comparisons]) {
      part.dispose();
    }
    this.desk.close();
  }

  async #draw(level: readonly TreeNode[], expanded: readonly string[]): Promise<string[]> {
    const lines: string[] = [];
    for (const row of level) {
      const isExpanded = expanded.includes(labelOf(this.view.getTreeItem(row)));
      const inner = isExpanded ? await this.view.getChildren(row) : [];
      const below = await this.#draw(inner, expanded);
      // Only now: what was loaded below a row is counted in it.
      lines.push(this.lineOf(row), ...below.map((line) => `  ${line}`));
    }
    return lines;
  }

  /** Label and description, without what depends on the day of the test. */
  lineOf(node: TreeNode): string {
    const item = this.view.getTreeItem(node);
    const { updatedAt } = { updatedAt: "", ...("row" in node ? (node.row as object) : {}) };
    const said = descriptionOf(item);
    const when = ago(updatedAt);
    const isDated = when !== "" && said.endsWith(when);
    const lasting = isDated ? `${said.slice(0, -when.length)}…` : said;
    return [labelOf(item), lasting].filter(Boolean).join("   ");
  }
}

/** Gives the tests of a describe() trees, each gone after its test. */
export function useTrees(): (options?: DeskOptions) => Tree {
  const { url, tokens } = launchedService();
  const trees: Tree[] = [];
  afterEach(() => {
    for (const tree of trees.splice(0)) tree.close();
  });
  return (options = {}) => {
    const tree = new Tree(new Desk({ url, token: tokens.full, ...options }));
    trees.push(tree);
    return tree;
  };
}

export const labelOf = ({ label }: vscode.TreeItem): string =>
  typeof label === "string" ? label : (label?.label ?? "");

export const descriptionOf = ({ description }: vscode.TreeItem): string =>
  typeof description === "string" ? description : "";

export const iconOf = ({ iconPath }: vscode.TreeItem): string =>
  iconPath instanceof vscode.ThemeIcon ? iconPath.id : "";
