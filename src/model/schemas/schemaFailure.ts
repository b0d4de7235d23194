import type { ConnectionFailure } from "../connect/connectionFailure.ts";

/** Why a schema can't be read, including the failures of the connection. */
export type SchemaFailure = ConnectionFailure | { readonly code: "no-type"; readonly name: string };
