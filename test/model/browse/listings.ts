import { ContentList } from "../../../src/model/browse/contentList.ts";
import type { ListingView } from "../../../src/model/browse/contentList.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { Shelf } from "./shelf.ts";

export const listed = (shelf: Shelf, pageSize: () => number = () => 2): ContentList =>
  new ContentList(() => Promise.resolve(done(shelf)), pageSize);

/** A short form of a view. */
export const viewInShort = ({ rows, total, hasMore, failure }: ListingView) => [
  rows.map(({ id }) => id).join(" "),
  total,
  hasMore ? "more" : "all",
  failure?.code,
];

/** The start of each page that was requested. */
export const starts = (shelf: Shelf): number[] => shelf.pageRequests.map(({ start }) => start);
