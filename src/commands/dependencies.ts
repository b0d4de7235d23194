import type { ComparedSides } from "../editor/comparedSides.ts";
import type { Problems } from "../editor/problems.ts";
import type { Versions } from "../editor/versions.ts";
import type { TextFiles } from "../files/textFiles.ts";
import type { Pauses } from "../host/pauses.ts";
import type { SignIns } from "../host/signIn.ts";
import type { Batches } from "../model/bulk/batch/batches.ts";
import type { Journal } from "../model/changes/journal/journal.ts";
import type { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { Admins } from "../model/connections/admins.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { Reader } from "../model/documents/reader.ts";
import type { PairStore } from "../model/environments/pairs.ts";
import type { Content } from "../model/query/listing/content.ts";
import type { RunLogs } from "../model/runs/runLogs.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";

/** The services, and what is known of them without reading a document. */
export interface ServiceContext {
  readonly connections: Connections;
  readonly locks: Locks;
  readonly admins: Admins;
  readonly catalogs: Catalogs;
  readonly content: Content;
}

/** What reads, changes and records documents. */
export interface ChangeContext extends ServiceContext {
  readonly documents: Documents;
  readonly journal: Journal;
  readonly lifecycle: Lifecycle;
  readonly reader: Reader;
  readonly versions: Versions;
}

/** What the editors of documents show. */
export interface ViewContext extends ChangeContext {
  readonly comparedSides: ComparedSides;
  readonly problems: Problems;
  readonly texts: TextFiles;
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
