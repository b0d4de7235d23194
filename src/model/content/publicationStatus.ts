import type { ContentType } from "../schemas/catalog.ts";
import { objectsIn, textIn, type Json, type JsonObject } from "../foundation/json.ts";
import { PendingValue } from "../foundation/asyncSteps.ts";

export interface PublicationStatus {
  /** The state of the localization that was read; absent for types without draft & publish. */
  readonly state?: State;
  /** The state of each localization, by locale; also absent for types without locales. */
  readonly states?: Readonly<Record<string, State>>;
  /** The publication time of the published version; null if there is none. */
  readonly publishedAt: Json;
  /** The document's published versions, one for each locale. */
  readonly published: readonly JsonObject[];
}

/** For content that has neither drafts nor published versions. */
export const neverPublished = PendingValue.of<PublicationStatus>({
  publishedAt: null,
  published: [],
});

export function publicationStatusOf(
  draft: JsonObject,
  published: readonly JsonObject[],
  { draftAndPublish, localized }: ContentType,
): PublicationStatus {
  const publishedAt = publishedVersionOf(draft, published)?.["publishedAt"] ?? null;
  if (!draftAndPublish) return { publishedAt, published };
  const stateIn = (row: JsonObject): State =>
    stateOf(row["updatedAt"], publishedVersionOf(row, published)?.["updatedAt"]);
  const states = () =>
    Object.fromEntries(localizedDrafts(draft).map((row) => [textIn(row, "locale"), stateIn(row)]));
  return { state: stateIn(draft), ...(localized && { states: states() }), publishedAt, published };
}

/** The drafts of all locales, sorted by locale code. */
export function localizedDrafts(draft: JsonObject): JsonObject[] {
  return [draft, ...objectsIn(draft["localizations"] ?? null)].sort((a, b) =>
    textIn(a, "locale").localeCompare(textIn(b, "locale")),
  );
}

/** The published version of the same localization. */
export const publishedVersionOf = (
  { locale = null }: JsonObject,
  published: readonly JsonObject[],
): JsonObject | undefined => published.find((row) => (row["locale"] ?? null) === locale);

/** The publication status of a document: never published, published as is, or modified since. */
export type State = "draft" | "published" | "modified";

/** The versions of a document with draft & publish. */
export type VersionName = "draft" | "published";

/** Compares the times of the two versions, as the service itself does. */
export const stateOf = (draftUpdatedAt: unknown, publishedUpdatedAt: unknown): State => {
  if (publishedUpdatedAt === undefined) return "draft";
  return draftUpdatedAt === publishedUpdatedAt ? "published" : "modified";
};

/** When a row was changed and created, in milliseconds; 0 if unknown. */
export function rowTimes(row: JsonObject) {
  const version = Date.parse(textIn(row, "updatedAt")) || 0;
  const created = Date.parse(textIn(row, "createdAt")) || 0;
  // Without a time, a change by another client can't be detected.
  return { version, created, isReadonly: textIn(row, "updatedAt") === "" };
}
