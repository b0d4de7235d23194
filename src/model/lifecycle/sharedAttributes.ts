import { isSingle, singleId } from "../address.ts";
import type { Target } from "./arrival.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { isComponent, isUnread } from "../schemas/catalog.ts";
import { informed } from "../documents/probe.ts";
import { draftOf } from "../documents/reader.ts";
import { isShared } from "../schemas/shared.ts";
import type { JsonObject } from "../json.ts";
import { pick } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, refused } from "../outcome.ts";
import { isEmpty } from "../saving/wire.ts";
import { readLocalizations } from "./localizations.ts";

/** What the drafts of a document share, beside what a content says of it. */
interface Shared {
  /** To be sent with a new localization: plain values and files that were wholly read. */
  readonly content: JsonObject;
  /** Whether there are components, which are not sent: those keep attributes that can't be read. */
  readonly hasComponents: boolean;
}

const nothing: Shared = { content: {}, hasComponents: false };

/**
 * What a new localization is to share with the others. Where it is not sent, the service takes it from what is
 * published, and writes that over the drafts of all other localizations; before Strapi 5.47 it takes no files.
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
  const [row] = rows;
  if (!row) return done(nothing);
  const { content, unseen } = draftOf(there, informed(service), row);
  const { attributes } = service.type;
  const isPart = (name: string) => {
    const attribute = attributes.get(name);
    return attribute !== undefined && isComponent(attribute);
  };
  const sendable = names.filter((name) => !unseen.has(name) && !isPart(name));
  return done({
    content: pick(content, sendable),
    hasComponents: names.some((name) => isPart(name) && !isEmpty(content[name])),
  });
}

/** The names of shared attributes of which a content says nothing. */
const unsaid = ({ type }: TypedService, said: JsonObject): string[] =>
  [...type.attributes]
    .filter(([, attribute]) => isShared(attribute, type) && !isUnread(attribute))
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(said, name));
