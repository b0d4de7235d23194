import type { AnyDocument } from "./types/content.ts";
import { createLocalization, createOrLocalize, upsertDocument } from "./documentCalls.ts";
import {
  callDelete,
  callDocument,
  callList,
  findDocument,
  optionsOf,
  publication,
  requestOf,
} from "./requests.ts";
import type {
  CreateInput,
  CreateLocalizationInput,
  DeleteInput,
  DocumentInput,
  FindInput,
  ListInput,
  PublishInput,
  UpdateInput,
  UpsertInput,
  CallOptions,
  ListParams,
  Meta,
  Pagination,
  Status,
} from "./types/params.ts";
import { readAll, readPages, isOffset } from "./pages.ts";
import { fail, ok, catchErrors, catchPageErrors, type Result } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";
import type { CallFields, CallPopulate, Shaped } from "./types/shapedDocument.ts";
import type { ExactPopulate } from "./types/strictPopulate.ts";
import type { DraftLimit, ExactFilters, LocaleLimit, RequiredInput } from "./types/limits.ts";
import type { ContentTypeFacts } from "./types/registry.ts";

/**
 * The documents of one content type, at `/api/<uid>`. Every method resolves to `[error, data,
 * meta]` and never rejects.
 *
 * A document has `id`, `documentId`, its scalar attributes and its populated attributes, as limited
 * by `fields` and `populate`.
 *
 * Every call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError,
 * CmsTimeoutError, CmsAbortError, NetworkError, TlsError, ProxyError or ParseError. A call that
 * can't be sent returns a RequestError. A write can also return PayloadTooLargeError, ConflictError
 * or WriteDeniedError.
 */
export interface Collection<T, Facts = ContentTypeFacts, Loose = T> {
  /**
   * One page of documents, 25 unless `pagination` says otherwise.
   *
   * With `all: true`, the documents of all pages, in an order that publishing can't disturb, with
   * `meta.changed`. If that fails after the first page, `error.progress` says how far it read.
   *
   * Returns a ValidationError when `params` name a field that the type doesn't have.
   */
  findMany<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: ListInput<T, Fields, ExactPopulate<T, Populating>> &
      LocaleLimit<Facts> & { readonly all?: boolean | undefined },
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>[], Meta>>;
  /**
   * Yields one `[error, data, meta]` tuple for each page, of 100 documents unless `pagination` says
   * otherwise. Reads one page ahead.
   *
   * Ends after the last page, or with an error tuple as from `findMany`, whose `progress` says how
   * to resume. The caller can leave the loop at any page.
   */
  pages<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: ListInput<T, Fields, ExactPopulate<T, Populating>> & LocaleLimit<Facts>,
  ): AsyncGenerator<Result<Shaped<T, Fields, Populating, Loose>[], Meta>, void, void>;
  /**
   * One document. Returns a NotFoundError if the document, version or localization doesn't exist,
   * or if the document doesn't match `filters`. Returns a ValidationError when `params` name a
   * field that the type doesn't have.
   */
  find<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input: FindInput<T, Fields, ExactPopulate<T, Populating>> & LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * The first matching document, or null. Requests one row, in the caller's pagination mode.
   * Returns a ValidationError when `params` name a field that the type doesn't have.
   */
  findFirst<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: ListInput<T, Fields, ExactPopulate<T, Populating>> & LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose> | null, Meta>>;
  /**
   * The number of matching documents: `meta.pagination.total` of a one-row read. Where the service
   * sends no total, the number of rows on that page. Returns a ValidationError when `params` name a
   * field that the type doesn't have.
   */
  count(input?: ListInput<T> & LocaleLimit<Facts>): Promise<Result<number, Meta>>;
  /**
   * Creates a document. Publishes immediately unless `params.status` is `draft`.
   *
   * If `params.locale` is not the default locale, creates the document in the default locale and
   * adds the localization, both with the payload. If only the first succeeds, the error's message
   * names the document. To add a localization to an existing document, call `createLocalization`.
   *
   * Returns a ValidationError, with `issues` by attribute, when the type doesn't allow a value.
   */
  create<
    const Fields extends CallFields<T>,
    const Populating extends CallPopulate<T>,
    const Version extends Status = "published",
  >(
    input: CreateInput<T, Fields, ExactPopulate<T, Populating>> &
      LocaleLimit<Facts> &
      RequiredInput<Facts, Version>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Adds a localization to the document with this `documentId`, or to the first document that
   * matches `filters` in the default locale, including drafts. With neither, creates a document
   * that has only this localization. Publishes the localization immediately unless `params.status`
   * is `draft`.
   *
   * If the document already has this localization, merges the payload into it.
   *
   * Returns a NotFoundError if no such document exists. Returns a RequestError for empty filters,
   * and for both a `documentId` and filters. Returns a ValidationError, with `issues` by attribute,
   * when the type doesn't allow a value.
   */
  createLocalization<
    const Fields extends CallFields<T>,
    const Populating extends CallPopulate<T>,
    Filtered,
  >(
    input: CreateLocalizationInput<T, Fields, ExactPopulate<T, Populating>> &
      LocaleLimit<Facts> & { readonly filters?: ExactFilters<T, Filtered> },
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Merges the payload into the document and returns it; omitted attributes keep their values.
   * Publishes immediately unless `params.status` is `draft`.
   *
   * Returns a NotFoundError if the document doesn't exist, and a ValidationError when the type
   * doesn't allow a value.
   */
  update<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input: UpdateInput<T, Fields, ExactPopulate<T, Populating>> & LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Publishes the draft unchanged, in `params.locale` or the default locale, and returns the
   * published version.
   *
   * Returns a NotFoundError if the document doesn't exist, and a ValidationError if the draft can't
   * be published.
   */
  publish<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    this: DraftLimit<Facts>,
    input: PublishInput<T, Fields, ExactPopulate<T, Populating>> & LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Deletes a localization and returns the document, or null where the service sends none. Most
   * services send none, for a missing document too.
   *
   * Without a locale, only the default locale is deleted. `*` deletes the document. Returns a
   * RequestError if `params.filters` are empty, and a ValidationError when `params` name a field that
   * the type doesn't have.
   */
  delete<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>, Filtered>(
    input: DeleteInput<T, Fields, ExactPopulate<T, Populating>> &
      LocaleLimit<Facts> & {
        readonly params?: { readonly filters?: ExactFilters<T, Filtered> };
      },
  ): Promise<Result<Shaped<T, Fields, Populating, Loose> | null, Meta>>;
  /**
   * Updates the first match, including drafts, as `update` does. Without a match, creates a
   * document as `create` does.
   *
   * Returns a RequestError if `filters` are empty, and a ValidationError as `update` and `create`
   * do.
   */
  upsert<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>, Filtered>(
    input: UpsertInput<T, Fields, ExactPopulate<T, Populating>> &
      LocaleLimit<Facts> &
      Readonly<Record<"filters", ExactFilters<T, Filtered>>>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
}

/** The collection of untyped documents. The caller's type argument gives them their type. */
export function createCollection(transport: Transport, uid: string): Collection<AnyDocument> {
  const path = [uid];
  const list = (params: ListParams, options: CallOptions) =>
    callList<AnyDocument>(transport, { method: "GET", path, query: params, ...optionsOf(options) });
  const documentRequest = (
    method: Request["method"],
    { documentId, ...input }: DocumentInput & { params?: object; payload?: unknown },
  ) => requestOf(method, [...path, documentId], input);

  const collection: Omit<Collection<AnyDocument>, "pages"> = {
    findMany: ({ all = false, ...input } = {}) =>
      all ? readAll(transport, path, input) : list(input.params ?? {}, input),
    find: (input) => findDocument(transport, documentRequest("GET", input)),
    findFirst: async ({ params = {}, ...options } = {}) => {
      const [error, rows, meta] = await list(oneRow(params), options);
      return error ? fail(error) : ok(rows[0] ?? null, meta);
    },
    count: async ({ params = {}, ...options } = {}) => {
      const { pagination, ...query } = oneRow(params);
      // With the total, whatever the caller asks and the service's default is.
      const countedRow = { ...query, pagination: { ...pagination, withCount: true } };
      const [error, rows, meta] = await list(countedRow, options);
      return error ? fail(error) : ok(meta.pagination?.total ?? rows.length, meta);
    },
    create: (input) => createOrLocalize(transport, collection.update, path, input),
    createLocalization: (input) => createLocalization(transport, path, input),
    update: (input) => callDocument(transport, documentRequest("PUT", input)),
    publish: (input) => callDocument(transport, documentRequest("PUT", publication(input))),
    delete: (input) => callDelete(transport, documentRequest("DELETE", input)),
    upsert: (input) => upsertDocument(transport, collection.update, path, input),
  };
  return {
    ...catchErrors(collection, transport.url, {
      findMany: "all params",
      find: "documentId params",
      findFirst: "params",
      count: "params",
      create: "payload params",
      createLocalization: "documentId filters payload params",
      update: "documentId payload params",
      publish: "documentId params",
      delete: "documentId params",
      upsert: "filters payload params",
    }),
    pages: (input = {}) =>
      catchPageErrors(
        (leaving) => readPages(transport, path, { ...input, leaving }),
        transport.url,
        input,
      ),
  };
}

/** The same read with one row, in the caller's pagination mode. */
function oneRow(params: ListParams): ListParams {
  const { pagination } = params;
  const size = isOffset(pagination) ? { limit: 1 } : { pageSize: 1 };
  return { ...params, pagination: { ...pagination, ...size } as Pagination };
}
