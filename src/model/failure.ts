import type { BulkFailure } from "./bulk/bulkFailure.ts";
import type { ChangeFailure } from "./changes/changeFailure.ts";
import type { ConnectionFailure } from "./connections/connectionFailure.ts";
import type { EnvironmentFailure } from "./environments/environmentFailure.ts";
import type { ServiceFailure } from "./foundation/outcome.ts";
import type { ShapeFailure } from "./foundation/jsonShape.ts";
import type { ReadFailure } from "./reading/readFailure.ts";
import type { SchemaFailure } from "./schemas/schemaFailure.ts";

/** Why an operation of the model failed. src/texts has a message for each code. */
export type Failure =
  | ServiceFailure
  | ShapeFailure
  | ConnectionFailure
  | SchemaFailure
  | ReadFailure
  | ChangeFailure
  | BulkFailure
  | EnvironmentFailure;
