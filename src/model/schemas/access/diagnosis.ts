import type { Diagnosis } from "../../../client/index.ts";
import type { Capabilities } from "../../connections/capabilities.ts";
import type { Catalogs } from "../catalogs.ts";
import type { Connection, SecretKind } from "../../connections/connection.ts";
import { secretKinds } from "../../connections/connection.ts";
import type { Connections } from "../../connections/connections.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { SchemaFailure } from "../schemaFailure.ts";
import { permissionsOf } from "./permissions.ts";
import type { Permission } from "./permissions.ts";

/** What is to be known of a connection that does not work; no secrets. */
export interface ConnectionDiagnosis {
  /** What was seen on the way, or why no client can be made. */
  readonly way: Outcome<Diagnosis, SchemaFailure>;
  /** Undefined where the secret storage can't be read. */
  readonly credentials: readonly SecretKind[] | undefined;
  readonly permissions: Outcome<readonly Permission[], SchemaFailure>;
  /** The version of Strapi and its database, as far as a signed-in administrator was told. */
  readonly capabilities: Pick<Capabilities, "version" | "database">;
}

interface DiagnosisOptions {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
}

/** Looks at the way to a service, and at what a connection may do there. */
export async function diagnoseConnection(
  looking: DiagnosisOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<ConnectionDiagnosis> {
  const { connections } = looking;
  const [noWay, cms] = await connections.reach(connection.id);
  const way = noWay ? failed(noWay) : done(await cms.diagnose(signal));
  // Which types there are to ask about; why that can't be told is among what is closed.
  if (!noWay) await looking.catalogs.service(connection.id);
  const { id } = connection;
  const [permissions] = await Promise.all([
    permissionsOf(looking, connection, { signal }),
    looking.catalogs.inform(id),
  ]);
  const capabilities = looking.catalogs.capabilities(id);
  const credentials = await credentialsOf(looking, connection);
  return { way, permissions, capabilities, credentials };
}

async function credentialsOf(
  { connections }: DiagnosisOptions,
  connection: Connection,
): Promise<ConnectionDiagnosis["credentials"]> {
  const known: SecretKind[] = [];
  try {
    for (const kind of secretKinds) {
      if (await connections.hasSecret(connection, [kind])) known.push(kind);
    }
  } catch {
    // The report says so.
    return undefined;
  }
  return known;
}
