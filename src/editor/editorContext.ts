import type { OpenDocuments } from "../model/save/openDocuments.ts";
import type { TargetStates } from "../model/publish/targetStates.ts";
import type { Connections } from "../model/connect/connections.ts";
import type { Locks } from "../model/connect/locks.ts";
import type { LastEditors } from "../model/documents/lastEditors.ts";
import type { MediaLibrary } from "../model/media/mediaLibrary.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { PendingChanges } from "./save/pendingChanges.ts";
import type { Problems } from "./edit/problems.ts";
import type { WrittenReferences } from "./edit/writtenReferences.ts";
import type { VersionTexts } from "./compare/versionTexts.ts";

/** What the features of open documents use. They run only while a document is open. */
export interface EditorContext {
  readonly documents: OpenDocuments;
  readonly catalogs: Catalogs;
  readonly connections: Connections;
  readonly locks: Locks;
  readonly lastEditors: LastEditors;
  readonly versionTexts: VersionTexts;
  readonly library: MediaLibrary;
  readonly problems: Problems;
  readonly pending: PendingChanges;
  readonly written: WrittenReferences;
  readonly states: TargetStates;
}
