import type { AttributeSchema, ShapeParams, CmsUser } from "../../../client/index.ts";
import { draftOf } from "../../documents/reader.ts";
import type { Draft, Reader } from "../../documents/reader.ts";
import { populateOf } from "../../reading/requestShape.ts";
import { publicationStatusOf } from "../../content/publicationStatus.ts";
import type { PublicationStatus } from "../../content/publicationStatus.ts";
import { userSnapshot } from "../../content/userSnapshot.ts";
import { isSingle, usersType } from "../../foundation/address.ts";
import type { Address, CollectionAddress } from "../../foundation/address.ts";
import { findVersions } from "../../reading/versions.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import { SearchedText } from "../../reading/searchedText.ts";
import {
  listParams,
  stateFilterOf,
  requireStatusFilter,
  userListParams,
} from "../../reading/listQuery.ts";
import type { ListQuery } from "../../reading/listQuery.ts";
import type { ReadOptions } from "../../reading/readOptions.ts";
import { readUsers as readAllUsers } from "../../reading/userReader.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import { isStructured } from "../../schemas/catalog.ts";
import type { Service, TypedService } from "../../schemas/catalogs.ts";
import { userTypeOf } from "../../schemas/userType.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** Documents of one type in one locale, or users. */
export interface DocumentGroup extends CollectionAddress {
  readonly locale?: string;
  /** The ids to read; absent to read all that match. */
  readonly ids?: readonly string[];
  readonly listQuery: ListQuery;
}

/** A document or user that was found, with the attributes that were requested. */
export interface FoundDocument {
  readonly address: Address;
  readonly now: Draft & PublicationStatus;
  readonly service: TypedService;
}

interface GroupReadOptions {
  readonly service: Service;
  readonly reader: Reader;
  /** The attributes to read. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
}

type Pages = AsyncGenerator<Outcome<readonly FoundDocument[], BulkFailure>, void, void>;

/** The number of documents per request. Services grant 100 by default. */
const pageSize = 100;

/**
 * Reads drafts or users page by page, in the order of their ids. Writes during the read therefore
 * don't move items that are still unread. Ends after the last page or with a failure.
 */
export function readGroup(group: DocumentGroup, options: GroupReadOptions): Pages {
  if (group.type === usersType) return readUsers(group, options);
  const type = options.service.catalog.types.get(group.type);
  if (!type) return singlePage(failed({ code: "no-type", name: group.type }));
  const typed = { ...options.service, type };
  return type.kind === "single"
    ? readSingle(group, typed, options)
    : readDocuments(group, typed, options);
}

// eslint-disable-next-line @typescript-eslint/require-await -- a page like the others, without a request
async function* singlePage(page: Outcome<readonly FoundDocument[], BulkFailure>): Pages {
  yield page;
}

async function* readDocuments(
  group: DocumentGroup,
  service: TypedService,
  options: GroupReadOptions,
): Pages {
  const { type } = service;
  const { signal } = options;
  const names = [...options.names, ...searchOf(group, service).names];
  const wanted = [...names, ...(type.titleField === undefined ? [] : [type.titleField])];
  const shape = shapeFor(service, names);
  for await (const [error, rows] of readDrafts(group, service, { shape, signal })) {
    if (error) return yield failed(error);
    const [failure, live] = await readPublishedVersions(group, rows, service, signal);
    if (failure) return yield failed(failure);
    const found = rows.map((draft) => {
      const id = textIn(draft, "documentId");
      const address = { connection: group.connection, type: group.type, id, ...inLocale(group) };
      const published = live.filter((row) => row["documentId"] === id);
      const status = publicationStatusOf(draft, published, type);
      const now = { ...draftOf(address, service, draft, wanted), ...status };
      return { address, now, service };
    });
    yield done(found.filter((one) => isInGroup(one, group)));
  }
}

interface DraftReadOptions {
  /** Requests the attributes that are searched, unless the group has no search. */
  readonly shape: object;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The drafts of a group, page by page, in the order of their ids. If the group is the result of a
 * search, only those that contain its text.
 */
export async function* readDrafts(
  group: DocumentGroup,
  service: TypedService,
  { shape, signal }: DraftReadOptions,
): AsyncGenerator<Outcome<readonly JsonObject[], BulkFailure>, void, void> {
  const { cms, type } = service;
  const [tooOld] = await requireStatusFilter(service, group.listQuery, signal);
  if (tooOld) return yield failed(tooOld);
  const search = searchOf(group, service);
  const params = { ...draftListParams(group, type), ...shape };
  const pages = cms.collection<JsonObject>(type.name).pages({ params, ...(signal && { signal }) });
  for await (const [error, rows] of pages) {
    if (error) return yield refused(error);
    yield done(rows.filter((row) => search.isIn(row)));
  }
}

/** The text that the documents of a group contain. */
export const searchOf = (group: DocumentGroup, service: TypedService): SearchedText =>
  SearchedText.ofType(searchIn(group), service);

/** What is read by its id is not searched for. */
const searchIn = ({ ids, listQuery }: UserGroup): string | undefined =>
  ids ? undefined : listQuery.search;

/** A service ignores filters that it doesn't know, and would then return everything. */
function isInGroup(
  { address, now, service }: FoundDocument,
  { ids, listQuery }: DocumentGroup,
): boolean {
  const state = stateFilterOf(listQuery, service.type);
  return (!ids || ids.includes(address.id)) && (!state || state === now.state);
}

/** The list parameters that request the drafts of a group, in the order of their ids. */
export function draftListParams(group: DocumentGroup, type: ContentType) {
  const { status, ...matching } = listParams(group.listQuery, type);
  return {
    status,
    ...(group.ids ? { filters: { documentId: { $in: group.ids } } } : matching),
    ...inLocale(group),
    // Sort by id whatever the list query says, so that writes during the read don't move unread
    // items.
    sort: ["documentId:asc"],
    pagination: { pageSize: pageSize },
  };
}

const inLocale = ({ locale }: Pick<DocumentGroup, "locale">): { locale?: string } =>
  locale ? { locale } : {};

/** The most fields that a service takes in one list. */
const mostFields = 100;

/** The fields that are needed for the version, the title and the named attributes. */
export function shapeFor(service: TypedService, names: readonly string[]): ShapeParams {
  const { catalog, type } = service;
  if (catalog.source === "inferred") return { populate: "*" };
  const wanted = new Map<string, AttributeSchema>(
    [...type.attributes].filter(([name]) => names.includes(name) || name === type.titleField),
  );
  const own = [...wanted].flatMap(([name, attribute]) => (isStructured(attribute) ? [] : name));
  const fields = [...own, "createdAt", "updatedAt", ...(type.localized ? ["locale"] : [])];
  return {
    // Without a list of fields, the service returns all of them.
    ...(fields.length <= mostFields && { fields }),
    populate: {
      ...populateOf(wanted, catalog),
      ...(type.localized && { localizations: { fields: ["updatedAt", "locale"] } }),
    },
  };
}

/** Reads when the published versions of a page of drafts were last changed. */
export async function readPublishedVersions(
  group: Pick<DocumentGroup, "locale">,
  drafts: readonly JsonObject[],
  service: TypedService,
  signal: AbortSignal | undefined,
): Promise<Outcome<readonly JsonObject[], BulkFailure>> {
  const { type } = service;
  if (!type.draftAndPublish) return done([]);
  const query = {
    ids: drafts.map((row) => textIn(row, "documentId")),
    status: "published",
    locale: group.locale,
    fields: ["updatedAt", "publishedAt", ...(type.localized ? ["locale"] : [])],
  } as const;
  const [error, rows] = await findVersions(service, query, signal && { signal });
  return error ? refused(error) : done(rows);
}

async function* readSingle(
  group: DocumentGroup,
  service: TypedService,
  { reader, signal }: GroupReadOptions,
): Pages {
  const { connection, type } = group;
  for (const id of group.ids ?? []) {
    const address = { connection, type, id, ...inLocale(group) };
    const [failure, now] = await reader.readWithStatus(address, signal);
    yield failure
      ? isSingle(address) && failure.code === "nothing-yet"
        ? done([])
        : failed(failure)
      : done([{ address, now, service }]);
  }
}

async function* readUsers(group: DocumentGroup, { service, signal }: GroupReadOptions): Pages {
  const { connection, type, ids } = group;
  for await (const [failure, page] of userPages(group, service, { signal })) {
    if (failure) return yield failed(failure);
    const found = page.map((user) => {
      const now = { ...userSnapshot(user, connection), publishedAt: null, published: [] };
      const typed = { ...service, type: userTypeOf(service.catalog, now.content) };
      return { address: { connection, type, id: String(user.id) }, now, service: typed };
    });
    yield done(found.filter(({ address }) => !ids || ids.includes(address.id)));
  }
}

interface UserGroup {
  /** The ids to read; absent to read all that match. */
  readonly ids?: readonly string[];
  readonly listQuery: ListQuery;
}

/** The users of a group with their roles, page by page, in the order of their ids. */
export async function* userPages(
  group: UserGroup,
  service: Pick<Service, "cms">,
  options: ReadOptions,
): AsyncGenerator<Outcome<readonly CmsUser[], BulkFailure>, void, void> {
  const search = new SearchedText(searchIn(group), [["username"], ["email"]]);
  const query = { filters: userFilters(group), populate: ["role"] };
  for await (const [failure, users] of readAllUsers(service, query, options)) {
    if (failure) return yield failed(failure);
    yield done(users.filter((user) => search.isIn(asJson(user))));
  }
}

/** The filter that selects the users of a group; undefined if there is none. */
export const userFilters = ({ ids, listQuery }: UserGroup): JsonObject | undefined =>
  ids ? { id: { $in: ids.map(Number) } } : userListParams(listQuery).filters;
