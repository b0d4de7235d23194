/** The publication status of a document: never published, published as is, or modified since. */
export type State = "draft" | "published" | "modified";

/** The versions of a document with draft & publish. */
export type VersionName = "draft" | "published";

/** Compares the times of the two versions, as the service itself does. */
export const stateOf = (draftUpdatedAt: unknown, publishedUpdatedAt: unknown): State => {
  if (publishedUpdatedAt === undefined) return "draft";
  return draftUpdatedAt === publishedUpdatedAt ? "published" : "modified";
};
