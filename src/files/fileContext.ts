import type { Failures } from "../host/failures.ts";
import type { SignIns } from "../host/signIn.ts";
import type { ChangeDependencies } from "../model/changes/changeDependencies.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { SaveConsents } from "../model/connections/saveConsents.ts";
import type { NewDocuments } from "./newDocuments.ts";
import type { SavesUnderWay } from "./savesUnderWay.ts";

export interface FileContext extends ChangeDependencies {
  readonly connections: Connections;
  readonly locks: Locks;
  readonly failures: Failures;
  readonly signIns: SignIns;
  readonly consents: SaveConsents;
  readonly newDocuments: NewDocuments;
  readonly underWay: SavesUnderWay;
}
