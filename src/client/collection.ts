import type { AnyDocument } from "./types/content.ts";
import { createDocument } from "./create.ts";
import {
  callDelete,
  callDocument,
  callList,
  optionsOf,
  publication,
  requestOf,
} from "./documents.ts";
import type {
  CreateInput,
  DeleteInput,
  DocumentInput,
  FindInput,
  ListInput,
  PublishInput,
  UpdateInput,
  UpsertInput,
} from "./types/inputs.ts";
import type { CallOptions, ListParams, Meta, Pagination } from "./types/params.ts";
import { readAll, readPages } from "./pages.ts";
import type { FieldList, Populate } from "./types/populate.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";
import type { NotGiven, Shaped } from "./types/shaped.ts";
import { isOffset } from "./steps.ts";
import type { Strict } from "./types/strict.ts";
import { total, totalPages } from "./total.ts";
import { upsertDocument } from "./upsert.ts";

/**
 * The documents of one content type, at `/api/<uid>` (specification, section 4.2). Every method
 * resolves to `[error, data, meta]` and never rejects. A document comes as `fields` and `populate` ask
 * for it: `id`, `documentId`, its scalar attributes, and what is populated. Any call may end in
 * UnauthorizedError, ForbiddenError, RateLimitError, HttpError, TimeoutError, AbortError, NetworkError,
 * TlsError, ProxyError, ParseError, or in RequestError where it is not sent at all.
 */
export interface Collection<T> {
  /**
   * One page, of 25 documents unless `pagination` says otherwise; with `all: true` every page, in an
   * order that publishing can't disturb, and `meta.changed` where documents came or went meanwhile.
   * ValidationError for params that the service does not know.
   */
  findMany<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>> & { readonly all?: boolean },
  ): Promise<Result<Shaped<T, Fields, Populating>[], Meta>>;
  /** Every page, one at a time; ends with the error tuple when one fails. Leave it at any page. */
  pages<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>>,
  ): AsyncGenerator<Result<Shaped<T, Fields, Populating>[], Meta>, void, void>;
  /** NotFoundError when the document has no such version or localization. */
  find<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: FindInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /** The first match or null. Asks for one row, in the caller's pagination mode. */
  findFirst<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating> | null, Meta>>;
  /** `meta.pagination.total` of a one-row read, or the length of that page where there is none. */
  count(input?: ListInput<T>): Promise<Result<number, Meta>>;
  /**
   * Publishes at once unless `params.status` is `draft`. A locale is added to a document of the
   * default locale. ValidationError, its `issues` by attribute, for what the type does not allow.
   */
  create<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: CreateInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * Merges into the document: attributes that are not named stay. Publishes at once unless
   * `params.status` is `draft`. NotFoundError, ValidationError.
   */
  update<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: UpdateInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * Publishes the draft as it is, in `params.locale` or the default locale. ValidationError where it
   * lacks what a published document must have.
   */
  publish<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: PublishInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The deleted document where the service sends it, else null; null for a missing one too. Without a
   * locale the default one alone goes; `*` deletes the document.
   */
  delete<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: DeleteInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating> | null, Meta>>;
  /**
   * Updates the first match, drafts included, or creates a document. Several matches: the first.
   * RequestError where `filters` say nothing.
   */
  upsert<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: UpsertInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
}

/** Of documents of any shape: what is known of them is the caller's to say. */
export function createCollection(transport: Transport, uid: string): Collection<AnyDocument> {
  const path = [uid];
  const list = (params: ListParams, options: CallOptions) =>
    callList<AnyDocument>(transport, { method: "GET", path, query: params, ...optionsOf(options) });
  const one = (
    method: Request["method"],
    { documentId, ...input }: DocumentInput & { params?: object; payload?: unknown },
  ) => requestOf(method, [...path, documentId], input);

  const collection: Omit<Collection<AnyDocument>, "pages"> = {
    findMany: ({ all = false, ...input } = {}) =>
      all ? readAll(transport, path, input) : list(input.params ?? {}, input),
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
    publish: (input) => callDocument(transport, one("PUT", publication(input))),
    delete: (input) => callDelete(transport, one("DELETE", input)),
    upsert: (input) => upsertDocument(transport, collection, { path, input }),
  };
  return {
    ...total(collection, transport.url),
    pages: (input = {}) =>
      totalPages((leaving) => readPages(transport, path, { ...input, leaving }), transport.url),
  };
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
