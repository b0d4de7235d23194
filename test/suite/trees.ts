import { readMe } from "../../src/model/reading/serviceReader.ts";
import * as vscode from "vscode";
import { fileCard } from "../../src/editor/media/mediaFileCard.ts";
import { age } from "../../src/texts/shared/textLanguage.ts";
import { ConnectionSetting } from "../../src/host/connect/connectionSetting.ts";
import { DocumentTabs } from "../../src/files/shared/documentTabs.ts";
import { Checks } from "../../src/model/check/checks.ts";
import { Accounts } from "../../src/model/connect/accounts.ts";
import { Restarts } from "../../src/model/connect/restarts.ts";
import { ProjectComparisons } from "../../src/model/schemas/projectComparisons.ts";
import { ContentTree } from "../../src/tree/contentTree.ts";
import { Expansion } from "../../src/tree/expansion.ts";
import type { TreeDependencies, TreeNode } from "../../src/tree/treeNode.ts";
import { TestModel } from "../model/testModel.ts";
import { until } from "../window/until.ts";
import { launchedService } from "./launchedService.ts";
import { StateInMemory } from "./stateInMemory.ts";

type ModelOptions = Partial<ConstructorParameters<typeof TestModel>[0]>;

/** The tree of a service, with models of its own, so that no other view sends requests through them. */
export class Tree {
  readonly model: TestModel;
  readonly view: ContentTree;
  readonly sources: TreeDependencies;
  /** Waits for no service to restart until `watch(true)` is called. */
  readonly restarts: Restarts;
  readonly #comparisons: ProjectComparisons;
  readonly #accounts: Accounts;
  readonly checks: Checks;
  readonly #log = vscode.window.createOutputChannel("Settings of a tree", { log: true });
  readonly #settings = new ConnectionSetting(this.#log);
  readonly #tabs: DocumentTabs;
  /** The ids of the tree items that the tree has asked VS Code to redraw. `all` is the whole tree. */
  readonly redrawn: string[] = [];

  constructor(model: TestModel) {
    this.model = model;
    const { connections, locks, catalogs, lists, documents } = model;
    this.#tabs = new DocumentTabs(connections);
    this.#comparisons = new ProjectComparisons(connections, catalogs, model.projects);
    this.#accounts = new Accounts(connections, readMe);
    this.restarts = new Restarts(connections);
    this.checks = new Checks(model, {
      read: () => Promise.resolve({ rules: {}, checkForeignLinks: false }),
    });
    this.sources = {
      connections,
      connectionSettings: this.#settings,
      locks,
      catalogs,
      lists,
      documents,
      accounts: this.#accounts,
      checks: this.checks,
      restarts: this.restarts,
      comparisons: this.#comparisons,
      expansion: new Expansion({ workspaceState: new StateInMemory() }),
      tabs: this.#tabs,
      fileCard: (_, file) => Promise.resolve(fileCard(file, undefined)),
    };
    this.view = new ContentTree(this.sources);
    this.view.onDidChangeTreeData((nodes) => {
      this.redrawn.push(...(nodes ?? [{ id: "all" }]).map(({ id }) => id));
    });
  }

  /** The tree items below the one that these labels lead to. */
  async rows(...path: string[]): Promise<TreeNode[]> {
    let below = await this.view.getChildren();
    for (const label of path) {
      const row = below.find((node) => this.view.getTreeItem(node).label === label);
      if (!row) throw new Error(`There is no row ${label}.`);
      below = await this.view.getChildren(row);
    }
    return below;
  }

  async items(...path: string[]): Promise<vscode.TreeItem[]> {
    return (await this.rows(...path)).map((row) => this.view.getTreeItem(row));
  }

  /** The tree items below one, each as a line of text. */
  async lines(...path: string[]): Promise<string[]> {
    return (await this.rows(...path)).map((row) => this.lineOf(row));
  }

  /** The same lines, once every tree item has its publication status. */
  async settledLines(...path: string[]): Promise<string[]> {
    await until("Some row has no state", async () =>
      (await this.items(...path)).every(
        (item) => !item.contextValue?.startsWith("document.unknown"),
      ),
    );
    return this.lines(...path);
  }

  /** The whole tree as lines of text, after expanding the tree items with these labels. */
  async read(...expanded: string[]): Promise<string[]> {
    return this.#draw(await this.view.getChildren(), expanded);
  }

  close(): void {
    const parts = [this.view, this.checks, this.restarts, this.#accounts, this.#comparisons];
    for (const part of [...parts, this.#settings, this.#tabs, this.#log]) part.dispose();
    this.model.close();
  }

  async #draw(level: readonly TreeNode[], expanded: readonly string[]): Promise<string[]> {
    const lines: string[] = [];
    for (const row of level) {
      const isExpanded = expanded.includes(labelOf(this.view.getTreeItem(row)));
      const inner = isExpanded ? await this.view.getChildren(row) : [];
      const below = await this.#draw(inner, expanded);
      // The line is read after its children were loaded, because it may contain their count.
      lines.push(this.lineOf(row), ...below.map((line) => `  ${line}`));
    }
    return lines;
  }

  /** The label, the status that the icon shows, and the description without its time. */
  lineOf(node: TreeNode): string {
    const item = this.view.getTreeItem(node);
    const { updatedAt } = { updatedAt: "", ...("row" in node ? (node.row as object) : {}) };
    const said = descriptionOf(item);
    const when = age(updatedAt);
    const isDated = when !== "" && said.endsWith(when);
    const lasting = isDated ? `${said.slice(0, -when.length)}…` : said;
    const facts = [statusByIcon.get(iconOf(item)), lasting].filter(Boolean).join(" · ");
    return [labelOf(item), facts].filter(Boolean).join("   ");
  }
}

const statusByIcon: ReadonlyMap<string, string> = new Map([
  ["circle-outline", "draft"],
  ["record", "modified"],
  ["pass-filled", "published"],
]);

/** Gives the tests of a describe() trees. They are closed after each test. */
export function useTrees(): (options?: ModelOptions) => Tree {
  const { url, tokens } = launchedService();
  const trees: Tree[] = [];
  afterEach(() => {
    for (const tree of trees.splice(0)) tree.close();
  });
  return (options = {}) => {
    const tree = new Tree(new TestModel({ url, token: tokens.full, ...options }));
    trees.push(tree);
    return tree;
  };
}

export const labelOf = ({ label }: Pick<vscode.TreeItem, "label">): string =>
  typeof label === "string" ? label : (label?.label ?? "");

export const descriptionOf = ({ description }: Pick<vscode.TreeItem, "description">): string =>
  typeof description === "string" ? description : "";

export const iconOf = ({ iconPath }: vscode.TreeItem): string =>
  iconPath instanceof vscode.ThemeIcon ? iconPath.id : "";
