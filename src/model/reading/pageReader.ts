import type { Meta, Result, ShapeParams } from "../../client/index.ts";
import { hidesRows, listParams } from "../content/listQuery.ts";
import type { ListQuery } from "../content/listQuery.ts";
import { oddReasonOf, oddRow, oddRowsIn } from "../content/oddRows.ts";
import type { OddRow } from "../content/oddRows.ts";
import { shapesFor, wholeShapes } from "../content/requestShape.ts";
import type { Shapes } from "../content/requestShape.ts";
import { SearchedText } from "../content/searchedText.ts";
import { sizedChunks } from "../foundation/chunks.ts";
import type { JsonObject } from "../foundation/json.ts";
import { textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, isInvalid, mapOutcome, refused } from "../foundation/outcome.ts";
import { localeFieldOf } from "../schemas/catalog.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { readByRoute, readSingleType, readVersion } from "./documentReader.ts";
import type { LocalesRequest } from "./documentReader.ts";
import { requireStatusFilter } from "./listReader.ts";
import { readParts } from "./parts.ts";
import type { ReadFailure, ReadResult } from "./readFailure.ts";
import type { ReadOptions } from "./readOptions.ts";
import { countRows, readList, readRows, rowsPerPage } from "./requests.ts";
import type { VersionRequest } from "./requests.ts";
import { noteRouteChoice, probe } from "./routeProbe.ts";
import { findVersions, localizationOf } from "./versions.ts";

type Rows = readonly JsonObject[];

/** Documents of a type, and what to read of them. */
export interface PageQuery extends LocalesRequest {
  /**
   * Limits a collection. Its order and its locale don't count. Rows that don't contain the text that
   * it searches for are left out, so the shapes must request the names of `searchOf`.
   */
  readonly listQuery?: ListQuery | undefined;
  /** The documentIds to read; undefined for all that match. */
  readonly ids?: readonly string[] | undefined;
  /** What to read of each document; all of its content if undefined. */
  readonly shapes?: Shapes | undefined;
  /** Whether to probe the route of the type, once, for whether it returns what is requested. */
  readonly probesRoute?: boolean | undefined;
}

export interface RowPage {
  readonly rows: Rows;
  /** Further rows of the same localizations, which only a corrupt database has. */
  readonly copies: Rows;
  readonly odd: readonly OddRow[];
  /** The number of all rows, if the service counts them. */
  readonly total: number | undefined;
  /** The last documentId of the page before. */
  readonly after: string | undefined;
  readonly isLast: boolean;
}

/** Pages of rows. A failure is the last item. */
export type RowPages = AsyncGenerator<Outcome<RowPage, ReadFailure>, void, void>;

/**
 * Reads documents page by page, in the order of their documentIds. Writes during the read therefore
 * don't move documents that are still unread. All localizations of a document are in the same page.
 * Requests one page ahead, beside the limit of the options. A single type has one page. Ends after
 * the last page, or with a failure if the service returns less or more than it counted.
 */
export async function* readDocumentPages(
  service: TypedService,
  query: PageQuery,
  options: ReadOptions = {},
): RowPages {
  const { listQuery = {} } = query;
  const [tooOld] = await requireStatusFilter(service, listQuery, options.signal);
  if (tooOld) return yield failed(tooOld);
  if (service.type.kind !== "single") return yield* readCollection(service, query, options);
  const [failure, rows] = await readSingle(service, query, options);
  if (failure) return yield failed(failure);
  const total = rows.length;
  yield done({ rows, copies: [], odd: [], total, after: undefined, isLast: true });
}

/** The text that a query searches for. A query for ids has none. */
export const searchOf = (
  { ids, listQuery }: Pick<PageQuery, "ids" | "listQuery">,
  service: TypedService,
): SearchedText => SearchedText.ofType(ids ? undefined : listQuery?.search, service);

const pageOrder = ["documentId:asc", "id:asc"];

async function* readCollection(
  service: TypedService,
  query: PageQuery,
  options: ReadOptions,
): RowPages {
  const search = searchOf(query, service);
  const judge = routeJudge(service, query, options);
  const [shape] = shapesOf(query, service);
  const params = { ...shape, ...paramsOf(query, service.type) };
  // The client reads one page ahead. It ends the list, or reports why not.
  const list = service.cms.collection<JsonObject>(service.type.name);
  const pages = list.pages({ params, signal: options.signal });
  let after: string | undefined;
  let count = 0;
  for await (const [error, listed] of wholeDocuments(pages, service.type, params.locale)) {
    if (error) return yield failed(error);
    const [failure, completeRows] = await readOtherParts(service, query, listed.rows, options);
    if (failure) return yield failed(failure);
    await judge(completeRows);
    const rows = completeRows.filter((row) => search.isIn(row));
    count += rows.length;
    options.onRead?.(count, listed.total);
    yield done({ ...listed, rows, after });
    after = idOf(completeRows.at(-1) ?? {}) || after;
  }
}

/** A page of a list may end between the localizations of a document, which the next page continues. */
async function* wholeDocuments(
  pages: AsyncIterable<Result<JsonObject[], Meta>>,
  type: ContentType,
  locale: string | undefined,
): AsyncGenerator<Outcome<Omit<RowPage, "after">, ReadFailure>, void, void> {
  let cutRows: Rows = [];
  for await (const [error, answer, meta] of pages) {
    if (error) return yield refused(error);
    const isLast = meta.changed !== undefined;
    const knownRows = [...cutRows, ...answer.filter((row) => !oddReasonOf(row, type))];
    const lastId = idOf(knownRows.at(-1) ?? {});
    cutRows = isLast || locale !== "*" ? [] : knownRows.filter((row) => idOf(row) === lastId);
    const [rows, copies] = splitCopies(knownRows.slice(0, knownRows.length - cutRows.length));
    const { total } = meta.pagination ?? {};
    yield done({ rows, copies, odd: oddRowsIn(answer, type), total, isLast });
  }
}

/** The first row of each localization, and the others. */
function splitCopies(rows: Rows): readonly [Rows, Rows] {
  const first = new Map(rows.toReversed().map((row) => [localizationOf(row), row]));
  const isFirst = (row: JsonObject): boolean => first.get(localizationOf(row)) === row;
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
}

/** Compares the first page that has rows with a probe of the route. */
function routeJudge(service: TypedService, query: PageQuery, options: ReadOptions) {
  if (!query.probesRoute) return () => Promise.resolve();
  const judge = probe(service, "list", requestFirst(service, query, options));
  let isJudged = false;
  return async (rows: Rows): Promise<void> => {
    noteRouteChoice(service, rows, "list");
    if (!isJudged && rows.length > 0) await judge(rows[0]);
    isJudged ||= rows.length > 0;
  };
}

const requestFirst =
  (service: TypedService, query: PageQuery, options: ReadOptions) => (shape: ShapeParams) => {
    const pagination = { pageSize: 1, withCount: false };
    const params = { ...shape, ...paramsOf(query, service.type), sort: pageOrder, pagination };
    return readRows(service, { params }, options);
  };

/** Reads the first document of a collection, if there is one, and finds out about its route. */
export async function readFirstRow(
  service: TypedService,
  query: PageQuery,
  options: ReadOptions = {},
): ReadResult<JsonObject | undefined> {
  const read = requestFirst(service, query, options);
  const judge = probe(service, "list", read);
  const [failure, rows] = await readParts(shapesOf(query, service), read);
  if (failure) return failed(failure);
  await judge(rows[0]);
  return done(rows[0]);
}

const shapesOf = ({ shapes }: PageQuery, service: TypedService): Shapes =>
  shapes ?? wholeShapes(service);

function paramsOf({ status, listQuery = {}, ids, locales }: PageQuery, type: ContentType) {
  const { filters, _q, publicationFilter } = listParams(listQuery, type);
  const byId = ids && { documentId: { $in: [...ids] } };
  return {
    status,
    locale: localeOf(type, locales),
    filters: filters && byId ? { $and: [...filters.$and, byId] } : (filters ?? byId),
    _q,
    publicationFilter,
  };
}

function localeOf({ localized }: ContentType, locales: PageQuery["locales"]): string | undefined {
  if (!localized) return undefined;
  return locales === undefined || locales.length > 1 ? "*" : locales[0];
}

const idOf = (row: JsonObject): string => textIn(row, "documentId");

/** Adds the parts that the list lacks. Reads all parts again if a document changed between them. */
async function readOtherParts(
  service: TypedService,
  query: PageQuery,
  listed: Rows,
  options: ReadOptions,
): ReadResult<Rows> {
  const shapes = shapesOf(query, service);
  if (shapes.length === 1 || listed.length === 0) return done(listed);
  const localizations = new Set(listed.map(localizationOf));
  const listedParts = new Map<ShapeParams, Rows>([[shapes[0], listed]]);
  const read = requestVersions(service, { ...query, ids: listed.map(idOf) }, options);
  return readParts<Rows, ReadFailure>(shapes, async (shape) => {
    const part = listedParts.get(shape);
    listedParts.delete(shape);
    if (part) return done(part);
    const [failure, versions] = await read(shape);
    if (failure) return failed(failure);
    const [rows] = splitCopies(versions);
    return done(rows.filter((row) => localizations.has(localizationOf(row))));
  });
}

type IdQuery = PageQuery & { readonly ids: readonly string[] };

const requestVersions =
  (service: TypedService, { ids, status, locales }: IdQuery, options: ReadOptions) =>
  (shape: ShapeParams) => {
    const versions = { ...shape, ids, status, locale: localeOf(service.type, locales) };
    return findVersions(service, versions, options);
  };

/** Reads the documents with these documentIds, as far as they exist, or that of a single type. */
export async function readByIds(
  service: TypedService,
  query: IdQuery,
  options: ReadOptions = {},
): ReadResult<Rows> {
  if (service.type.kind === "single") return readSingle(service, query, options);
  const allRows: JsonObject[] = [];
  for (const ids of sizedChunks([...new Set(query.ids)], rowsPerPage)) {
    const read = requestVersions(service, { ...query, ids }, options);
    const judge = query.probesRoute ? probe(service, "list", read) : undefined;
    const [failure, rows] = await readParts(shapesOf(query, service), read);
    if (failure) return failed(failure);
    if (judge) noteRouteChoice(service, rows, "list");
    await judge?.(rows[0]);
    allRows.push(...rows);
  }
  return done(allRows);
}

async function readSingle(
  service: TypedService,
  query: PageQuery,
  options: ReadOptions,
): ReadResult<Rows> {
  const { shapes } = query;
  const readOne = (version: VersionRequest) =>
    shapes
      ? readByRoute(service, version, options, shapes)
      : readVersion(service, version, options);
  const outcome = await readSingleType(service, query, readOne, options);
  const { length } = outcome[1] ?? [];
  if (!outcome[0]) options.onRead?.(length, length);
  return outcome;
}

type PublishedRows = Pick<RowPage, "rows" | "odd">;

/**
 * Reads the published versions of the documents in a page of drafts, with the shapes of `query`. If
 * the page lacks no draft, `odd` has the documents between its drafts that have no draft.
 */
export async function readPublishedBeside(
  service: TypedService,
  page: RowPage,
  query: PageQuery,
  options: ReadOptions = {},
): ReadResult<PublishedRows> {
  const { type } = service;
  if (!type.draftAndPublish || page.rows.length === 0) return done({ rows: [], odd: [] });
  const publishedQuery = { ...query, status: "published", ids: page.rows.map(idOf) } as const;
  const isPart = query.ids !== undefined || hidesRows(query.listQuery ?? {}, type);
  if (!isPart && type.kind !== "single") return readRange(service, page, query, options);
  const published = await readByIds(service, publishedQuery, options);
  return mapOutcome(published, (rows) => ({ rows, odd: [] }));
}

/** A range makes a shorter URL than a list of ids, and has the documents without a draft. */
async function readRange(
  service: TypedService,
  { rows: drafts, after, isLast }: RowPage,
  query: PageQuery,
  options: ReadOptions,
): ReadResult<PublishedRows> {
  const range = {
    ...(after !== undefined && { $gt: after }),
    ...(!isLast && { $lte: idOf(drafts.at(-1) ?? {}) }),
  };
  const params = {
    ...paramsOf({ ...query, status: "published" }, service.type),
    ...((after !== undefined || !isLast) && { filters: { documentId: range } }),
  };
  const [error, rows] = await readParts(shapesOf(query, service), (shape) =>
    readList(service, { ...shape, ...params }, options),
  );
  if (error) return failed(error);
  const draftKeys = new Set(drafts.map(localizationOf));
  const rowsWithoutDraft = rows.filter((row) => !draftKeys.has(localizationOf(row)));
  const outcome = await withoutDraft(service, rowsWithoutDraft, query, options);
  return mapOutcome(outcome, (odd) => ({ rows, odd }));
}

/** The published rows without a draft. Asks again, because a draft may be new since the page was read. */
async function withoutDraft(
  service: TypedService,
  rows: Rows,
  query: PageQuery,
  options: ReadOptions,
): ReadResult<readonly OddRow[]> {
  const { type } = service;
  const published = rows.filter((row) => !oddReasonOf(row, type));
  if (published.length === 0) return done([]);
  const fields = ["documentId", ...localeFieldOf(type)];
  const draftQuery = { ...query, ids: published.map(idOf), shapes: [{ fields }] } as const;
  const [failure, existing] = await readByIds(service, draftQuery, options);
  if (failure) return failed(failure);
  const draftKeys = new Set(existing.map(localizationOf));
  return done(
    published
      .filter((row) => !draftKeys.has(localizationOf(row)))
      .map((row) => oddRow(row, "no-draft", type)),
  );
}

/** The rows of a localized collection that have no locale, so that no read of a locale has them. */
export async function findRowsWithoutLocale(
  service: TypedService,
  options: ReadOptions = {},
): ReadResult<readonly OddRow[]> {
  const { type } = service;
  if (!type.localized || type.kind === "single") return done([]);
  const { titleField } = type;
  const params = {
    status: "draft",
    locale: "*",
    fields: ["locale", ...(titleField === undefined ? [] : [titleField])],
    filters: { $and: [{ locale: { $null: true } }] },
  } as const;
  const [failure, rows] = await readList(service, params, options);
  if (!failure) return done(oddRowsIn(rows, type));
  // Such rows stay unknown if the service can't filter by locale.
  return isInvalid(failure) ? done([]) : failed(failure);
}

export async function countDocuments(
  service: TypedService,
  query: PageQuery,
  options: ReadOptions = {},
): ReadResult<number> {
  const [tooOld] = await requireStatusFilter(service, query.listQuery ?? {}, options.signal);
  if (tooOld) return failed(tooOld);
  const search = searchOf(query, service);
  if (search.isEmpty) return countRows(service, paramsOf(query, service.type), options);
  // The service's own number also counts what doesn't contain the text.
  const shapes = shapesFor(service, { names: search.names });
  let count = 0;
  for await (const [failure, page] of readDocumentPages(service, { ...query, shapes }, options)) {
    if (failure) return failed(failure);
    count += page.rows.length;
  }
  return done(count);
}
