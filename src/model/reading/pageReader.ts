import type { Meta, Result, ShapeParams } from "../../client/index.ts";
import { hidesRows, listParams, type ListQuery } from "../content/listQuery.ts";
import { oddReasonOf, oddRow, oddRowsIn, type OddRow } from "../content/oddRows.ts";
import { shapesFor, wholeShapes, type Shapes } from "../content/requestShape.ts";
import { SearchedText } from "../content/searchedText.ts";
import { sizedChunks } from "../foundation/chunks.ts";
import { textIn, type JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, isInvalid, mapOutcome, refused } from "../foundation/outcome.ts";
import { localeFieldOf, type ContentType } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { readByRoute, readSingleType, readVersion, type LocalesRequest } from "./documentReader.ts";
import type { ReadFailure, ReadOptions, ReadResult } from "./readOptions.ts";
import {
  countRows,
  readList,
  readRows,
  rowsPerPage,
  findVersions,
  localizationOf,
  readParts,
  requireStatusFilter,
} from "./readRequests.ts";
import type { VersionRequest } from "./readRequests.ts";
import { noteRouteChoice, probe } from "./routeProbe.ts";

type Rows = readonly JsonObject[];

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

type PublishedRows = Pick<RowPage, "rows" | "odd">;

/** Pages of rows. A failure is the last item. */
export type RowPages = AsyncGenerator<Outcome<RowPage, ReadFailure>, void, void>;

/** The text that a query searches for. A query for ids has none. */
export const searchOf = (
  { ids, listQuery }: Pick<PageQuery, "ids" | "listQuery">,
  service: TypedService,
): SearchedText => SearchedText.ofType(ids ? undefined : listQuery?.search, service);

/** Reads the documents of a query. Each method sends requests of its own. */
export class PageReader {
  readonly #service: TypedService;
  readonly #query: PageQuery;
  readonly #options: ReadOptions;
  readonly #shapes: Shapes;

  constructor(service: TypedService, query: PageQuery, options: ReadOptions = {}) {
    this.#service = service;
    this.#query = query;
    this.#options = options;
    this.#shapes = query.shapes ?? wholeShapes(service);
  }

  /**
   * Reads page by page, in the order of the documentIds. Writes during the read therefore don't move
   * documents that are still unread. All localizations of a document are in the same page. Requests
   * one page ahead, beside the limit of the options. A single type has one page. Ends after the last
   * page, or with a failure if the service returns less or more than it counted.
   */
  async *pages(): RowPages {
    const { listQuery = {} } = this.#query;
    const [tooOld] = await requireStatusFilter(this.#service, listQuery, this.#options.signal);
    if (tooOld) return yield failed(tooOld);
    if (this.#service.type.kind !== "single") return yield* this.#collectionPages();
    const [failure, rows] = await this.#readSingle();
    if (failure) return yield failed(failure);
    const total = rows.length;
    yield done({ rows, copies: [], odd: [], total, after: undefined, isLast: true });
  }

  async *#collectionPages(): RowPages {
    const { cms, type } = this.#service;
    const search = searchOf(this.#query, this.#service);
    const judge = this.#query.probesRoute
      ? probe(this.#service, "list", this.#requestFirst)
      : undefined;
    let isJudged = false;
    const params = { ...this.#shapes[0], ...paramsOf(this.#query, type) };
    // The client reads one page ahead. It ends the list, or reports why not.
    const list = cms.collection<JsonObject>(type.name);
    const pages = list.pages({ params, signal: this.#options.signal });
    let after: string | undefined;
    let count = 0;
    for await (const [error, listed] of wholeDocuments(pages, type, params.locale)) {
      if (error) return yield failed(error);
      const [failure, completeRows] = await this.#withOtherParts(listed.rows);
      if (failure) return yield failed(failure);
      if (judge) noteRouteChoice(this.#service, completeRows, "list");
      // The first page that has rows is compared with the probe.
      if (!isJudged && completeRows.length > 0) await judge?.(completeRows[0]);
      isJudged ||= completeRows.length > 0;
      const rows = completeRows.filter((row) => search.isIn(row));
      count += rows.length;
      this.#options.onRead?.(count, listed.total);
      yield done({ ...listed, rows, after });
      after = idOf(completeRows.at(-1) ?? {}) || after;
    }
  }

  readonly #requestFirst = (shape: ShapeParams) => {
    const params = {
      ...shape,
      ...paramsOf(this.#query, this.#service.type),
      sort: ["documentId:asc", "id:asc"],
      pagination: { pageSize: 1, withCount: false },
    };
    return readRows(this.#service, { params }, this.#options);
  };

  /** Reads the first document, if there is one, and finds out about the route of a collection. */
  async firstRow(): ReadResult<JsonObject | undefined> {
    if (this.#service.type.kind === "single")
      return mapOutcome(await this.#readSingle(), ([row]) => row);
    const judge = probe(this.#service, "list", this.#requestFirst);
    const [failure, rows] = await readParts(this.#shapes, this.#requestFirst);
    if (failure) return failed(failure);
    await judge(rows[0]);
    return done(rows[0]);
  }

  /** Adds the parts that the list lacks. Reads all parts again if a document changed between them. */
  async #withOtherParts(listed: Rows): ReadResult<Rows> {
    if (this.#shapes.length === 1 || listed.length === 0) return done(listed);
    const localizations = new Set(listed.map(localizationOf));
    const listedParts = new Map<ShapeParams, Rows>([[this.#shapes[0], listed]]);
    const read = this.#requestVersions(listed.map(idOf));
    return readParts<Rows, ReadFailure>(this.#shapes, async (shape) => {
      const part = listedParts.get(shape);
      listedParts.delete(shape);
      if (part) return done(part);
      return mapOutcome(await read(shape), (versions) => {
        const [rows] = splitCopies(versions);
        return rows.filter((row) => localizations.has(localizationOf(row)));
      });
    });
  }

  #requestVersions(ids: readonly string[]) {
    const { status, locales } = this.#query;
    const versions = { ids, status, locale: localeOf(this.#service.type, locales) };
    return (shape: ShapeParams) =>
      findVersions(this.#service, { ...shape, ...versions }, this.#options);
  }

  /** Reads the documents with these documentIds, as far as they exist, or that of a single type. */
  async byIds(documentIds: readonly string[]): ReadResult<Rows> {
    if (this.#service.type.kind === "single") return this.#readSingle();
    const allRows: JsonObject[] = [];
    for (const ids of sizedChunks([...new Set(documentIds)], rowsPerPage)) {
      const read = this.#requestVersions(ids);
      const judge = this.#query.probesRoute ? probe(this.#service, "list", read) : undefined;
      const [failure, rows] = await readParts(this.#shapes, read);
      if (failure) return failed(failure);
      if (judge) noteRouteChoice(this.#service, rows, "list");
      await judge?.(rows[0]);
      allRows.push(...rows);
    }
    return done(allRows);
  }

  async #readSingle(): ReadResult<Rows> {
    const { shapes } = this.#query;
    const readOne = (version: VersionRequest) =>
      shapes
        ? readByRoute(this.#service, version, this.#options, shapes)
        : readVersion(this.#service, version, this.#options);
    const outcome = await readSingleType(this.#service, this.#query, readOne, this.#options);
    const { length } = outcome[1] ?? [];
    if (!outcome[0]) this.#options.onRead?.(length, length);
    return outcome;
  }

  /**
   * Reads the published versions of the documents in a page of drafts. If the page lacks no draft,
   * `odd` has the documents between its drafts that have no draft.
   */
  async publishedBeside(page: RowPage): ReadResult<PublishedRows> {
    const { type } = this.#service;
    if (!type.draftAndPublish || page.rows.length === 0) return done({ rows: [], odd: [] });
    const published = this.#with({ status: "published" });
    const isPart = this.#query.ids !== undefined || hidesRows(this.#query.listQuery ?? {}, type);
    if (!isPart && type.kind !== "single") return published.#rangeOf(page);
    const outcome = await published.byIds(page.rows.map(idOf));
    return mapOutcome(outcome, (rows) => ({ rows, odd: [] }));
  }

  #with(change: Partial<PageQuery>): PageReader {
    return new PageReader(this.#service, { ...this.#query, ...change }, this.#options);
  }

  /** A range makes a shorter URL than a list of ids, and has the documents without a draft. */
  async #rangeOf({ rows: drafts, after, isLast }: RowPage): ReadResult<PublishedRows> {
    const { type } = this.#service;
    const range = {
      ...(after !== undefined && { $gt: after }),
      ...(!isLast && { $lte: idOf(drafts.at(-1) ?? {}) }),
    };
    const params = {
      ...paramsOf(this.#query, type),
      ...((after !== undefined || !isLast) && { filters: { documentId: range } }),
    };
    const [error, rows] = await readParts(this.#shapes, (shape) =>
      readList(this.#service, { ...shape, ...params }, this.#options),
    );
    if (error) return failed(error);
    const withoutDraft = (published: Rows, beside: Rows) => {
      const draftKeys = new Set(beside.map(localizationOf));
      return published.filter((row) => !draftKeys.has(localizationOf(row)));
    };
    const others = withoutDraft(rows, drafts).filter((row) => !oddReasonOf(row, type));
    if (others.length === 0) return done({ rows, odd: [] });
    // Asks again, because a draft may be new since the page was read.
    const shapes = [{ fields: ["documentId", ...localeFieldOf(type)] }] as const;
    const newDrafts = await this.#with({ status: "draft", shapes }).byIds(others.map(idOf));
    return mapOutcome(newDrafts, (existing) => ({
      rows,
      odd: withoutDraft(others, existing).map((row) => oddRow(row, "no-draft", type)),
    }));
  }

  async count(): ReadResult<number> {
    const { listQuery = {} } = this.#query;
    const [tooOld] = await requireStatusFilter(this.#service, listQuery, this.#options.signal);
    if (tooOld) return failed(tooOld);
    const search = searchOf(this.#query, this.#service);
    if (search.isEmpty && this.#service.type.kind === "collection")
      return countRows(this.#service, paramsOf(this.#query, this.#service.type), this.#options);
    // The service's own number also counts what doesn't contain the text.
    const shapes = shapesFor(this.#service, { names: search.names });
    let count = 0;
    for await (const [failure, page] of this.#with({ shapes }).pages()) {
      if (failure) return failed(failure);
      count += page.rows.length;
    }
    return done(count);
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
