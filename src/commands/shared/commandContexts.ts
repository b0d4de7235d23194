import type { ComparedSides } from "../../editor/compare/comparedSides.ts";
import type { Problems } from "../../editor/edit/problems.ts";
import type { VersionTexts } from "../../editor/compare/versionTexts.ts";
import type { ProseFiles } from "../../files/edit/proseFiles.ts";
import type { Pauses } from "../../host/shared/pauses.ts";
import type { SignIns } from "../../host/connect/signIns.ts";
import type { Batches } from "../../model/batch/batches.ts";
import type { Journal } from "../../model/journal/journal.ts";
import type { Publication } from "../../model/publish/publication.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Administrators } from "../../model/connect/administrators.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { SnapshotReader } from "../../model/documents/snapshotReader.ts";
import type { PairStore } from "../../model/compare/documentPairs.ts";
import type { ContentLists } from "../../model/browse/contentLists.ts";
import type { RunLogs } from "../../model/runs/runLogs.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";

/** The services, and what is known of them without reading a document. */
export interface ServiceContext {
  readonly connections: Connections;
  readonly locks: Locks;
  readonly administrators: Administrators;
  readonly catalogs: Catalogs;
  readonly lists: ContentLists;
}

/** What reads, changes and records documents. */
export interface ChangeContext extends ServiceContext {
  readonly documents: OpenDocuments;
  readonly journal: Journal;
  readonly publication: Publication;
  readonly reader: SnapshotReader;
  readonly versionTexts: VersionTexts;
}

/** What the editors of documents show. */
export interface ViewContext extends ChangeContext {
  readonly comparedSides: ComparedSides;
  readonly problems: Problems;
  readonly texts: ProseFiles;
}

/** What runs that change many documents use. */
export interface RunContext extends ChangeContext {
  readonly batches: Batches;
  readonly runs: RunLogs;
  /** What copies remember of documents. An undo forgets it. */
  readonly pairStore: PairStore;
  readonly pauses: Pauses;
  readonly signIns: SignIns;
}
