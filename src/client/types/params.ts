import type { AnyDocument, CmsUser } from "./content.ts";
import type { Filters } from "./filters.ts";
import type { FieldList, Populate } from "./populate.ts";
import type { SortKey } from "./sort.ts";

/**
 * Either pages (`page`, `pageSize`) or an offset (`start`, `limit`); a mixture is a RequestError
 * (specification, section 4.2). `findMany({ all: true })` and `pages()` begin where it says and
 * read to the end: `pageSize` and `limit` are how many come with each request, 100 when absent.
 */
export type Pagination =
  | {
      /** Counts from 1; 1 when absent. */
      readonly page?: number;
      /** Documents per page; 25 when absent. The service has a limit of its own, often 100. */
      readonly pageSize?: number;
      /** False leaves `total` and `pageCount` out of the meta; users never have them. */
      readonly withCount?: boolean;
      readonly start?: never;
      readonly limit?: never;
    }
  | {
      /** How many documents to pass over; 0 when absent. */
      readonly start?: number;
      /** How many documents; 25 when absent, of users all. The service's limit holds here too. */
      readonly limit?: number;
      /** False leaves `total` out of the meta; users never have it. */
      readonly withCount?: boolean;
      readonly page?: never;
      readonly pageSize?: never;
    };

/** Which version is read or written (specification, section 3). */
export type Status = "draft" | "published";

/**
 * Narrows a list by how drafts and published versions compare (real service 5.54; the specification
 * does not show it). Any other value is a ValidationError.
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

/** What shapes the answer of a call (specification, section 4.2, parameter shapes). */
export interface ShapeParams<T = AnyDocument, Fields = FieldList<T>, Populating = Populate<T>> {
  /** The scalar attributes that come; all of them when absent. `id` and `documentId` always do. */
  readonly fields?: Fields;
  /** The relations, media, components and zones that come beside them; none when absent. */
  readonly populate?: Populating;
}

/** What a read of one document takes (specification, section 4.2). */
export interface DocumentParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** The published version when absent. */
  readonly status?: Status;
  /** A locale's code; the default locale when absent. Lists take `*` for all of them. */
  readonly locale?: string;
  /** A document that doesn't match is a NotFoundError to `find`; lists leave it out. */
  readonly filters?: Filters<T>;
}

/** What a list read takes (specification, section 4.2). */
export interface ListParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentParams<T, Fields, Populating> {
  /** First key first. Absent: by documentId for `all` and `pages()`, else the service's order. */
  readonly sort?: readonly SortKey<T>[];
  /** The first 25 documents when absent. */
  readonly pagination?: Pagination;
  /** A search through the text attributes, private ones too, whatever the case of letters. */
  readonly _q?: string;
  /** Nothing is left out when absent. */
  readonly publicationFilter?: PublicationFilter;
}

/**
 * What reads on where a reading of many pages failed: any list read takes it. It holds the fields,
 * the populate, the filters and the order of that reading too, which its type leaves out, since an
 * error knows no type. Documents are typed as before where it goes over the call's own params, as
 * in `{ ...params, ...error.progress.resume }`.
 */
export type ResumeParams = Pick<
  ListParams,
  "pagination" | "status" | "locale" | "_q" | "publicationFilter"
>;

/** What publishing takes (specification, sections 3 and 4.2). */
export interface PublishParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** A locale's code; the default locale when absent. `*` is a ValidationError but to `delete`. */
  readonly locale?: string;
}

/** What a write takes (specification, section 4.2). */
export interface WriteParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends PublishParams<T, Fields, Populating> {
  /** `published` when absent: the write goes into the draft and is published at once. */
  readonly status?: Status;
}

/** What a delete takes (specification, section 4.2); with `*` for a locale all of them go. */
export interface DeleteParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends PublishParams<T, Fields, Populating> {
  /** A document that doesn't match stays. */
  readonly filters?: Filters<T>;
}

/** The user routes have none of these (specification, section 4.1, rule 2). */
interface NotOnUserRoutes {
  readonly locale?: never;
  readonly status?: never;
  readonly _q?: never;
}

/** What a read of one user takes (specification, section 4.1). */
export interface UserParams<T = CmsUser, Fields = FieldList<T>, Populating = Populate<T>>
  extends ShapeParams<T, Fields, Populating>, NotOnUserRoutes {}

/** What a list of users takes (specification, section 4.1). */
export interface UserListParams<
  T = CmsUser,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends UserParams<T, Fields, Populating> {
  /** First key first; the service's order when absent. */
  readonly sort?: readonly SortKey<T>[];
  /** Every user when absent; 25 where there is a `page` and no `pageSize`. */
  readonly pagination?: Pagination;
  readonly filters?: Filters<T>;
}

/** What a count of users takes (specification, section 4.1). */
export interface UserCountParams<T = CmsUser> extends NotOnUserRoutes {
  readonly filters?: Filters<T>;
}

/** What every call takes beside its own input. Times are in milliseconds. */
export interface CallOptions {
  /** Ends the call with an AbortError, also while it waits to try again. */
  readonly signal?: AbortSignal;
  /** Longest wait for a whole answer, then a TimeoutError; absent, the client's or 30,000. */
  readonly timeoutMs?: number;
  /**
   * Longest time for all requests, attempts and pauses, of `pages()` with the caller's own between
   * two pages, then a TimeoutError. The client's own when absent, else 60,000 for each request.
   */
  readonly deadlineMs?: number;
}

/**
 * Paging facts of a list read (specification, section 2): `page`, `pageSize` and `pageCount`, or
 * `start` and `limit`, as the caller asked. `findMany({ all: true })` has `total` alone.
 */
export interface PaginationMeta {
  /** Counts from 1. */
  readonly page?: number;
  /** What the service granted, which may be less than asked. */
  readonly pageSize?: number;
  /** Absent with `withCount: false`. */
  readonly pageCount?: number;
  /** How many documents were passed over. */
  readonly start?: number;
  /** What the service granted, which may be less than asked. */
  readonly limit?: number;
  /** All matches, whatever the page; absent with `withCount: false`, but for `all`. */
  readonly total?: number;
}

/** The `meta` of a document answer (specification, section 2, response envelopes). */
export interface Meta {
  /** Of a list read; absent on reads of one document. */
  readonly pagination?: PaginationMeta;
  /**
   * Only on `all` and the last page of `pages()`: whether the collection was seen to change while
   * it was read, so that documents which came or went may be missing or one too many.
   */
  readonly changed?: boolean;
}
