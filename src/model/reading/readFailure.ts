import type { AnyFailure, Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";

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
