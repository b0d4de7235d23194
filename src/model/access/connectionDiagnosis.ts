import type { Diagnosis } from "../../client/admin/index.ts";
import type { Capabilities } from "../connect/capabilities.ts";
import { secretKinds, type Connection, type SecretKind } from "../connect/connection.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import { permissionsOf, type Permission, type PermissionOptions } from "./permissions.ts";

/** Contains no secrets. */
export interface ConnectionDiagnosis {
  /** The network diagnosis, or why no client can be created. */
  readonly answer: Outcome<Diagnosis, SchemaFailure>;
  /** Undefined if the secret storage can't be read. */
  readonly credentials: readonly SecretKind[] | undefined;
  readonly permissions: Outcome<readonly Permission[], SchemaFailure>;
  /** The version of Strapi and its database, if an administrator is signed in. */
  readonly capabilities: Pick<Capabilities, "version" | "database">;
}

export async function diagnoseConnection(
  options: PermissionOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<ConnectionDiagnosis> {
  const { connections } = options;
  const [unreachable, cms] = await connections.reach(connection.id);
  const { diagnose } = await import("../../client/admin/index.ts");
  const answer = unreachable ? failed(unreachable) : done(await diagnose(cms, signal));
  // Loads the types to ask about. If that fails, the permissions in the report show why.
  if (!unreachable) await options.catalogs.service(connection.id);
  const { id } = connection;
  const [permissions] = await Promise.all([
    permissionsOf(options, connection, { signal }),
    options.catalogs.inform(id),
  ]);
  const capabilities = options.catalogs.capabilities(id);
  let credentials: SecretKind[] | undefined = [];
  try {
    for (const kind of secretKinds) {
      if (await connections.hasSecret(connection, [kind])) credentials.push(kind);
    }
  } catch {
    // The report shows this.
    credentials = undefined;
  }
  return { answer, permissions, capabilities, credentials };
}
