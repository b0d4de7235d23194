import type { Cms, CmsFile } from "../../../client/index.ts";
import type { UserRow } from "../../connections/userRow.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import { listParams } from "./listQuery.ts";
import type { ListQuery } from "./listQuery.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../queryFailure.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { stateOf } from "../../documents/snapshot/states.ts";
import type { State } from "../../documents/snapshot/states.ts";

/** A document as a list shows it. */
export interface DocumentRow {
  readonly kind: "document";
  readonly id: string;
  /** Empty where it has none. */
  readonly title: string;
  /** ISO 8601, as the service wrote it. */
  readonly updatedAt: string;
  readonly locale?: string;
  /** Whether its type has draft & publish. */
  readonly publishable: boolean;
  /** The locales of the service that the document is not there in; absent where its type has none. */
  readonly missing?: readonly string[];
  /** Absent until it was asked for, and for types without draft & publish. */
  readonly state?: State;
}

/** A media file as a list shows it. */
export interface FileRow {
  readonly kind: "file";
  /** The documentId. */
  readonly id: string;
  readonly title: string;
  readonly file: CmsFile;
}

export type Row = DocumentRow | UserRow | FileRow;

/** A page of rows; `total` counts all there are, as far as it is known. */
export interface Page {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly isLast: boolean;
}

/** By offset and never by page number: a row that was deleted meanwhile would make the next page skip one. */
export interface PageRequest {
  /** How many rows are there already. */
  readonly start: number;
  readonly limit: number;
}

/** Where rows come from: one list request a page, and one more for what a list can't say. */
export interface RowSource {
  page(request: PageRequest, signal?: AbortSignal): Promise<Outcome<Page, QueryFailure>>;
  /** The row of that id; undefined where it is not among them. */
  row(id: string): Promise<Outcome<Row | undefined, QueryFailure>>;
  /** How many there are. */
  count(): Promise<Outcome<number, QueryFailure>>;
  /** The states, by id, of rows that are shown already; undefined where rows have none. */
  readonly states?: (
    rows: readonly Row[],
  ) => Promise<Outcome<ReadonlyMap<string, State>, QueryFailure>>;
}

/** Rows of what a narrowing leaves; `locales` are the codes of all that there are. */
export function documentSource(
  cms: Cms,
  type: ContentType,
  listQuery: ListQuery,
  locales: readonly string[],
): RowSource {
  const { locale } = listQuery;
  const documents = cms.collection<JsonObject>(type.name);
  const params = { ...shapeOf(type), ...listParams(listQuery, type) };
  const toRow = toDocumentRow(type, locale, locales);

  const page = async (
    request: PageRequest,
    signal?: AbortSignal,
  ): Promise<Outcome<Page, QueryFailure>> => {
    const [error, found, meta] = await documents.findMany({
      // A service may give fewer rows than are asked for: only a count tells where the last page is.
      params: { ...params, pagination: { ...request, withCount: true } },
      ...(signal && { signal }),
    });
    if (error) return refused(error);
    const { total } = meta.pagination ?? {};
    return done({ rows: found.map(toRow), total, isLast: isLast(request, found.length, total) });
  };

  const row = async (id: string) => {
    const [error, found] = await documents.findFirst({
      params: {
        ...shapeOf(type),
        ...listParams(withCondition(listQuery, { documentId: id }), type),
      },
    });
    return error ? refused(error) : done(found ? toRow(found) : undefined);
  };

  const count = async () => {
    const [error, total] = await documents.count({ params: listParams(listQuery, type) });
    return error ? refused(error) : done(total);
  };

  const states = statesIn(cms, type, locale);
  return { page, row, count, ...(type.draftAndPublish && { states }) };
}

/** Asks for the published versions of a page of drafts. */
const statesIn =
  (cms: Cms, type: ContentType, locale: string | undefined) =>
  async (rows: readonly Row[]): Promise<Outcome<ReadonlyMap<string, State>, QueryFailure>> => {
    const drafts = rows.filter((row) => row.kind === "document");
    const [error, published] = await cms.collection<JsonObject>(type.name).findMany({
      params: { ...(locale && { locale }), ...companionParams(drafts) },
    });
    if (error) return refused(error);
    const times = new Map(published.map((row) => [row["documentId"], row["updatedAt"]]));
    return done(
      new Map(drafts.map(({ id, updatedAt }) => [id, stateOf(updatedAt, times.get(id))])),
    );
  };

const toDocumentRow =
  (type: ContentType, locale: string | undefined, locales: readonly string[]) =>
  (document: JsonObject): DocumentRow => ({
    kind: "document",
    id: textIn(document, "documentId"),
    title: titleOf(document, type),
    updatedAt: textIn(document, "updatedAt"),
    publishable: type.draftAndPublish,
    ...(locale && { locale }),
    ...(type.localized && { missing: missingIn(document, locale, locales) }),
  });

const companionParams = (drafts: readonly DocumentRow[]) =>
  ({
    status: "published",
    filters: { documentId: { $in: drafts.map(({ id }) => id) } },
    fields: ["updatedAt"],
    pagination: { pageSize: drafts.length, withCount: false },
  }) as const;

/** A row is there in the locale that is listed: the service does not say so itself. */
function missingIn(
  { localizations }: JsonObject,
  preferred: string | undefined,
  locales: readonly string[],
): readonly string[] {
  const others = isArray(localizations) ? localizations.filter(isObject) : [];
  const there = [preferred, ...others.map((one) => textIn(one, "locale"))];
  return locales.filter((code) => !there.includes(code));
}

/** What a row shows of a document. */
const shapeOf = ({ titleField, localized }: ContentType) =>
  ({
    ...(localized && { populate: { localizations: { fields: ["locale"] } } }),
    fields: [...(titleField ? [titleField] : []), "updatedAt"],
  }) as const;

/** The same row in that state; a row that has none stays as it is. */
export const withState = (row: Row, state: State | undefined): Row =>
  state && row.kind === "document" ? { ...row, state } : row;

/** One of those that a narrowing leaves, if it is among them. */
export const withCondition = (listQuery: ListQuery, key: JsonObject): ListQuery => ({
  ...listQuery,
  filter: listQuery.filter ? { $and: [listQuery.filter, key] } : key,
});

/** Without a total, a page that is not full is the last one. */
export const isLast = (
  { start, limit }: PageRequest,
  got: number,
  total: number | undefined,
): boolean => got === 0 || (total === undefined ? got < limit : start + got >= total);

/** The row of a document as it is now. */
export function noteDocument(
  { state: before, ...row }: DocumentRow,
  { title, publication, version }: Snapshot,
): DocumentRow {
  // How it stood is no answer any more where it has moved since.
  const isUnmoved = Date.parse(row.updatedAt) === version;
  const state = publication.now?.state ?? (isUnmoved ? before : undefined);
  const updatedAt = new Date(version).toISOString();
  return { ...row, title, updatedAt, ...(state && { state }) };
}
