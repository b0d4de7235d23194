import type { BulkFailure, MarkdownFailure } from "./runs/bulkFailure.ts";
import type { ShapeFailure } from "./foundation/jsonShape.ts";

/**
 * Why an operation of the model failed: the failures of each group include those of the groups on
 * which it stands. src/texts has a message for each code.
 */
export type Failure = BulkFailure | ShapeFailure | MarkdownFailure;
