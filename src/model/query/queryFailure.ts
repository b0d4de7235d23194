import type { DocumentFailure } from "../documents/documentFailure.ts";

/** Why documents can't be listed, including the failures of reading them. */
export type QueryFailure =
  | DocumentFailure
  /** The service is older than `version`, the first that supports this without loss of data. */
  | { readonly code: "needs-version"; readonly version: string; readonly part: VersionedFeature };

/** What an older service can't do: save inside components, add a localization, or filter by publication status. */
export type VersionedFeature = "components" | "localization" | "status-filter";
