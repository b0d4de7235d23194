import { createDocument } from "./create.ts";
import type { CreateInput, UpdateInput } from "./create.ts";
import { callDelete, callDocument, callList, optionsOf } from "./documents.ts";
import type {
  CallOptions,
  DeleteParams,
  DocumentParams,
  ListParams,
  Meta,
  Pagination,
  WriteParams,
} from "./params.ts";
import { isOffset, readAll, readPages } from "./pages.ts";
import type { ListInput } from "./pages.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./call.ts";
import { upsertDocument } from "./upsert.ts";
import type { UpsertInput } from "./upsert.ts";

export interface DocumentInput extends CallOptions {
  readonly documentId: string;
}

/** The documents of one content type, at `/api/<uid>` (specification, section 4.2). */
export interface Collection<T> {
  /** One page; with `all: true` every page, in an order that publishing can't disturb. */
  findMany(input?: ListInput & { readonly all?: boolean }): Promise<Result<T[], Meta>>;
  /** Every page, one at a time; ends with the error tuple when one fails. */
  pages(input?: ListInput): AsyncGenerator<Result<T[], Meta>, void, void>;
  /** NotFoundError when the document has no such version or localization. */
  find(input: DocumentInput & { readonly params?: DocumentParams }): Promise<Result<T, Meta>>;
  /** The first match or null. Asks for one row, in the caller's pagination mode. */
  findFirst(input?: ListInput): Promise<Result<T | null, Meta>>;
  /** `meta.pagination.total` of a one-row read, or the length of that page where there is none. */
  count(input?: ListInput): Promise<Result<number, Meta>>;
  /** Publishes at once unless `params.status` is `draft`. A locale is added to a document of the default locale. */
  create(input: CreateInput<T>): Promise<Result<T, Meta>>;
  /** Merges into the document. Publishes at once unless `params.status` is `draft`. */
  update(input: UpdateInput<T>): Promise<Result<T, Meta>>;
  /** Publishes the draft as it is, in `params.locale` or the default locale. */
  publish(
    input: DocumentInput & { readonly params?: Omit<WriteParams, "status"> },
  ): Promise<Result<T, Meta>>;
  /** The deleted document where the service sends it, else null; null for a missing one too. */
  delete(
    input: DocumentInput & { readonly params?: DeleteParams },
  ): Promise<Result<T | null, Meta>>;
  /** Updates the first match, drafts included, or creates a document. Several matches: the first. */
  upsert(input: UpsertInput<T>): Promise<Result<T, Meta>>;
}

export function createCollection<T>(transport: Transport, uid: string): Collection<T> {
  const path = [uid];
  const list = (params: ListParams, options: CallOptions) =>
    callList<T>(transport, { method: "GET", path, query: params, ...optionsOf(options) });
  const one = (
    method: Request["method"],
    { documentId, params, ...rest }: DocumentInput & { params?: object; payload?: unknown },
  ): Request => ({
    method,
    path: [...path, documentId],
    ...(params && { query: params }),
    ...("payload" in rest && { body: rest.payload }),
    ...optionsOf(rest),
  });

  const collection: Collection<T> = {
    findMany: ({ all = false, ...input } = {}) =>
      all ? readAll(transport, path, input) : list(input.params ?? {}, input),
    pages: (input = {}) => readPages(transport, path, input),
    find: (input) => callDocument(transport, one("GET", input)),
    findFirst: async ({ params = {}, ...options } = {}) => {
      const [error, rows, meta] = await list(oneRow(params), options);
      return error ? fail(error) : ok(rows[0] ?? null, meta);
    },
    count: async ({ params = {}, ...options } = {}) => {
      const [error, rows, meta] = await list(counted(oneRow(params)), options);
      return error ? fail(error) : ok(meta.pagination?.total ?? rows.length, meta);
    },
    create: (input) => createDocument(transport, collection, { path, input }),
    update: (input) => callDocument(transport, one("PUT", input)),
    publish: ({ params, ...input }) =>
      callDocument(
        transport,
        one("PUT", { ...input, params: { ...params, status: "published" }, payload: { data: {} } }),
      ),
    delete: (input) => callDelete(transport, one("DELETE", input)),
    upsert: (input) => upsertDocument(collection, input),
  };
  return collection;
}

/** The same read with one row, in the caller's own mode of pagination. */
function oneRow(params: ListParams): ListParams {
  const { pagination } = params;
  const size = isOffset(pagination) ? { limit: 1 } : { pageSize: 1 };
  return { ...params, pagination: { ...pagination, ...size } as Pagination };
}

/** The same read with its total, whatever the caller and the service do otherwise. */
const counted = (params: ListParams): ListParams => ({
  ...params,
  pagination: { ...params.pagination, withCount: true },
});
