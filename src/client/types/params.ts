import type { AnyDocument, CmsUser } from "./content.ts";
import type { Filters } from "./filters.ts";
import type { FieldList, Populate } from "./populate.ts";
import type { SortKey } from "./sort.ts";

/** Either pages (`page`, `pageSize`) or an offset (`start`, `limit`); the service refuses a mixture. */
export type Pagination =
  | {
      readonly page?: number;
      readonly pageSize?: number;
      readonly withCount?: boolean;
      readonly start?: never;
      readonly limit?: never;
    }
  | {
      readonly start?: number;
      readonly limit?: number;
      readonly withCount?: boolean;
      readonly page?: never;
      readonly pageSize?: never;
    };

/** Which version is read or written. */
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

/** What a read of one document takes. */
export interface DocumentParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** The published version when absent. */
  readonly status?: Status;
  /** A locale's code; the default locale when absent. Lists take `*` for all of them. */
  readonly locale?: string;
  /** What doesn't match is not found. */
  readonly filters?: Filters<T>;
}

/** What a list read takes. */
export interface ListParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends DocumentParams<T, Fields, Populating> {
  /** `<field>:asc` or `<field>:desc`, first one first. */
  readonly sort?: readonly SortKey<T>[];
  readonly pagination?: Pagination;
  /** A search through the text attributes, private ones too. */
  readonly _q?: string;
  readonly publicationFilter?: PublicationFilter;
}

/**
 * What reads on where a reading of many pages failed: any list read takes it. It holds the fields, the
 * populate, the filters and the order of that reading too, which its type leaves out, since an error
 * knows no type. Documents are typed as before where it goes over the call's own params, as in
 * `{ ...params, ...error.progress.resume }`.
 */
export type ResumeParams = Pick<
  ListParams,
  "pagination" | "status" | "locale" | "_q" | "publicationFilter"
>;

/** What publishing takes. */
export interface PublishParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends ShapeParams<T, Fields, Populating> {
  /** A locale's code; the default locale when absent. */
  readonly locale?: string;
}

/** What a write takes. A write without `status` publishes at once. */
export interface WriteParams<
  T = AnyDocument,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends PublishParams<T, Fields, Populating> {
  readonly status?: Status;
}

/** What a delete takes; without `locale` only the default locale's version goes, with `*` all do. */
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

/** What a read of one user takes. */
export interface UserParams<T = CmsUser, Fields = FieldList<T>, Populating = Populate<T>>
  extends ShapeParams<T, Fields, Populating>, NotOnUserRoutes {}

/** What a list of users takes. */
export interface UserListParams<
  T = CmsUser,
  Fields = FieldList<T>,
  Populating = Populate<T>,
> extends UserParams<T, Fields, Populating> {
  readonly sort?: readonly SortKey<T>[];
  readonly pagination?: Pagination;
  readonly filters?: Filters<T>;
}

/** What a count of users takes. */
export interface UserCountParams<T = CmsUser> extends NotOnUserRoutes {
  readonly filters?: Filters<T>;
}

/** What every call takes beside its own input. Times are in milliseconds. */
export interface CallOptions {
  /** Ends the call with an AbortError, also while it waits to try again. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take until its whole answer is there; else a TimeoutError. The client's own when absent. */
  readonly timeoutMs?: number;
  /** How long the call may take with all its attempts and waits; else a TimeoutError. The client's own when absent. */
  readonly deadlineMs?: number;
}

/** Paging facts of a list read. `total` and `pageCount` are absent with `withCount: false`. */
export interface PaginationMeta {
  readonly page?: number;
  readonly pageSize?: number;
  readonly pageCount?: number;
  readonly start?: number;
  readonly limit?: number;
  readonly total?: number;
}

/** The `meta` of a document answer (specification, section 2, response envelopes). */
export interface Meta {
  /** Of a list read; absent on reads of one document. */
  readonly pagination?: PaginationMeta;
  /**
   * On `all` and on the last page of `pages()`: the collection changed while it was read, so that
   * documents which came or went meanwhile may be missing or one too many.
   */
  readonly changed?: boolean;
}
