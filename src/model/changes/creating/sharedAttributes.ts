import { isSingle, singleId } from "../../foundation/address.ts";
import type { Target } from "./arrival.ts";
import type { AttributeSchema } from "../../../client/index.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { isComponent, isUnread } from "../../schemas/catalog.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { informed } from "../../documents/snapshot/probe.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import { isShared } from "../../schemas/shared.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { isEmpty } from "../writing/wire.ts";
import { readLocalizations } from "../../documents/snapshot/localizations.ts";

/** What the drafts of a document share, beside what a content says of it. */
interface Shared {
  /** The attributes to send with a new localization: those that were wholly read. */
  readonly content: JsonObject;
  /** Whether there may be components that are not sent, since they hold relations or what can't be read. */
  readonly hasOthers: boolean;
}

const nothing: Shared = { content: {}, hasOthers: false };

/**
 * What a new localization is to share with the others. Where it is not sent, the service takes it from another
 * localization, a published one on most databases, and writes it over the drafts of all; before Strapi 5.47 it
 * takes plain values only, and clears the rest.
 */
export async function readShared(target: Target, said: JsonObject): Promise<Outcome<Shared>> {
  const { service, address, documentId } = target;
  const names = unsaid(service, said);
  if (names.length === 0) return done(nothing);
  const there = isSingle(address)
    ? { ...address, id: singleId }
    : { ...address, id: documentId ?? "" };
  const [error, rows] = await readLocalizations(service, there, { status: "draft" });
  if (error) return refused(error);
  // A route may answer with other documents than it was asked for.
  const row = rows.find((one) => isSingle(address) || one["documentId"] === documentId);
  if (!row) return done(nothing);
  const { content, unseen } = draftOf(there, informed(service), row);
  const isSent = (name: string) => !unseen.has(name) && isReadable(name, service);
  const others = names.filter((name) => !isSent(name));
  return done({
    content: pick(content, names.filter(isSent)),
    hasOthers: others.some((name) => unseen.has(name) || !isEmpty(content[name])),
  });
}

/** The shared attributes that a content lacks; none for an inferred type, which does not say what is shared. */
const unsaid = ({ type, catalog }: TypedService, said: JsonObject): string[] =>
  catalog.source === "inferred"
    ? []
    : [...type.attributes]
        .filter(([, attribute]) => isShared(attribute, type) && !isUnread(attribute))
        .map(([name]) => name)
        .filter((name) => !Object.hasOwn(said, name));

function isReadable(name: string, { type, catalog }: TypedService): boolean {
  const attribute = type.attributes.get(name);
  return attribute !== undefined && isPlain(attribute, catalog);
}

/** Whether a value is all that the service holds of it, in every locale: no relation, and nothing that can't be read. */
function isPlain(attribute: AttributeSchema, catalog: Catalog): boolean {
  if (isUnread(attribute) || attribute.type === "relation") return false;
  if (!isComponent(attribute)) return true;
  const uids = attribute.components ?? [attribute.component ?? ""];
  return uids.every((uid) => {
    const attributes = catalog.components.get(uid);
    return (
      attributes !== undefined && [...attributes.values()].every((one) => isPlain(one, catalog))
    );
  });
}
