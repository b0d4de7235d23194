/** Where a document stands: never published, published as it is, or changed since. */
export type State = "draft" | "published" | "modified";

/** As the service itself tells them apart: by the times of the two versions. */
export const stateOf = (draftUpdatedAt: unknown, publishedUpdatedAt: unknown): State => {
  if (publishedUpdatedAt === undefined) return "draft";
  return draftUpdatedAt === publishedUpdatedAt ? "published" : "modified";
};
