import type * as vscode from "vscode";
import type { Accounts } from "../model/connections/accounts.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { CmsFile } from "../model/documents/media/mediaLibrary.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Restarts } from "../model/connections/restarts.ts";
import type { Comparisons } from "../model/schemas/comparisons.ts";
import type { Expansion } from "./expansion.ts";

/** A row of the tree. */
export interface TreeNode {
  /** Unique, and the same after a redraw: the parent's id and the row's own identity. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** The command that a click runs, on this row; absent where a click unfolds. */
  readonly action?: string;
  item(): vscode.TreeItem;
  children(): Promise<readonly TreeNode[]>;
}

/** Where rows come from. */
export interface TreeDependencies {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly content: Content;
  /** Absent where nothing is opened. */
  readonly documents?: Documents;
  /** Absent where nobody signs in. */
  readonly accounts?: Accounts;
  readonly locks: Locks;
  /** Absent where nobody waits for a service to come back. */
  readonly restarts?: Restarts;
  /** Absent where no workspace is looked at. */
  readonly comparisons?: Comparisons;
  /** Absent where no person expands rows. */
  readonly expansion?: Expansion;
  /** What is shown of a media file when a person points at it; absent where nobody points. */
  readonly fileCard?: (
    connection: string,
    file: CmsFile,
    token: vscode.CancellationToken,
  ) => Promise<vscode.MarkdownString>;
}

export const noChildren = (): Promise<readonly TreeNode[]> => Promise.resolve([]);

/** The action of rows that an editor shows. */
export const opening = "cms.document.open";
