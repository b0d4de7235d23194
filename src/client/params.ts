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

/** `{ <field>: { <operator>: <value> } }`, with `$and`, `$or` and `$not` to combine them. */
export type Filters = Readonly<Record<string, unknown>>;

export type Populate = string | readonly string[] | Readonly<Record<string, unknown>>;

/** Which version is read or written. */
export type Status = "draft" | "published";

/** What shapes the answer of a call (specification, section 4, parameter shapes). */
export interface ShapeParams {
  readonly fields?: readonly string[];
  readonly populate?: Populate;
}

/** What a read of one document takes. */
export interface DocumentParams extends ShapeParams {
  readonly status?: Status;
  /** A locale's code; the default locale when absent. */
  readonly locale?: string;
  readonly filters?: Filters;
}

/** What a list read takes. */
export interface ListParams extends DocumentParams {
  /** `<field>:asc` or `<field>:desc`, first one first. */
  readonly sort?: readonly string[];
  readonly pagination?: Pagination;
  /** A search through the text attributes. */
  readonly _q?: string;
}

/** What a write takes. A write without `status` publishes at once. */
export interface WriteParams extends ShapeParams {
  readonly status?: Status;
  readonly locale?: string;
}

/** What a delete takes; without `locale` only the default locale's version goes, with `*` all do. */
export interface DeleteParams extends ShapeParams {
  readonly locale?: string;
  readonly filters?: Filters;
}

interface NotOnUserRoutes {
  readonly locale?: never;
  readonly status?: never;
  readonly _q?: never;
}

/** What a read of one user takes. */
export interface UserParams extends ShapeParams, NotOnUserRoutes {}

/** What a list of users takes. */
export interface UserListParams extends UserParams {
  readonly sort?: readonly string[];
  readonly pagination?: Pagination;
  readonly filters?: Filters;
}

/** What a count of users takes. */
export interface UserCountParams extends NotOnUserRoutes {
  readonly filters?: Filters;
}

/** What every call takes beside its own input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
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
  readonly pagination?: PaginationMeta;
}
