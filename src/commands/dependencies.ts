import type * as vscode from "vscode";
import type { Translations } from "../editor/localeMarks.ts";
import type { MediaPreviews } from "../files/mediaPreview.ts";
import type { NewDocuments } from "../files/newDocuments.ts";
import type { Prose } from "../files/prose.ts";
import type { CheckSettingsReader } from "../host/checkSettings.ts";
import type { CollectionState, RecentFilters } from "../host/collectionState.ts";
import type { Pauses } from "../host/pauses.ts";
import type { SignIns } from "../host/signIn.ts";
import type { Batches } from "../model/bulk/batch/batches.ts";
import type { Imports } from "../model/bulk/importing/imports.ts";
import type { MediaFiles } from "../model/changes/lifecycle/mediaFiles.ts";
import type { Checks } from "../model/checks/checks.ts";
import type { Accounts } from "../model/connections/accounts.ts";
import type { Admins } from "../model/connections/admins.ts";
import type { MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import type { Copies } from "../model/environments/copies.ts";
import type { PairStore } from "../model/environments/pairs.ts";
import type { Address } from "../model/foundation/address.ts";
import type { RunLogs } from "../model/runs/runLogs.ts";
import type { Projects } from "../model/schemas/projects.ts";
import type { SchemaCache } from "../model/schemas/schemaCache.ts";
import type { ChangeContext, ViewContext } from "./previewedDocument.ts";

export interface RunContext extends ChangeContext {
  readonly batches: Batches;
  readonly runs: RunLogs;
  /** What copies remember of documents. An undo forgets it. */
  readonly pairStore: PairStore;
  readonly pauses: Pauses;
  readonly signIns: SignIns;
}

export interface CommandDependencies extends RunContext, ViewContext {
  readonly accounts: Accounts;
  readonly admins: Admins;
  readonly checks: Checks;
  readonly checkSettings: CheckSettingsReader;
  readonly copies: Copies;
  readonly excludedFields: CollectionState<readonly string[]>;
  readonly imports: Imports;
  readonly keptSchemas: SchemaCache;
  readonly library: MediaLibrary;
  readonly mediaFiles: MediaFiles;
  readonly newDocuments: NewDocuments;
  readonly previews: MediaPreviews;
  readonly projects: Projects;
  readonly prose: Prose;
  readonly recentFilters: RecentFilters;
  readonly translations: Translations;
  /** The extension's own id, which its links begin with. */
  readonly extension: string;
  /** The page that explains each rule of a check, in a section named like the rule. */
  readonly rulesPage: vscode.Uri;
  /** The row of the tree that the user clicked; undefined after a later click. */
  readonly clickedRow: () => Promise<{ readonly action?: string | undefined } | undefined>;
  readonly selectedRows: () => readonly object[];
  /** Selects the document's tree item; resolves with whether there is one. */
  readonly showRow: (address: Address) => Promise<boolean>;
}
