import type { AnyDocument } from "./types/content.ts";
import { createOrLocalize } from "./create.ts";
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
import { readAll, readPages, isOffset } from "./pages.ts";
import type { FieldList, Populate } from "./types/populate.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";
import type { NotGiven, Shaped } from "./types/shaped.ts";
import type { Strict } from "./types/strict.ts";
import { catchErrors, catchPageErrors } from "./catchErrors.ts";
import { upsertDocument } from "./upsert.ts";

/**
 * The documents of one content type, at `/api/<uid>` (specification, section 4.2). Every method
 * resolves to `[error, data, meta]` and never rejects. A document comes as `fields` and `populate`
 * ask for it: `id`, `documentId`, its scalar attributes, and what is populated. Any call may end in
 * UnauthorizedError, ForbiddenError, RateLimitError, HttpError, TimeoutError, AbortError,
 * NetworkError, TlsError, ProxyError, ParseError, or in RequestError where it is not sent at all; a
 * write also in PayloadTooLargeError or ConflictError.
 */
export interface Collection<T> {
  /**
   * The documents of one page, 25 unless `pagination` says otherwise; with `all: true` those of
   * every page, in an order that publishing can't disturb, with `meta.changed`. ValidationError
   * where params name what the type does not have. A failure of `all` after its first page says in
   * `progress` how far it came (specification, section 4.2).
   */
  findMany<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>> & { readonly all?: boolean },
  ): Promise<Result<Shaped<T, Fields, Populating>[], Meta>>;
  /**
   * Yields the tuple of each page, of 100 documents unless `pagination` says otherwise, and reads
   * one page ahead. Ends after the last page, or with an error tuple, as of `findMany`, whose
   * `progress` tells how to read on. It can be left at any page (specification, section 4.2).
   */
  pages<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>>,
  ): AsyncGenerator<Result<Shaped<T, Fields, Populating>[], Meta>, void, void>;
  /**
   * One document. NotFoundError where it is missing, has no such version or localization, or does
   * not match `filters`; ValidationError as of `findMany` (specification, section 4.2).
   */
  find<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: FindInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The first match, or null. Asks for one row, in the caller's pagination mode. ValidationError as
   * of `findMany` (specification, section 4.2).
   */
  findFirst<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: ListInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating> | null, Meta>>;
  /**
   * The number of matches: `meta.pagination.total` of a one-row read, or the length of that page
   * where there is no total. ValidationError as of `findMany` (specification, section 4.2).
   */
  count(input?: ListInput<T>): Promise<Result<number, Meta>>;
  /**
   * The new document, or with `params.locale` the localization added to a document of the default
   * locale; published at once unless `params.status` is `draft`. Where a document was made and its
   * localization fails, the error's message names the document. ValidationError, its `issues` by
   * attribute, for what the type does not allow (specification, section 4.2).
   */
  create<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: CreateInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The document with the payload merged into it: attributes that are not named stay. Publishes at
   * once unless `params.status` is `draft`. NotFoundError for a missing document, ValidationError
   * for what the type does not allow (specification, section 4.2).
   */
  update<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: UpdateInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The published version, made of the draft as it is, in `params.locale` or the default locale.
   * NotFoundError for a missing document, ValidationError for a draft that may not be published
   * (specification, sections 3 and 4.2).
   */
  publish<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: PublishInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The deleted document, or null where the service sends none, as most do, for a missing one too.
   * Without a locale the default one alone goes; `*` deletes the document. ValidationError as of
   * `findMany` (specification, section 4.2).
   */
  delete<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: DeleteInput<T, Fields, Strict<T, Populating>>,
  ): Promise<Result<Shaped<T, Fields, Populating> | null, Meta>>;
  /**
   * The first match, drafts included, as `update` leaves it, or the document that `create` makes
   * where there is none. RequestError where `filters` say nothing; ValidationError as of both
   * (specification, section 4.2).
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
    create: (input) => createOrLocalize(transport, collection, { path, input }),
    update: (input) => callDocument(transport, one("PUT", input)),
    publish: (input) => callDocument(transport, one("PUT", publication(input))),
    delete: (input) => callDelete(transport, one("DELETE", input)),
    upsert: (input) => upsertDocument(transport, collection, { path, input }),
  };
  return {
    ...catchErrors(collection, transport.url),
    pages: (input = {}) =>
      catchPageErrors(
        (leaving) => readPages(transport, path, { ...input, leaving }),
        transport.url,
      ),
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
