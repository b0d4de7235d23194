import { isUsers, isListable } from "../schemas/catalog.ts";
import { usersType, type Address } from "../foundation/address.ts";
import { asJson, pick, textIn, type JsonObject } from "../foundation/json.ts";
import { targetAddressOf } from "../documents/versionDifferences.ts";
import { done, mapOutcome } from "../foundation/outcome.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { LocatedRelation } from "../content/references.ts";
import type { ReadOptions, ReadResult, Truncated } from "../reading/readOptions.ts";
import { readFirst } from "../reading/lookup.ts";
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

const candidatesPerSearch = 25;

const noCandidates = { rows: [], isTruncated: false, total: 0 };

/**
 * Finds drafts that a relation of a document in this locale can point to. `target` is the uid of
 * their type, and `search` a text to find in titles, in any case: if it is empty, the last changed
 * documents are found. The drafts must exist in the document's locale: the service rejects others.
 * Empty for types that can't be listed, such as types of plugins.
 */
export async function findCandidates(
  service: Service,
  { target, search, locale }: { target: string; search: string; locale?: string | undefined },
  options: ReadOptions = {},
): ReadResult<Truncated<Candidate>> {
  const type = service.catalog.targets.get(target);
  if (!type) return done(noCandidates);
  const titleField = isUsers(type) ? "username" : (type.titleField ?? "documentId");
  const query = {
    fields: [titleField, "updatedAt"],
    filters: search ? { [titleField]: { $containsi: search } } : undefined,
  };
  if (isUsers(type)) {
    const sort = ["username:asc"];
    const users = await findFirstUsers(service, candidatesPerSearch, { ...query, sort }, options);
    return mapOutcome(users, (list) => toCandidates(list, titleField));
  }
  if (!isListable(type, service.catalog)) return done(noCandidates);
  const params = {
    ...query,
    status: "draft",
    sort: [search ? `${titleField}:asc` : "updatedAt:desc", "documentId:asc"],
    locale: type.localized ? locale : undefined,
  };
  const first = { count: candidatesPerSearch, params };
  const drafts = await readFirst({ ...service, type }, first, options);
  return mapOutcome(drafts, (list) => toCandidates(list, titleField));
}

const toCandidates = (first: Truncated<object>, titleField: string): Truncated<Candidate> => ({
  ...first,
  rows: first.rows.map(asJson).map((row) => ({
    documentId: textIn(row, "documentId"),
    title: titleField === "documentId" ? "" : textIn(row, titleField).trim(),
    updatedAt: textIn(row, "updatedAt"),
    reference: pick(row, ["documentId", titleField]),
  })),
});

type RelationTarget = Pick<LocatedRelation, "target" | "documentId">;

export function isOpenable({ target }: RelationTarget, { catalog }: Service): boolean {
  const type = catalog.targets.get(target);
  return type !== undefined && (isUsers(type) || isListable(type, catalog));
}

/**
 * The address of a relation's target, in the locale of the document with the relation. A user takes
 * one request, for the numeric id. Undefined if it can't be opened, or the request fails.
 */
export async function targetAddress(
  service: Service,
  sourceAddress: Address,
  { target, documentId }: RelationTarget,
  options: ReadOptions = {},
): Promise<Address | undefined> {
  const type = service.catalog.targets.get(target);
  if (!type) return undefined;
  if (!isUsers(type)) return targetAddressOf({ target, documentId }, sourceAddress, service);
  const { connection } = sourceAddress;
  const filters = { documentId: { $eq: documentId } };
  const [, users] = await findUsers(service, { filters, fields: ["username"] }, options);
  const user = users?.find((row) => asJson(row)["documentId"] === documentId);
  return user && { connection, type: usersType, id: String(user.id) };
}
