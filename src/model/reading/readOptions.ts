import type { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { done, failed, type AnyFailure, type Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limits the requests of the whole action. */
  readonly limit?: ConcurrencyLimit | undefined;
  /** Called after each page with the number of rows read so far, and the total if it is known. */
  readonly onRead?: ((read: number, total: number | undefined) => void) | undefined;
}

export interface Truncated<T> {
  readonly rows: readonly T[];
  readonly isTruncated: boolean;
  /** The number of all rows, if the service returned it. */
  readonly total: number | undefined;
}

/** The first rows of a list of which one more was requested. */
export const firstOf = <T>(rows: readonly T[], count: number): Truncated<T> => ({
  rows: rows.slice(0, count),
  isTruncated: rows.length > count,
  total: undefined,
});

/** Counts the rows of all pages. Returns the failure of the last page if they are incomplete. */
export async function countAll(
  pages: AsyncIterable<Outcome<readonly unknown[], ReadFailure>>,
): ReadResult<number> {
  let count = 0;
  for await (const [failure, rows] of pages) {
    if (failure) return failed(failure);
    count += rows.length;
  }
  return done(count);
}

export type ReadFailure =
  | SchemaFailure
  /** The document is no longer on the service. */
  | { readonly code: "gone" }
  /** The single type has no content in that locale yet. */
  | { readonly code: "nothing-yet" }
  /**
   * The document has no draft in its locale, only published versions in these locales, or one
   * without a locale if its type is not localized.
   */
  | { readonly code: "no-draft"; readonly published: readonly string[] }
  /** No request can read the document: its type is localized, but its rows have no locale. */
  | { readonly code: "no-locale" }
  /** The service returns many more rows than it counted, or the same ones again: it may never end. */
  | { readonly code: "endless-pages" }
  /** The service is older than `version`, the first that supports this without loss of data. */
  | { readonly code: "needs-version"; readonly version: string; readonly part: VersionedFeature };

export type ReadResult<T> = Promise<Outcome<T, ReadFailure>>;

/** Whether the document exists, but not as a draft that can be read. */
export const isWithoutDraft = ({ code }: AnyFailure): boolean =>
  code === "no-draft" || code === "no-locale";

/** What an older service lacks: saves inside components, new localizations, filters by status. */
export type VersionedFeature = "components" | "localization" | "status-filter";
