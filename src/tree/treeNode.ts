import type * as vscode from "vscode";
import type { ConnectionSetting } from "../host/connect/connectionSetting.ts";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import type { TreeRow } from "../host/surfaces/treeItem.ts";
import type { Accounts } from "../model/connect/accounts.ts";
import type { Checks } from "../model/check/checks.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { CmsFile } from "../model/media/mediaLibrary.ts";
import type { Connections } from "../model/connect/connections.ts";
import type { ContentLists } from "../model/browse/contentLists.ts";
import type { DocumentEvents } from "../model/save/openDocuments.ts";
import type { Locks } from "../model/connect/locks.ts";
import type { Restarts } from "../model/connect/restarts.ts";
import type { ProjectComparisons } from "../model/schemas/projectComparisons.ts";
import type { Expansion } from "./expansion.ts";
import type { Address, CollectionAddress } from "../model/foundation/address.ts";
import type { Event } from "../model/foundation/events.ts";
import type { ContentList } from "../model/browse/contentList.ts";

export interface TreeNode {
  /** A unique id that stays the same after a redraw: the parent's id and the row's own identity. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** What a click opens, as VS Code opens a file; absent if the row is no document. */
  readonly uri?: vscode.Uri | undefined;
  /** The command that a click runs on this row; absent if a click expands or opens the row. */
  readonly action?: string | undefined;
  item(): TreeRow;
  children(): Promise<readonly TreeNode[]>;
}

export interface TreeDependencies {
  readonly connections: Connections;
  readonly connectionSettings: Pick<ConnectionSetting, "notices" | "onDidChange">;
  readonly catalogs: Catalogs;
  readonly lists: ContentLists;
  readonly documents: DocumentEvents;
  readonly accounts: Accounts;
  readonly locks: Locks;
  readonly restarts: Restarts;
  readonly comparisons: ProjectComparisons;
  readonly checks: Checks;
  readonly expansion: Expansion;
  readonly tabs: {
    readonly uriOf: (address: Address, title: string) => vscode.Uri;
    readonly onDidChange: Event<readonly Address[]>;
  };
  readonly fileCard: (
    connection: string,
    file: CmsFile,
    token: vscode.CancellationToken,
  ) => Promise<Plain<vscode.MarkdownString>>;
}

export const noChildren = (): Promise<readonly TreeNode[]> => Promise.resolve([]);

export type ListNode = TreeNode & {
  readonly collection: CollectionAddress;
  readonly listing: ContentList;
};
