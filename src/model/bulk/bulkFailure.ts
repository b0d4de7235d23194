import type { ChangeFailure } from "../changes/changeFailure.ts";
import type { BatchFailure } from "./batch/batchFailure.ts";
import type { ExportFailure } from "./exporting/exportFailure.ts";
import type { RecordFailure } from "./formats/reading/recordFailure.ts";
import type { PlanFailure } from "./importing/planFailure.ts";
import type { ReplaceFailure } from "./replacing/replaceFailure.ts";

/** Why a bulk action failed, including the failures of changing a single document. */
export type BulkFailure =
  ChangeFailure | BatchFailure | ReplaceFailure | ExportFailure | RecordFailure | PlanFailure;
