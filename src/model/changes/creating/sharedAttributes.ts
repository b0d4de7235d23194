import { isSingle, singleId } from "../../foundation/address.ts";
import type { CreationTarget } from "./findCreated.ts";
import type { AttributeSchema } from "../../../client/index.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { isComponent, isUnread, isShared } from "../../schemas/catalog.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { withRouteKnowledge } from "../../reading/routeProbe.ts";
import { draftOf } from "../../documents/reader.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick, isEmptyValue } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeResult } from "../changeFailure.ts";
import { readLocalizations } from "../../reading/documentReader.ts";

/** The attributes that the drafts of a document share and that a content does not set. */
interface SharedContent {
  /** The attributes to send with a new localization: those that were read completely. */
  readonly content: JsonObject;
  /** Whether components may be left out: they have relations, or values that can't be read. */
  readonly hasOthers: boolean;
}

const noSharedContent: SharedContent = { content: {}, hasOthers: false };

/**
 * Reads the attributes that a new localization shares with the others. The service takes attributes
 * that are not sent from another localization, a published one on most databases. It writes them
 * over the drafts of all localizations. Before Strapi 5.47 it takes plain values only, and clears
 * the rest.
 */
export async function readShared(
  target: CreationTarget,
  content: JsonObject,
): ChangeResult<SharedContent> {
  const { service, address, documentId } = target;
  const names = unspecifiedNames(service, content);
  if (names.length === 0) return done(noSharedContent);
  const documentAddress = { ...address, id: isSingle(address) ? singleId : (documentId ?? "") };
  const [failure, rows] = await readLocalizations(service, documentAddress, { status: "draft" });
  if (failure) return failed(failure);
  // A route may return other documents than the requested one.
  const row = rows.find((candidate) => isSingle(address) || candidate["documentId"] === documentId);
  if (!row) return done(noSharedContent);
  const { content: draftContent, unread } = draftOf(withRouteKnowledge(service), row);
  const isSent = (name: string) =>
    !unread.has(name) && isFullyReadable(service.type.attributes.get(name), service.catalog);
  const others = names.filter((name) => !isSent(name));
  return done({
    content: pick(draftContent, names.filter(isSent)),
    hasOthers: others.some((name) => unread.has(name) || !isEmptyValue(draftContent[name])),
  });
}

/** Empty for an inferred type, which doesn't tell which attributes are shared. */
const unspecifiedNames = ({ type, catalog }: TypedService, content: JsonObject): string[] =>
  catalog.source === "inferred"
    ? []
    : [...type.attributes]
        .filter(([, attribute]) => isShared(attribute, type) && !isUnread(attribute))
        .map(([name]) => name)
        .filter((name) => !Object.hasOwn(content, name));

/** Whether a read gives the complete value, valid in every locale: it has no relations. */
function isFullyReadable(attribute: AttributeSchema | undefined, catalog: Catalog): boolean {
  if (!attribute || isUnread(attribute) || attribute.type === "relation") return false;
  if (!isComponent(attribute)) return true;
  const uids = attribute.components ?? [attribute.component ?? ""];
  return uids.every((uid) => {
    const attributes = catalog.components.get(uid);
    return (
      attributes !== undefined &&
      [...attributes.values()].every((componentAttribute) =>
        isFullyReadable(componentAttribute, catalog),
      )
    );
  });
}
