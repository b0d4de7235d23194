import type { FailureNotifications } from "../host/failures/failureNotifications.ts";
import type { SignIns } from "../host/connect/signIns.ts";
import type { ChangeDependencies } from "../model/save/changeDependencies.ts";
import type { Connections } from "../model/connect/connections.ts";
import type { Locks } from "../model/connect/locks.ts";
import type { SaveConsents } from "../model/save/saveConsents.ts";
import type { NewDocuments } from "./create/newDocuments.ts";
import type { SaveProgress } from "./save/saveProgress.ts";

export interface FileContext extends ChangeDependencies {
  readonly connections: Connections;
  readonly locks: Locks;
  readonly failures: FailureNotifications;
  readonly signIns: SignIns;
  readonly consents: SaveConsents;
  readonly newDocuments: NewDocuments;
  readonly underWay: SaveProgress;
}
