import type { Comparison } from "../../model/environments/comparison.ts";
import type { Pairs, Sides } from "../../model/environments/pairs.ts";
import type { Version } from "../../model/environments/sideReader.ts";
import type { BatchSelection } from "../batch/batchTargets.ts";

/** Documents of the connection `from`, to compare with those of the connection `to`. */
export interface ComparisonRequest {
  readonly connections: Sides<string>;
  readonly names: Sides<string>;
  readonly selection: BatchSelection;
  readonly version: Version;
}

export interface RequestedComparison extends ComparisonRequest {
  readonly comparison: Comparison;
  readonly pairs: Pairs;
  /** The display name of a type or component, by its uid. */
  readonly headingOf: (uid: string) => string;
}
