// The requests for documents, each to one route. All other reads of documents build on them. Users
// and media files have routes of their own: see userReader.ts and fileReader.ts.
import type {
  CallOptions,
  ListParams,
  PaginationMeta,
  Result,
  ShapeParams,
} from "../../client/index.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";
import { done, failed, refused, toOutcome } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ReadFailure, ReadOptions } from "./readOptions.ts";

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
