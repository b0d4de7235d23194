import type { CallOptions, Meta, Result } from "../../client/index.ts";
import { probe, withRouteKnowledge } from "../reading/routeProbe.ts";
import { localizedDrafts } from "../content/publicationStatus.ts";
import { draftOf } from "../documents/reader.ts";
import { readLocalizations } from "../reading/documentReader.ts";
import { readWhole } from "../reading/requestShape.ts";
import { stateOf } from "../content/states.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import type { JsonObject } from "../foundation/json.ts";
import { textIn } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import { PageLimit } from "../foundation/pageLimit.ts";
import { listParams, requireStatusFilter } from "../reading/listQuery.ts";
import type { ReadFailure } from "../reading/readFailure.ts";
import { SearchedText } from "../reading/searchedText.ts";
import { isUnknownIn } from "../schemas/catalogs.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import type { CheckedDocument, CheckedPage } from "./checkRule.ts";
import { isPartOfType } from "./checkScope.ts";
import type { CheckedType } from "./checkScope.ts";

/** How the documents of a check are read. */
export interface PageReading {
  readonly catalogs: Catalogs;
  /** Limits the requests of the whole check. */
  readonly limit: ConcurrencyLimit;
  readonly options: CallOptions;
  readonly needsPublished: boolean;
}

/** A page, and how many drafts the type has in all. The total is known for the first page only. */
export type ReadPage = CheckedPage & { readonly total: number | undefined };

/** The number of drafts per request. Services grant 100 by default. */
const pageSize = 100;

type Rows = readonly JsonObject[];

/**
 * Reads the documents of one type page by page, in the order of their documentIds. Writes during
 * the read therefore don't move documents that are still unread. All localizations of a document
 * are in the same page. Reads one page ahead. Ends after the last page or with a failure.
 */
export async function* readCheckedPages(
  part: CheckedType,
  reading: PageReading,
): AsyncGenerator<Outcome<ReadPage, ReadFailure>, void, void> {
  const [failure, first] = await readFirst(part, reading);
  if (failure) return yield failed(failure);
  const { service } = first;
  const search = SearchedText.ofType(part.listQuery.search, service);
  const limit = new PageLimit();
  let coming = Promise.resolve<Outcome<DraftPage, ReadFailure>>(done(first));
  for (;;) {
    const [error, page] = await coming;
    if (error) return yield failed(error);
    const { total, next } = page;
    if (limit.isExceededBy(page.drafts, total)) return yield failed({ code: "endless-pages" });
    if (next !== undefined) coming = readDrafts(service, { part, reading, from: next });
    const drafts = page.drafts.filter((draft) => search.isIn(draft));
    const [unread, published] = await readPublished(service, drafts, { part, reading });
    if (unread) return yield failed(unread);
    const documents = documentsOf(service, { part, drafts, published });
    yield done({ service, total, documents, isPartOfType: isPartOfType(part) });
    if (next === undefined) return;
  }
}

interface DraftPage {
  readonly drafts: Rows;
  readonly total: number | undefined;
  /** The documentId at which the next page starts; undefined for the last page. */
  readonly next: string | undefined;
}

type FirstPage = DraftPage & { readonly service: TypedService };

/** Reads the first page. If the answer contradicts the schema, reads both again. */
const readFirst = (
  part: CheckedType,
  reading: PageReading,
): Promise<Outcome<FirstPage, ReadFailure>> =>
  reading.catalogs.readWithFreshCatalog(part.connection, () => readFirstOnce(part, reading));

async function readFirstOnce(
  part: CheckedType,
  reading: PageReading,
): Promise<Outcome<FirstPage, ReadFailure>> {
  const [failure, service] = await reading.catalogs.type(part.connection, part.type);
  if (failure) return failed(failure);
  const [tooOld] = await requireStatusFilter(service, part.listQuery, reading.options.signal);
  if (tooOld) return failed(tooOld);
  const isSingle = service.type.kind === "single";
  const [error, page] = isSingle
    ? await readSingle(service, "draft", { part, reading })
    : await readDrafts(service, { part, reading });
  if (error) return failed(error);
  if (page.drafts.some((row) => isUnknownIn(row, service.type))) service.doubt();
  return done({ ...page, service: withRouteKnowledge(service, isSingle ? "one" : "list") });
}

interface PageRequest {
  readonly part: CheckedType;
  readonly reading: PageReading;
  /** The documentId at which the page starts; absent for the first page. */
  readonly from?: string;
}

async function readDrafts(
  service: TypedService,
  { part, reading, from }: PageRequest,
): Promise<Outcome<DraftPage, ReadFailure>> {
  const { filters, ...matching } = listParams(part.listQuery, service.type);
  const conditions: readonly JsonObject[] = [
    ...(filters?.$and ?? []),
    ...(part.id === undefined ? [] : [{ documentId: { $eq: part.id } }]),
    ...(from === undefined ? [] : [{ documentId: { $gte: from } }]),
  ];
  const params = {
    ...matching,
    ...localeOf(part, service),
    ...(conditions.length > 0 && { filters: { $and: conditions } }),
    sort: ["documentId:asc", "id:asc"],
  };
  const list = listReader(service, reading);
  const isFirst = from === undefined;
  const judge = isFirst
    ? probe(service, "list", (shape) =>
        list({ ...shape, ...params, pagination: { pageSize: 1, withCount: false } }),
      )
    : undefined;
  const pagination = { pageSize, withCount: isFirst };
  const [error, rows, meta] = await readWhole<Rows, Meta>(
    service,
    (shape) => list({ ...shape, ...params, pagination }),
    "list",
  );
  await judge?.(rows?.[0]);
  return error ? refused(error) : done(withoutCutDocument(rows, meta, from));
}

/**
 * A full page may end between the localizations of its last document. The next page starts with
 * that document again.
 */
function withoutCutDocument(rows: Rows, { pagination = {} }: Meta, from?: string): DraftPage {
  const { pageSize: granted = pageSize, total } = pagination;
  const last = textIn(rows.at(-1) ?? {}, "documentId");
  const whole = rows.filter((row) => row["documentId"] !== last);
  // The same documentId again: the service ignores the filter.
  const isLast = rows.length < granted || whole.length === 0 || last === from;
  return isLast ? { drafts: rows, total, next: undefined } : { drafts: whole, total, next: last };
}

const listReader =
  ({ cms, type }: TypedService, { limit, options }: PageReading) =>
  (params: object): Promise<Result<JsonObject[], Meta>> =>
    limit.run(() => cms.collection<JsonObject>(type.name).findMany({ params, ...options }));

async function readSingle(
  service: TypedService,
  status: "draft" | "published",
  { part: { locale }, reading: { limit, options } }: PageRequest,
): Promise<Outcome<DraftPage, ReadFailure>> {
  const which = { status, locale };
  const [failure, drafts] = await readLocalizations(service, { id: singleId }, which, {
    limit,
    ...options,
  });
  return failure ? failed(failure) : done({ drafts, total: drafts.length, next: undefined });
}

const localeOf = ({ locale = "*" }: CheckedType, { type }: TypedService) =>
  type.localized ? { locale } : {};

/** Reads the published versions of a page of drafts. */
async function readPublished(
  service: TypedService,
  drafts: Rows,
  { part, reading }: PageRequest,
): Promise<Outcome<Rows, ReadFailure>> {
  const { type } = service;
  const [first] = drafts;
  if (!reading.needsPublished || !type.draftAndPublish || !first) return done([]);
  if (type.kind === "collection") return readPublishedList(service, drafts, { part, reading });
  const [failure, page] = await readSingle(service, "published", { part, reading });
  return failure ? failed(failure) : done(page.drafts);
}

async function readPublishedList(
  service: TypedService,
  drafts: Rows,
  { part, reading }: PageRequest,
): Promise<Outcome<Rows, ReadFailure>> {
  const params = {
    status: "published",
    ...localeOf(part, service),
    filters: { documentId: publishedRange(drafts, part) },
    sort: ["documentId:asc", "id:asc"],
  };
  const list = listReader(service, reading);
  const found: JsonObject[] = [];
  const pages = new PageLimit();
  for (let page = 1; ; page += 1) {
    const pagination = { page, pageSize, withCount: false };
    const [error, rows, meta] = await readWhole<Rows, Meta>(service, (shape) =>
      list({ ...shape, ...params, pagination }),
    );
    if (error) return refused(error);
    // A draft has at most one published version.
    if (pages.isExceededBy(rows, drafts.length)) return failed({ code: "endless-pages" });
    found.push(...rows);
    const { pageSize: granted = pageSize } = meta.pagination ?? {};
    if (rows.length < granted) return done(found);
  }
}

/** A filter for the documents of a page. A range makes a shorter URL than a list of ids. */
function publishedRange(drafts: Rows, part: CheckedType) {
  const ids = drafts.map((row) => textIn(row, "documentId"));
  return isPartOfType(part)
    ? { $in: [...new Set(ids)] }
    : { $gte: ids[0] ?? "", $lte: ids.at(-1) ?? "" };
}

interface PageRows {
  readonly part: CheckedType;
  readonly drafts: Rows;
  readonly published: Rows;
}

function documentsOf(
  service: TypedService,
  { part, drafts, published }: PageRows,
): CheckedDocument[] {
  const { type } = service;
  const keyOf = (row: JsonObject) => `${textIn(row, "documentId")} ${textIn(row, "locale")}`;
  const live = groupedBy(published, keyOf);
  const byId = groupedBy(drafts, (row) => textIn(row, "documentId"));
  return [...groupedBy(drafts, keyOf)].flatMap(([key, [row, ...copies]]) => {
    if (!row) return [];
    const documentId = textIn(row, "documentId");
    const locale = textIn(row, "locale");
    const address = {
      connection: part.connection,
      type: part.type,
      id: type.kind === "single" ? singleId : documentId,
      ...(type.localized && locale !== "" && { locale }),
    };
    const { content, title, unread } = draftOf(address, service, row);
    const [version, ...publishedCopies] = live.get(key) ?? [];
    return {
      address,
      documentId,
      title,
      content,
      unread,
      changes: changesOf(row, byId.get(documentId)),
      state: type.draftAndPublish ? stateOf(row["updatedAt"], version?.["updatedAt"]) : undefined,
      published: version && draftOf(address, service, version).content,
      copies: { draft: copies.length, published: publishedCopies.length },
    };
  });
}

/**
 * The last change of each localization. A list of all locales has the localizations as rows of
 * their own. A list of one locale names the others in each row.
 */
const changesOf = (row: JsonObject, rows: Rows = []): ReadonlyMap<string, number> =>
  new Map(
    [...localizedDrafts(row), ...rows].map((one) => [
      textIn(one, "locale"),
      timeOf(one["updatedAt"]),
    ]),
  );

const timeOf = (value: unknown): number => Date.parse(typeof value === "string" ? value : "") || 0;
