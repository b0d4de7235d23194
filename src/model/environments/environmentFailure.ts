import type { BulkFailure } from "../bulk/bulkFailure.ts";
import type { Outcome } from "../foundation/outcome.ts";

/**
 * Why content can't be compared or copied between services. `no-schema`: neither service describes
 * its types, and no project in the workspace does.
 */
export type EnvironmentFailure = BulkFailure | { readonly code: "no-schema" };

export type EnvironmentResult<T> = Promise<Outcome<T, EnvironmentFailure>>;
