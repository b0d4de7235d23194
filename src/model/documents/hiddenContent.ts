import { documentTarget, isNew, type Address } from "../foundation/address.ts";
import type { JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { readByRoute, checkRows } from "../reading/documentReader.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { starShapes } from "../content/requestShape.ts";

/**
 * Requests everything that a document has, so that the catalog learns which media files and
 * relations of its type the schema leaves out. Call it before the document is recorded or copied
 * as a whole. A type whose attributes are known costs no request. If it fails, they stay unknown.
 * Returns whether they are known.
 */
export async function revealHidden(
  catalogs: Catalogs,
  address: Address,
  options: ReadOptions = {},
): Promise<boolean> {
  if (isNew(address)) return true;
  const read = async (): ReadResult<null> => {
    const [failure, service] = await catalogs.type(address.connection, address.type);
    if (failure) return failed(failure);
    const findings = catalogs.findings(address.connection);
    if (findings.isRevealed(service.type)) return done(null);
    const version = { ...documentTarget(address), status: "draft" } as const;
    const [error, row] = await readByRoute(service, version, options, starShapes(service));
    if (error) return failed(error);
    checkRows(service, [row]);
    findings.setRevealed(service.type);
    return done(null);
  };
  const [failure] = await catalogs.readWithFreshCatalog(address.connection, read);
  return failure === null;
}

/**
 * Checks whether a recorded document has attributes that the schema leaves out, so that the catalog
 * learns them. Call it before the document is made again.
 */
export async function learnRecorded(
  catalogs: Catalogs,
  { connection, type }: Pick<Address, "connection" | "type">,
  contents: readonly JsonObject[],
): Promise<void> {
  await catalogs.readWithFreshCatalog(connection, async (): ReadResult<null> => {
    const [failure, service] = await catalogs.type(connection, type);
    if (failure) return failed(failure);
    checkRows(service, contents);
    return done(null);
  });
}
