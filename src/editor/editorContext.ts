import type { Documents } from "../model/changes/saving/documents.ts";
import type { TargetStates } from "../model/changes/lifecycle/targetStates.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { LastEditors } from "../model/documents/lastEditors.ts";
import type { MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { PendingChanges } from "./pendingChanges.ts";
import type { Problems } from "./problems.ts";
import type { WrittenReferences } from "./references.ts";
import type { Versions } from "./versions.ts";

/** What the features of open documents use. They run only while a document is open. */
export interface EditorContext {
  readonly documents: Documents;
  readonly catalogs: Catalogs;
  readonly connections: Connections;
  readonly locks: Locks;
  readonly lastEditors: LastEditors;
  readonly versions: Versions;
  readonly library: MediaLibrary;
  readonly problems: Problems;
  readonly pending: PendingChanges;
  readonly written: WrittenReferences;
  readonly states: TargetStates;
}
