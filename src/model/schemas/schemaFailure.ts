import type { ConnectionFailure } from "../connections/connectionFailure.ts";

/** Why a schema can't be read, including the failures of the connection. */
export type SchemaFailure = ConnectionFailure | { readonly code: "no-type"; readonly name: string };
