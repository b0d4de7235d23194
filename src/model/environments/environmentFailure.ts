import type { BulkFailure } from "../bulk/bulkFailure.ts";

/** Neither service describes its types, and no project in the workspace does. */
interface ComparisonFailure {
  readonly code: "no-schema";
}

/** Why content can't be compared or copied between services. */
export type EnvironmentFailure = BulkFailure | ComparisonFailure;
