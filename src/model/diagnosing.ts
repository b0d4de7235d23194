import type { Diagnosis } from "../client/index.ts";
import type { Catalogs } from "./catalogs.ts";
import type { Connection, SecretKind } from "./connection.ts";
import { secretKinds } from "./connection.ts";
import type { Connections } from "./connections.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import { permissionsOf } from "./permissions.ts";
import type { Permission } from "./permissions.ts";

/** What is to be known of a connection that does not work; no secrets. */
export interface Diagnosed extends Diagnosis {
  readonly credentials: readonly SecretKind[];
  readonly permissions: Outcome<readonly Permission[]>;
}

interface Looking {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
}

/** Looks at the way to a service, and at what a connection may do there. */
export async function diagnosing(
  { connections, catalogs }: Looking,
  connection: Connection,
  signal: AbortSignal,
): Promise<Outcome<Diagnosed>> {
  const [failure, cms] = await connections.reach(connection.id);
  if (failure) return failed(failure);
  const diagnosis = await cms.diagnose(signal);
  const permissions = await permissionsOf({ connections, catalogs }, connection, signal);
  const credentials: SecretKind[] = [];
  for (const kind of secretKinds) {
    if (await connections.knows(connection, [kind])) credentials.push(kind);
  }
  return done({ ...diagnosis, credentials, permissions });
}
