import type { VersionDifferences } from "../../changes/lifecycle/versionDifferences.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";

/** What became of one item of many. */
export interface ItemResult<T> {
  readonly item: T;
  readonly outcome:
    | "done"
    /** It is not any more what was looked at, or needs nothing: it was left as it is. */
    | "skipped"
    /** It was refused. */
    | "failed"
    /** Nobody answered, and nobody can tell. */
    | "unknown"
    /** Cancelled before its turn, or nothing could be done any more. */
    | "untried";
  readonly failure?: BulkFailure;
  /** Of a publish: how its versions differ afterwards, or why they could not be compared. */
  readonly compared?: Outcome<VersionDifferences, BulkFailure>;
}

/** What a run does beside its items. */
export type Stage = "ordering" | "comparing" | "repeating";

/** How far a run is, and what stops it. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears which item is next; counts from 0. */
  readonly onItem?: (index: number) => void;
  /** Hears what is done before or after the items. */
  readonly onStage?: (stage: Stage) => void;
}

/**
 * Does something to each of some items, one after the other. It stops when the signal says so, and at a failure
 * that the next item would meet as well: what was not tried is told from what failed.
 */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<Outcome<unknown, BulkFailure>>,
  { signal, onItem }: RunOptions,
): Promise<readonly ItemResult<T>[]> {
  const results: ItemResult<T>[] = [];
  let isOver = false;
  for (const [index, item] of items.entries()) {
    if (isOver || signal?.aborted) {
      results.push({ item, outcome: "untried" });
      continue;
    }
    onItem?.(index);
    const [failure] = await act(item);
    results.push(
      failure ? { item, outcome: outcomeOf(failure), failure } : { item, outcome: "done" },
    );
    isOver = failure !== null && failsEveryItem(failure);
  }
  return results;
}

/** What a failure makes of an item. */
export function outcomeOf(failure: BulkFailure): ItemResult<unknown>["outcome"] {
  if (skippedCodes.has(failure.code)) return "skipped";
  if (failure.code === "declined") return "untried";
  if (failure.code !== "service") return "failed";
  if (failure.arrived === "unknown") return "unknown";
  return failure.error.name === "AbortError" && failure.arrived === undefined
    ? "untried"
    : "failed";
}

const skippedCodes = new Set<BulkFailure["code"]>([
  "changed-meanwhile",
  "conflict",
  "gone",
  "nothing-to-undo",
  "nothing-yet",
  "pointed-to",
  "still-there",
  "unchanged",
  "undo-conflict",
  "unsaved",
]);

/** Whether it is the way to the service, the token or what is kept of each that fails, and not the one item. */
function failsEveryItem(failure: BulkFailure): boolean {
  if (failure.code !== "service") return failuresOfEveryItem.has(failure.code);
  const { name, status = 0 } = failure.error;
  return connectionErrors.test(name) || (status >= 502 && status <= 504);
}

const failuresOfEveryItem = new Set<BulkFailure["code"]>([
  "another-import",
  "journal-full",
  "locked-secrets",
  "no-api",
  "no-connection",
  "invalid-network-setting",
  "not-a-service",
  "not-recorded",
  "results-not-kept",
]);

const connectionErrors = /^(Network|Timeout|Tls|Proxy|RateLimit|Unauthorized|Locked)Error$/;
