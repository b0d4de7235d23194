import type { Listing } from "./listing.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Outcome } from "../../foundation/outcome.ts";

/** How far a listing is to be loaded. */
export interface Loading {
  /** How many rows are enough. */
  readonly upTo: number;
  readonly signal: AbortSignal;
  /** Hears after each page how many rows are there, and of how many. */
  readonly tell: (loaded: number, total: number | undefined) => void;
}

/** The most rows that a service grants with a page, unless it is told otherwise. */
const largestPage = 100;

/**
 * Turns page after page until there are enough rows, or all. What came stays when a page fails, and
 * when the signal is aborted, which is no failure.
 */
export async function load(
  listing: Listing,
  { upTo, signal, tell }: Loading,
): Promise<Outcome<null>> {
  let view = await listing.open();
  let isFailing = false;
  const isOver = () => isFailing || signal.aborted || listing.isStale || !view.hasMore;
  while (view.rows.length < upTo && !isOver()) {
    const { statesLoaded } = listing;
    const limit = Math.min(largestPage, upTo - view.rows.length);
    await listing.more({ limit, isQuiet: true, signal });
    // A service that is slow with states is not asked for those of many pages at once.
    await statesLoaded;
    view = listing.view;
    isFailing = view.failure !== undefined;
    tell(view.rows.length, view.total);
  }
  await listing.statesLoaded;
  listing.show();
  return view.failure && isFailing ? failed(view.failure) : done(null);
}
