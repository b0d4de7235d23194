import type { CallOptions, Cms } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { usersType } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson, pick, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { Catalog, ContentType } from "../../schemas/catalog.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { DocumentFailure } from "../documentFailure.ts";
import type { LocatedRelation } from "./locatedRelations.ts";

/** A document or user that a relation may point to. */
export interface Candidate {
  readonly documentId: string;
  /** Empty where it has none. */
  readonly title: string;
  /** ISO 8601, as the service wrote it. */
  readonly updatedAt: string;
  /** What stands in the text for it: its documentId and its title. */
  readonly reference: JsonObject;
}

interface CandidateQuery {
  /** The uid of the type that the relation points to. */
  readonly target: string;
  /** What the titles contain, in whatever case; empty for the documents that were changed last. */
  readonly search: string;
  readonly locale?: Address["locale"];
}

/** How many are offered at a time. */
const candidatesPerSearch = 25;

/**
 * Drafts that a relation in a document of that locale may point to, searched by title on the service in
 * one request. Only those that are there in the document's locale: the service refuses others. None for
 * types that can't be listed, such as those of plugins.
 */
export async function findCandidates(
  service: Service,
  query: CandidateQuery,
  options: CallOptions = {},
): Promise<Outcome<readonly Candidate[], DocumentFailure>> {
  const type = service.catalog.targets.get(query.target);
  if (!type) return done([]);
  if (isUsers(type)) return findUsers(service, query, options);
  if (!isListable(type, service.catalog)) return done([]);
  const [error, rows] = await service.cms
    .collection<JsonObject>(type.name)
    .findMany({ params: paramsOf(type, query), ...options });
  return error ? refused(error) : done(rows.map(toCandidate(type.titleField)));
}

async function findUsers(
  { cms }: Service,
  { search }: CandidateQuery,
  options: CallOptions,
): Promise<Outcome<readonly Candidate[], DocumentFailure>> {
  const [error, users] = await cms.users().findMany({
    params: {
      fields: ["username", "updatedAt"],
      sort: ["username:asc"],
      pagination: { start: 0, limit: candidatesPerSearch },
      ...(search && { filters: { username: { $containsi: search } } }),
    },
    ...options,
  });
  return error ? refused(error) : done(users.map(asJson).map(toCandidate("username")));
}

/** Whether a type's documents can be listed by its name. */
export const isListable = ({ name, kind }: ContentType, { types }: Catalog): boolean =>
  kind === "collection" && types.has(name);

/** Whether what is pointed to are user accounts, which have a route of their own. */
export const isUsers = ({ uid, name }: ContentType): boolean =>
  uid.startsWith("plugin::users-permissions.") && name === usersType;

function paramsOf({ titleField = "documentId", localized }: ContentType, query: CandidateQuery) {
  const { search, locale } = query;
  return {
    status: "draft",
    fields: [titleField, "updatedAt"],
    sort: [search ? `${titleField}:asc` : "updatedAt:desc", "documentId:asc"],
    pagination: { start: 0, limit: candidatesPerSearch, withCount: false },
    ...(search && { filters: { [titleField]: { $containsi: search } } }),
    ...(localized && locale && { locale }),
  } as const;
}

const toCandidate =
  (titleField = "documentId") =>
  (row: JsonObject): Candidate => ({
    documentId: textIn(row, "documentId"),
    title: titleField === "documentId" ? "" : textIn(row, titleField).trim(),
    updatedAt: textIn(row, "updatedAt"),
    reference: pick(row, ["documentId", titleField]),
  });

type RelationTarget = Pick<LocatedRelation, "target" | "documentId">;

/** Whether what a relation points to can be opened as a document or as a user. */
export function isOpenable({ target }: RelationTarget, { catalog }: Service): boolean {
  const type = catalog.targets.get(target);
  return type !== undefined && (isUsers(type) || isListable(type, catalog));
}

/**
 * Where the target of a relation stands: in the locale of the document that points to it. One request for
 * a user, who is known by a number; undefined where there is none, or nobody can be asked.
 */
export async function targetAddress(
  { cms, catalog }: Service,
  from: Address,
  { target, documentId }: RelationTarget,
  options: CallOptions = {},
): Promise<Address | undefined> {
  const type = catalog.targets.get(target);
  if (!type) return undefined;
  const { connection, locale = catalog.defaultLocale } = from;
  const inLocale = type.localized && locale ? { locale } : {};
  if (!isUsers(type)) return { connection, type: type.name, id: documentId, ...inLocale };
  const id = await userId(cms, documentId, options);
  return id === undefined ? undefined : { connection, type: usersType, id: String(id) };
}

async function userId(
  cms: Cms,
  documentId: string,
  options: CallOptions,
): Promise<number | undefined> {
  const params = { fields: ["username"], filters: { documentId: { $eq: documentId } } } as const;
  const [, users] = await cms.users().findMany({ params, ...options });
  return users?.[0]?.id;
}
