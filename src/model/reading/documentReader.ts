import type { Result, ShapeParams } from "../../client/index.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { JsonObject } from "../foundation/json.ts";
import { readAsAdmin } from "./adminReader.ts";
import type { VersionRequest } from "./adminReader.ts";
import { probe } from "./routeProbe.ts";
import { readWhole } from "./requestShape.ts";

/**
 * Reads one document with all of its content. The first read of a type also probes its route. If
 * the route decides by itself what it returns, the document is read as an administrator, if one is
 * signed in.
 */
export async function readOne(
  service: TypedService,
  version: VersionRequest,
): Promise<Result<JsonObject, unknown>> {
  const { type, routes } = service;
  const isDecided = () => routes.decides("one", type.uid) === true;
  const before = isDecided() ? await readAsAdmin(service, version) : undefined;
  if (before) return [null, before, null];
  const wasDecided = isDecided();
  const result = await readByRoute(service, version);
  if (result[0] || wasDecided || !isDecided()) return result;
  const whole = await readAsAdmin(service, version);
  return whole ? [null, whole, null] : result;
}

async function readByRoute(
  service: TypedService,
  { documentId, locale, status, ...options }: VersionRequest,
): Promise<Result<JsonObject, unknown>> {
  const { cms, type } = service;
  const read = (shape: ShapeParams) => {
    const params = { ...shape, ...(locale && { locale }), status } as const;
    return documentId === undefined
      ? cms.single<JsonObject>(type.name).find({ params, ...options })
      : cms.collection<JsonObject>(type.name).find({ documentId, params, ...options });
  };
  const judge = probe(service, "one", read);
  const result = await readWhole<JsonObject, unknown>(service, read);
  if (result[1]) await judge(result[1]);
  return result;
}
