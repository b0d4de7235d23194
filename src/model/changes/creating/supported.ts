import { oldestSupported, statusFilterSince } from "../../connections/capabilities.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { canFilterByState } from "../../query/listing/listQuery.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { isInverse, isList } from "../../schemas/catalog.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";

/** No document has it: a write to it changes nothing. */
const unusedId = "0".repeat(24);

/**
 * Fails where adding a locale would lose content in the other locales: before 5.20 the service resets all shared
 * attributes, and before 5.47 shared components that are not sent. The version is found out once for each
 * connection, by requests that change nothing. Where it can't be found out, nothing is refused.
 */
export async function requireVersionForLocale(
  service: TypedService,
  { hasOthers }: { readonly hasOthers: boolean },
): Promise<Outcome<null, ChangeFailure>> {
  const { capabilities } = service;
  const tooOld = (version: string) =>
    failed({ code: "needs-version", version, part: "localization" } as const);
  if (capabilities.keepsComponentIds === undefined) await findVersion(service);
  if (capabilities.keepsComponentIds === false) return tooOld(oldestSupported);
  if (hasOthers) await findStatusFilter(service);
  const isLost = hasOthers && capabilities.filtersByStatus === false;
  return isLost ? tooOld(statusFilterSince) : done(null);
}

const collectionsOf = ({ type, catalog }: TypedService): ContentType[] =>
  [type, ...catalog.types.values()].filter(({ kind }) => kind === "collection");

async function findStatusFilter(service: TypedService): Promise<void> {
  const filterable = collectionsOf(service).find(({ draftAndPublish }) => draftAndPublish);
  if (filterable) await canFilterByState({ ...service, type: filterable });
}

async function findVersion(service: TypedService): Promise<void> {
  await findStatusFilter(service);
  if (service.capabilities.keepsComponentIds !== undefined) return;
  for (const type of collectionsOf(service)) {
    const data = probeOf(type);
    if (data) return tryWrite(service, type, data);
  }
}

/** What an older service refuses by its keys: a component by its id, or a relation by its documentId. */
function probeOf({ attributes }: ContentType): JsonObject | undefined {
  for (const [name, attribute] of attributes) {
    if (attribute.type === "component") {
      return { [name]: isList(attribute) ? [{ id: 0 }] : { id: 0 } };
    }
    if (attribute.type === "relation" && !isInverse(attribute)) {
      const target = { documentId: unusedId };
      return { [name]: isList(attribute) ? [target] : target };
    }
  }
  return undefined;
}

async function tryWrite(
  { cms, capabilities }: TypedService,
  type: ContentType,
  data: JsonObject,
): Promise<void> {
  const [error] = await cms
    .collection<JsonObject>(type.name)
    .update({ documentId: unusedId, payload: { data }, params: { status: "draft" } });
  if (error && /^(Validation|NotFound|Application)Error$/.test(error.name)) {
    capabilities.learnAnswer(error);
  }
}
