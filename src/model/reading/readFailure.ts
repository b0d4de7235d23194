import type { DocumentFailure } from "../content/documentFailure.ts";

/** Why documents can't be listed, including the failures of reading them. */
export type ReadFailure =
  | DocumentFailure
  /** The service returns many more rows than it counted, or the same ones again: it may never end. */
  | { readonly code: "endless-pages" }
  /** The service is older than `version`, the first that supports this without loss of data. */
  | { readonly code: "needs-version"; readonly version: string; readonly part: VersionedFeature };

/**
 * Features that an older service lacks: saving inside components, adding a localization, or
 * filtering by publication status.
 */
export type VersionedFeature = "components" | "localization" | "status-filter";
