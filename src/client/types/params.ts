import type { AnyDocument, CmsUser, KnownShape } from "./content.ts";
import type { Filters } from "./filters.ts";
import type { FieldList, Populate, SortKey } from "./populate.ts";
import type { Payload } from "./payload.ts";

/**
 * Either pages (`page`, `pageSize`) or an offset (`start`, `limit`). A mixture is a RequestError, and
 * so is a value that isn't a whole number from 1, or from 0 for `start`.
 *
 * `findMany({ all: true })` and `pages()` start there and read to the end. For them, `pageSize` and
 * `limit` are the number of documents per request, 100 when absent.
 */
export type Pagination =
  | {
      /** Starts at 1; 1 when absent. */
      readonly page?: number | undefined;
      /** Documents per page; 25 when absent. The service limits it, often to 100. */
      readonly pageSize?: number | undefined;
      /** False omits `total` and `pageCount` from the meta. A list of users never has them. */
      readonly withCount?: boolean | undefined;
      readonly start?: never;
      readonly limit?: never;
    }
  | {
      /** The number of documents to skip; 0 when absent. */
      readonly start?: number | undefined;
      /**
       * The number of documents; 25 when absent, all for users. The service limits it, often to
       * 100.
       */
      readonly limit?: number | undefined;
      /** False omits `total` from the meta. A list of users never has it. */
      readonly withCount?: boolean | undefined;
      readonly page?: never;
      readonly pageSize?: never;
    };

/** The version to read or write. */
export type Status = "draft" | "published";

/**
 * Limits a list to documents by how their drafts and published versions compare (Strapi 5.54). Any
 * other value is a ValidationError.
 */
export type PublicationFilter =
  | "never-published"
  | "has-published-version"
  | "modified"
  | "unmodified"
  | "never-published-document"
  | "has-published-version-document"
  | "published-without-draft"
  | "published-with-draft";

/** The params that shape the answer of a call. */
export interface ShapeParams<T = AnyDocument, Fields = FieldList<T>, Populating = Populate<T>> {
  /**
   * The scalar attributes to return; all when absent. `id` and `documentId` are always returned.
   */
  readonly fields?: Fields;
  /** The relations, media, components and dynamic zones to return as well; none when absent. */
  readonly populate?: Populating;
}

/** The params of a read of one document. */
export interface DocumentParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** The published version when absent. */
  readonly status?: Status | undefined;
  /** A locale's code; the default locale when absent. Lists accept `*` for all locales. */
  readonly locale?: string | undefined;
  /** If the document doesn't match, `find` returns a NotFoundError. Lists omit it. */
  readonly filters?: Filters<T> | undefined;
}

/** The params of a list read. */
export interface ListParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentParams<T, Fields, Populating> {
  /**
   * The sort keys, most significant first. When absent, `all` and `pages()` sort by documentId;
   * other reads use the service's order.
   */
  readonly sort?: readonly SortKey<T>[] | undefined;
  /** The first 25 documents when absent. */
  readonly pagination?: Pagination | undefined;
  /** A case-insensitive search in the string attributes, including private ones. */
  readonly _q?: string | undefined;
  /** All documents when absent. */
  readonly publicationFilter?: PublicationFilter | undefined;
}

/**
 * The params that resume a failed read of many pages. Every list read accepts them.
 *
 * They also contain the fields, populate, filters and order of the failed read. The type omits
 * these, since an error doesn't know the document's type. To keep the documents typed, spread them
 * over the call's own params: `{ ...params, ...error.progress.resume }`.
 */
export type ResumeParams = Pick<
  ListParams,
  "pagination" | "status" | "locale" | "_q" | "publicationFilter"
>;

/** The params of `publish`. */
export interface PublishParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /**
   * A locale's code; the default locale when absent. `*` is a ValidationError, except in `delete`.
   */
  readonly locale?: string | undefined;
}

/** The params of a write. */
export interface WriteParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends PublishParams<T, Fields, Populating> {
  /** `published` when absent: the service writes the draft and publishes it immediately. */
  readonly status?: Status | undefined;
}

/** The params of `createLocalization`. */
export interface LocalizationParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends WriteParams<T, Fields, Populating> {
  /** The code of the localization's locale, such as `fr`. `*` is a ValidationError. */
  readonly locale: string;
}

/** The params of a delete. `*` as the locale deletes all localizations. */
export interface DeleteParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends PublishParams<T, Fields, Populating> {
  /** A document that doesn't match is not deleted. */
  readonly filters?: Filters<T>;
}

/** The params of a read of one user. */
export interface UserParams<
  T = CmsUser,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** Not supported: users have no localizations. */
  readonly locale?: never;
  /** Not supported: users have no drafts. */
  readonly status?: never;
  /** Not supported by the user routes. */
  readonly _q?: never;
}

/** The params of a list of users. */
export interface UserListParams<
  T = CmsUser,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends UserParams<T, Fields, Populating> {
  /** The sort keys, most significant first; the service's order when absent. */
  readonly sort?: readonly SortKey<T>[] | undefined;
  /** All users when absent; 25 with a `page` and no `pageSize`. */
  readonly pagination?: Pagination | undefined;
  /** All users when absent. */
  readonly filters?: Filters<T> | undefined;
}

/** The params of a count of users. */
export interface UserCountParams<T = CmsUser> extends Pick<UserParams, "locale" | "status" | "_q"> {
  /** All users when absent. */
  readonly filters?: Filters<T> | undefined;
}

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call with a CmsAbortError, also while it waits to retry. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The maximum wait for a complete answer, in milliseconds, then a CmsTimeoutError. When absent,
   * the client's `timeoutMs`, or 30,000.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The maximum duration of the call with all its requests, retries and pauses, in milliseconds,
   * then a CmsTimeoutError. For `pages()`, it includes the caller's time between two pages. When
   * absent, the client's `deadlineMs`, or 60,000 for each request.
   */
  readonly deadlineMs?: number | undefined;
}

/**
 * The pagination of a list read: `page`, `pageSize` and `pageCount`, or `start` and `limit`, as in
 * the request. `findMany({ all: true })` has only `total`.
 */
export interface PaginationMeta {
  /** Starts at 1. */
  readonly page?: number;
  /** The page size that the service used, which can be smaller than requested. */
  readonly pageSize?: number;
  /** Absent with `withCount: false`. */
  readonly pageCount?: number;
  /** The number of skipped documents. */
  readonly start?: number;
  /** The limit that the service used, which can be smaller than requested. */
  readonly limit?: number;
  /** The number of matches on all pages. Absent with `withCount: false`, except for `all`. */
  readonly total?: number;
}

/** The `meta` of a document's answer. */
export interface Meta {
  /** Present on list reads, absent on reads of one document. */
  readonly pagination?: PaginationMeta;
  /**
   * Only on `all` and the last page of `pages()`: whether the collection changed during the read.
   * If true, the result may lack documents that were created, or contain deleted ones.
   */
  readonly changed?: boolean;
}

/** The input of a call whose params are optional. */
export interface CallInput<Params> extends CallOptions {
  readonly params?: Params;
}

/** The input of `findMany`, `pages`, `findFirst` and `count`. */
export interface ListInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CallOptions {
  readonly params?: ListParams<KnownShape<T>, Fields, Populating>;
}

/** The input of a call on one document. */
export interface DocumentInput extends CallOptions {
  /** The service's id of the document, shared by its versions and localizations. */
  readonly documentId: string;
}

/** The input of a collection's `find`. */
export interface FindInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DocumentParams<KnownShape<T>, Fields, Populating>;
}

/** The input of `create`. */
export interface CreateInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CallOptions {
  /** The body of the request; `data` contains the attributes. */
  readonly payload: Payload<T>;
  readonly params?: WriteParams<KnownShape<T>, Fields, Populating>;
}

/** The document to add a localization to; a new document when both keys are absent. */
export type DocumentToLocalize<T = AnyDocument> =
  | { readonly documentId: string; readonly filters?: never }
  | {
      /**
       * Finds the document in the default locale, including drafts; the first match. An empty
       * filter is a RequestError.
       */
      readonly filters: Filters<KnownShape<T>>;
      readonly documentId?: never;
    }
  | { readonly documentId?: never; readonly filters?: never };

/** The input of `createLocalization`. */
export type CreateLocalizationInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> = CallOptions &
  DocumentToLocalize<T> & {
    /** The body of the request; `data` contains the attributes. */
    readonly payload: Payload<T>;
    readonly params: LocalizationParams<KnownShape<T>, Fields, Populating>;
  };

/** The input of `update`. */
export interface UpdateInput<T = AnyDocument, Fields = FieldList<T>, Populating = Populate<T>>
  extends DocumentInput, CreateInput<T, Fields, Populating> {}

/** The input of `upsert`. */
export interface UpsertInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends CreateInput<T, Fields, Populating> {
  /**
   * Must identify the document: `upsert` updates the first match. An empty filter is a
   * RequestError.
   */
  readonly filters: Filters<KnownShape<T>>;
}

/** The input of `publish`. It has no payload, since the draft is published unchanged. */
export interface PublishInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: PublishParams<KnownShape<T>, Fields, Populating>;
}

/** The input of `delete`. */
export interface DeleteInput<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentInput {
  readonly params?: DeleteParams<KnownShape<T>, Fields, Populating>;
}
