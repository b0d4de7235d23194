// The requests for documents, each to one route. All other reads of documents build on them. Users
// and media files have routes of their own: see userReader.ts and fileReader.ts.
import type {
  CallOptions,
  ListParams,
  PaginationMeta,
  Result,
  ShapeParams,
  PublicationFilter,
} from "../../client/index.ts";
import { textIn, isArray, isObject, pick, ownIn, valueIn } from "../foundation/json.ts";
import type { JsonObject, Json } from "../foundation/json.ts";
import { done, failed, refused, toOutcome, mapOutcome, isInvalid } from "../foundation/outcome.ts";
import type { Outcome, ServiceFailure, AnyFailure } from "../foundation/outcome.ts";
import type { TypedService, Service, Route } from "../schemas/catalogs.ts";
import type { ReadFailure, ReadOptions, ReadResult } from "./readOptions.ts";
import { isListable, localeFieldOf, type ContentType } from "../schemas/catalog.ts";
import { wholeShapes, type Shapes } from "../content/requestShape.ts";
import { noteRouteChoice } from "./routeProbe.ts";
import type { VersionName } from "../content/publicationStatus.ts";
import { statusFilterSince } from "../connect/capabilities.ts";
import { listParams, publicationFilters, stateFilterOf } from "../content/listQuery.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { SearchedText } from "../content/searchedText.ts";
import type { OffsetPage, OffsetRange } from "./idPages.ts";

export type RowOutcome = Outcome<JsonObject, ReadFailure>;
export type RowsOutcome = Outcome<readonly JsonObject[], ReadFailure>;

/** A type on a service, by its name: the schema may be unknown. */
export type NamedType = Pick<TypedService, "cms"> & {
  readonly type: Pick<TypedService["type"], "name">;
};

export interface VersionRequest {
  /** Absent for a single type. */
  readonly documentId?: string | undefined;
  /** The default locale if undefined. */
  readonly locale?: string | undefined;
  readonly status: "draft" | "published";
}

export function whenAllowed<T>(
  { limit, signal }: ReadOptions,
  request: (options: CallOptions) => Promise<T>,
): Promise<T> {
  return limit ? limit.run(() => request({ signal })) : request({ signal });
}

export async function send<T>(
  options: ReadOptions,
  request: (options: CallOptions) => Promise<Result<T, unknown>>,
): Promise<Outcome<T, ServiceFailure>> {
  return toOutcome(await whenAllowed(options, request));
}

export async function readPart(
  { cms, type }: NamedType,
  { documentId, locale, ...shape }: VersionRequest & ShapeParams,
  options: ReadOptions = {},
): Promise<Outcome<JsonObject, ServiceFailure | { readonly code: "gone" | "nothing-yet" }>> {
  const params = { ...shape, ...(locale && { locale }) };
  const [failure, row] = await send(options, (call) =>
    documentId === undefined
      ? cms.single<JsonObject>(type.name).find({ params, ...call })
      : cms.collection<JsonObject>(type.name).find({ documentId, params, ...call }),
  );
  if (!failure) return done(row);
  if (failure.error.name !== "NotFoundError") return failed(failure);
  // A single type without content was not deleted. It has no content yet.
  return failed({ code: documentId === undefined ? "nothing-yet" : "gone" });
}

/** Reads rows of a collection: one page, or all of them in the order of their documentIds. */
export const readRows = (
  { cms, type }: NamedType,
  input: { readonly params: ListParams; readonly all?: boolean },
  options: ReadOptions = {},
): Promise<Outcome<readonly JsonObject[], ServiceFailure>> =>
  send(options, (call) => cms.collection<JsonObject>(type.name).findMany({ ...input, ...call }));

export async function readPage(
  { cms, type }: NamedType,
  params: ListParams,
  options: ReadOptions = {},
): Promise<Outcome<PaginationMeta & { readonly rows: readonly JsonObject[] }, ServiceFailure>> {
  const [error, rows, meta] = await whenAllowed(options, (call) =>
    cms.collection<JsonObject>(type.name).findMany({ params, ...call }),
  );
  return error ? refused(error) : done({ rows, ...meta.pagination });
}

export const countRows = (
  { cms, type }: NamedType,
  params: ListParams,
  options: ReadOptions = {},
): Promise<Outcome<number, ServiceFailure>> =>
  send(options, (call) => cms.collection<JsonObject>(type.name).count({ params, ...call }));

/** The number of rows per request. Services grant 100 by default. */
export const rowsPerPage = 100;

/** One page as a rule, by documentId. It is complete if it has as many rows as are counted. */
export async function readList(
  service: NamedType,
  params: Omit<ListParams, "sort" | "pagination">,
  options: ReadOptions,
): Promise<Outcome<readonly JsonObject[], ServiceFailure>> {
  const pagination = { pageSize: rowsPerPage, withCount: true };
  const first = { ...params, sort: ["documentId:asc", "id:asc"], pagination };
  const [failure, page] = await readPage(service, first, options);
  if (failure) return failed(failure);
  const { rows, total = Infinity } = page;
  return rows.length >= total ? done(rows) : readRows(service, { all: true, params }, options);
}

interface Versions {
  readonly ids: readonly string[];
  readonly status: VersionName;
  /** `*` for all locales. If absent, the default locale. */
  readonly locale?: string | undefined;
}

type TypeOfService = Pick<TypedService, "cms" | "type">;

/** Reads the versions that exist, all of them, in the order of their documentIds. */
export async function findVersions(
  service: TypeOfService,
  { ids, status, locale, ...shape }: Versions & ShapeParams,
  options: ReadOptions = {},
): Promise<Outcome<readonly JsonObject[], ServiceFailure>> {
  const uniqueIds = new Set(ids);
  if (uniqueIds.size === 0) return done([]);
  const params = {
    ...shape,
    status,
    filters: { documentId: { $in: [...uniqueIds] } },
    locale: service.type.localized ? locale : undefined,
  };
  // A service ignores filters that it doesn't know, and would then return everything.
  return mapOutcome(await readList(service, params, options), (rows) =>
    rows.filter((row) => uniqueIds.has(textIn(row, "documentId"))),
  );
}

/** The document and the locale of a row. The locale is empty if its type isn't localized. */
export const localizationOf = (row: JsonObject): string =>
  `${textIn(row, "documentId")} ${textIn(row, "locale")}`;

/** Reads the documentId, the locale and the last change of each version that exists. */
export const readChangeTimes = (
  service: TypeOfService,
  versions: Versions,
  options: ReadOptions = {},
): ReadResult<readonly JsonObject[]> =>
  findVersions(
    service,
    { ...versions, fields: ["updatedAt", ...localeFieldOf(service.type)] },
    options,
  );

/** Documents of one type, and the version that they may have. */
export interface VersionQuestion extends Omit<Versions, "locale"> {
  /** The uid of the type. */
  readonly target: string;
  /** The locale of the document that refers to them; the default locale if it has none. */
  readonly locale: string | undefined;
}

/** The locale in which the service looks up the target of a relation. */
export const localeOfTarget = (
  { localized }: ContentType,
  locale: string | undefined,
  { catalog }: Pick<Service, "catalog">,
): string | undefined => (localized ? (locale ?? catalog.defaultLocale) : undefined);

/** Undefined if the service doesn't list the type, or the type has no published versions. */
export async function findExisting(
  service: Service,
  { target, ids, status, locale }: VersionQuestion,
  options: ReadOptions = {},
): ReadResult<ReadonlySet<string> | undefined> {
  const type = service.catalog.targets.get(target);
  if (!type || !isListable(type, service.catalog)) return done(undefined);
  if (status === "published" && !type.draftAndPublish) return done(undefined);
  const versions = { ids, status, locale: localeOfTarget(type, locale, service) };
  const query = { ...versions, fields: ["documentId"] };
  const outcome = await findVersions({ ...service, type }, query, options);
  return mapOutcome(outcome, (rows) => new Set(rows.map((row) => textIn(row, "documentId"))));
}

type RowOrRows = JsonObject | readonly JsonObject[];

/** How many attempts are made to read a document that changes between two parts of a read. */
const attempts = 5;

/**
 * Reads one or several documents with all of their content, in as many requests as the type needs.
 * While other clients write, the result may mix parts of two versions until the next read. Records
 * in `service.routes` if the response shows that the route decides by itself.
 */
export async function readWhole<T extends RowOrRows, F extends AnyFailure>(
  service: TypedService,
  read: (shape: ShapeParams) => Promise<Outcome<T, F>>,
  route: Route = "one",
): Promise<Outcome<T, F>> {
  const outcome = await readParts(wholeShapes(service), read);
  noteRouteChoice(service, [outcome[1] ?? []].flat(), route);
  return outcome;
}

/** Reads one or several documents in parts. Each part must request the fields of `versionKey`. */
export async function readParts<T extends RowOrRows, F extends AnyFailure>(
  [shape, ...more]: Shapes,
  read: (shape: ShapeParams) => Promise<Outcome<T, F>>,
): Promise<Outcome<T, F>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcomes = await Promise.all([shape, ...more].map(read));
    const failedOutcome = outcomes.find(([failure]) => failure);
    if (failedOutcome) return failedOutcome;
    const parts: readonly RowOrRows[] = outcomes.flatMap(([, part]) => (part ? [part] : []));
    const isSameVersion = new Set(parts.map(versionKey)).size === 1;
    if (isSameVersion || attempt === attempts) {
      return done(parts.reduce((merged, part) => overlay(merged, part) as RowOrRows) as T);
    }
  }
}

const versionKey = (rows: RowOrRows): string =>
  JSON.stringify([rows].flat().map((row) => pick(row, ["documentId", "locale", "updatedAt"])));

/** Merges two parts of the same document, each with attributes that the other doesn't have. */
function overlay(value: Json, other: Json): Json {
  if (isArray(value) && isArray(other))
    return value.map((item, at) => overlay(item, other[at] ?? item));
  if (!isObject(value) || !isObject(other)) return value;
  const names = Object.keys({ ...value, ...other });
  return Object.fromEntries(
    names.map((name) => {
      const otherInner = valueIn(other, name);
      return [name, overlay(ownIn(value, name) ?? otherInner, otherInner)];
    }),
  );
}

type ListRequest = Pick<ShapeParams, "populate"> & {
  readonly listQuery: ListQuery;
  readonly fields: readonly string[];
};

/**
 * Reads the drafts of a range, or those of them that the service grants, in the order that the user
 * chose. Reads these fields beside those that are searched.
 */
export async function readListedRows(
  service: TypedService,
  { listQuery, fields, ...shape }: ListRequest,
  range: OffsetRange,
  options: ReadOptions = {},
): ReadResult<OffsetPage<JsonObject>> {
  const search = SearchedText.ofType(listQuery.search, service);
  const searched = search.fieldsWith(fields);
  const params = {
    ...listParams(listQuery, service.type),
    ...shape,
    ...(searched && { fields: searched }),
    pagination: { ...range, withCount: true },
  };
  const [failure, page] = await readPage(service, params, options);
  if (failure) return failed(failure);
  const { rows: drafts, total } = page;
  const rows = drafts.filter((draft) => search.isIn(draft));
  // A page with fewer rows than its limit can have others after it.
  const isLast = drafts.length === 0 || range.start + drafts.length >= (total ?? Infinity);
  return done({ rows, omitted: drafts.length - rows.length, total, isLast });
}

/**
 * Whether the service can filter by publication status. If it can, it rejects an unknown status and
 * lists the valid ones. An older service ignores the filter and would return everything. Sends one
 * request, once for each connection.
 */
export async function canFilterByState(
  service: TypedService,
  signal?: AbortSignal,
): ReadResult<boolean> {
  const { capabilities } = service;
  const knownAnswer = capabilities.filtersByStatus;
  if (knownAnswer !== undefined) return done(knownAnswer);
  const params = {
    status: "draft",
    // Deliberately an unknown status.
    publicationFilter: "none" as PublicationFilter,
    pagination: { pageSize: 1, withCount: false },
  } as const;
  const [failure] = await readPage(service, params, { signal });
  if (failure && !isInvalid(failure)) return failed(failure);
  const isSupported = failure?.error.message.includes(publicationFilters.draft) === true;
  capabilities.learnStatusFilter(isSupported);
  return done(isSupported);
}

/** Fails if documents are to be limited to a publication status and the service can't do that. */
export async function requireStatusFilter(
  service: TypedService,
  listQuery: ListQuery,
  signal?: AbortSignal,
): ReadResult<null> {
  if (!stateFilterOf(listQuery, service.type)) return done(null);
  const [failure, isSupported] = await canFilterByState(service, signal);
  if (failure) return failed(failure);
  return isSupported
    ? done(null)
    : failed({ code: "needs-version", version: statusFilterSince, part: "status-filter" });
}
