import { Listing } from "../../../src/model/query/listing/listing.ts";
import type { ListingView } from "../../../src/model/query/listing/listing.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { Shelf } from "./shelf.ts";

export const listed = (shelf: Shelf, pageSize: () => number = () => 2): Listing =>
  new Listing(() => Promise.resolve(done(shelf)), pageSize);

/** What a view shows, in short. */
export const shown = ({ rows, total, hasMore, failure }: ListingView) => [
  rows.map(({ id }) => id).join(" "),
  total,
  hasMore ? "more" : "all",
  failure?.code,
];

/** Where the pages asked for so far begin. */
export const starts = (shelf: Shelf): number[] => shelf.asked.map(({ start }) => start);
