import { isUsers, isListable } from "../schemas/catalog.ts";
import type { Address } from "../foundation/address.ts";
import { usersType } from "../foundation/address.ts";
import type { JsonObject } from "../foundation/json.ts";
import { asJson, pick, textIn } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { LocatedRelation } from "../content/locatedReferences.ts";
import type { ReadResult } from "../reading/readFailure.ts";
import { readFirst } from "../reading/lookup.ts";
import type { ReadOptions, Truncated } from "../reading/readOptions.ts";
import { findFirstUsers, findUsers } from "../reading/userReader.ts";

export interface Candidate {
  readonly documentId: string;
  /** Empty if it has no title. */
  readonly title: string;
  /** ISO 8601, as returned by the service. */
  readonly updatedAt: string;
  /** The value for the text: the documentId and the title. */
  readonly reference: JsonObject;
}

interface CandidateQuery {
  /** The uid of the relation's target type. */
  readonly target: string;
  /** The text to find in titles, in any case. If empty, the last changed documents are found. */
  readonly search: string;
  readonly locale?: Address["locale"];
}

const candidatesPerSearch = 25;

const noCandidates = { rows: [], isTruncated: false, total: 0 };

/**
 * Finds drafts that a relation of a document in this locale can point to, by title.
 * The drafts must exist in the document's locale: the service rejects others. Empty for types that
 * can't be listed, such as types of plugins.
 */
export async function findCandidates(
  service: Service,
  query: CandidateQuery,
  options: ReadOptions = {},
): ReadResult<Truncated<Candidate>> {
  const type = service.catalog.targets.get(query.target);
  if (!type) return done(noCandidates);
  if (isUsers(type)) return findUserCandidates(service, query, options);
  if (!isListable(type, service.catalog)) return done(noCandidates);
  const first = { count: candidatesPerSearch, params: paramsOf(type, query) };
  const [failure, drafts] = await readFirst({ ...service, type }, first, options);
  if (failure) return failed(failure);
  return done({ ...drafts, rows: drafts.rows.map(toCandidate(type.titleField)) });
}

async function findUserCandidates(
  service: Service,
  { search }: CandidateQuery,
  options: ReadOptions,
): ReadResult<Truncated<Candidate>> {
  const query = {
    fields: ["username", "updatedAt"],
    sort: ["username:asc"],
    filters: search ? { username: { $containsi: search } } : undefined,
  };
  const [failure, users] = await findFirstUsers(service, candidatesPerSearch, query, options);
  if (failure) return failed(failure);
  return done({ ...users, rows: users.rows.map(asJson).map(toCandidate("username")) });
}

function paramsOf({ titleField = "documentId", localized }: ContentType, query: CandidateQuery) {
  const { search, locale } = query;
  return {
    status: "draft",
    fields: [titleField, "updatedAt"],
    sort: [search ? `${titleField}:asc` : "updatedAt:desc", "documentId:asc"],
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

export function isOpenable({ target }: RelationTarget, { catalog }: Service): boolean {
  const type = catalog.targets.get(target);
  return type !== undefined && (isUsers(type) || isListable(type, catalog));
}

/**
 * The address of a relation's target, in the locale of the document with the relation. A user takes
 * one request, because users are addressed by their numeric id. Undefined if the type is unknown,
 * the user does not exist or the request fails.
 */
export async function targetAddress(
  service: Service,
  sourceAddress: Address,
  { target, documentId }: RelationTarget,
  options: ReadOptions = {},
): Promise<Address | undefined> {
  const { catalog } = service;
  const type = catalog.targets.get(target);
  if (!type) return undefined;
  const { connection, locale = catalog.defaultLocale } = sourceAddress;
  const inLocale = type.localized && locale ? { locale } : {};
  if (!isUsers(type)) return { connection, type: type.name, id: documentId, ...inLocale };
  const filters = { documentId: { $eq: documentId } };
  const [, users] = await findUsers(service, { filters, fields: ["username"] }, options);
  const user = users?.find((row) => asJson(row)["documentId"] === documentId);
  return user && { connection, type: usersType, id: String(user.id) };
}
