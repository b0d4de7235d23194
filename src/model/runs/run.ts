import type { ChangeReport } from "../writing/changeReport.ts";
import type { VersionDifferences } from "../documents/versionDifferences.ts";
import { failed, type CmsError, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure, BulkResult } from "./bulkFailure.ts";

export interface ItemResult<T> {
  readonly item: T;
  readonly outcome:
    | "done"
    /** The item changed since the preview, or needs no change. It was left unchanged. */
    | "skipped"
    | "failed"
    /** The service didn't answer, so the outcome can't be determined. */
    | "unknown"
    /** The run was cancelled before the item, or stopped because every item would fail. */
    | "untried";
  readonly failure?: BulkFailure;
  readonly report?: ChangeReport;
  /** For a publish: how the versions differ afterwards, or why they could not be compared. */
  readonly compared?: Outcome<VersionDifferences, BulkFailure>;
  /** For an undone delete: content that the restored document lacks, such as `category (Travel)`. */
  readonly lacking?: readonly string[];
}

/** A step of a run, besides its items. */
export type Stage = "ordering" | "comparing" | "repeating" | "settling" | "uploading" | "writing";

export interface RunOptions {
  /** Cancels items that are not yet sent. A request that was sent is not cancelled. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each item with its index, which starts at 0, and the number of items. The item
   * waits for the promise, so that a run can be paused.
   */
  readonly onItem?: ((index: number, total: number) => Promise<void> | void) | undefined;
  readonly onStage?: ((stage: Stage) => void) | undefined;
  /** The id that all journal entries of the run share; absent for a single document. */
  readonly group?: string | undefined;
}

/** How many items may wait for their verification at a time. */
const mostUnverified = 25;

/**
 * Calls a function for each item, one after the other. It may call `next` when only its
 * verification is left, or earlier, so that the next item begins meanwhile. `verify` starts the
 * verifications that wait; with `isLast`, later ones don't wait. Stops when the signal is aborted, or
 * at a failure that the next item would have as well. The results distinguish untried items from
 * failed ones.
 */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T, next: () => void) => BulkResult<ChangeReport | null>,
  { signal, onItem }: RunOptions,
  verify?: (isLast: boolean) => void,
): Promise<readonly ItemResult<T>[]> {
  const results = items.map((item): ItemResult<T> => ({ item, outcome: "untried" }));
  const underWay = new Set<Promise<void>>();
  const run = { hasFailed: false };
  const isOver = (): boolean => run.hasFailed || signal?.aborted === true;
  const errors: unknown[] = [];
  const runOne = async (item: T, index: number, next: () => void): Promise<void> => {
    const [failure, report] = await act(item, next);
    if (failure?.code === "declined") return;
    results[index] = failure
      ? { item, outcome: outcomeOf(failure), failure }
      : { item, outcome: "done", ...(report && { report }) };
    run.hasFailed ||= failure !== null && failsEveryItem(failure);
  };
  for (const [index, item] of items.entries()) {
    if (isOver()) break;
    await onItem?.(index, items.length);
    if (isOver()) break;
    await new Promise<void>((next) => {
      const running = runOne(item, index, next)
        .catch((error: unknown) => {
          errors.push(error);
          run.hasFailed = true;
        })
        .finally(() => {
          underWay.delete(running);
          next();
        });
      underWay.add(running);
    });
    if (underWay.size < mostUnverified) continue;
    verify?.(false);
    await Promise.race(underWay);
  }
  verify?.(true);
  await Promise.all(underWay);
  if (errors.length > 0) throw errors[0];
  return results;
}

/** How much a run did not do. */
export const countLeft = (results: readonly Pick<ItemResult<unknown>, "outcome">[]): number =>
  results.filter(({ outcome }) => outcome !== "done").length;

/** The results of a run that could not begin. */
export const refuseAll = <T>(
  items: readonly T[],
  failure: BulkFailure,
): Promise<readonly ItemResult<T>[]> => runEach(items, () => Promise.resolve(failed(failure)), {});

export function outcomeOf(failure: BulkFailure): ItemResult<unknown>["outcome"] {
  if (skippedCodes.has(failure.code)) return "skipped";
  if (failure.code === "declined") return "untried";
  // A route may hide a document from the account that created it.
  if (failure.code === "not-created") return "unknown";
  if (failure.code !== "service") return "failed";
  if (failure.arrived === "unknown") return "unknown";
  return failure.error.name === "CmsAbortError" && failure.arrived === undefined
    ? "untried"
    : "failed";
}

const skippedCodes = new Set<BulkFailure["code"]>([
  "changed-meanwhile",
  "conflict",
  "gone",
  "no-draft",
  "no-locale",
  "not-undoable",
  "nothing-to-undo",
  "nothing-yet",
  "pointed-to",
  "still-there",
  "unchanged",
  "undo-conflict",
  "unsaved",
]);

/** Whether every item would fail, as without a connection, token, journal or results log. */
export function failsEveryItem(failure: BulkFailure): boolean {
  if (failure.code !== "service") return failuresOfEveryItem.has(failure.code);
  const { name, status = 0 } = failure.error;
  return errorsOfEveryItem.has(name) || (status >= 502 && status <= 504);
}

const failuresOfEveryItem = new Set<BulkFailure["code"]>([
  "another-run",
  "journal-full",
  "locked-secrets",
  "no-api",
  "no-connection",
  "invalid-network-setting",
  "not-a-service",
  "not-recorded",
  "results-not-kept",
]);

const errorsOfEveryItem = new Set<CmsError["name"]>([
  "CmsTimeoutError",
  "NetworkError",
  "ProxyError",
  "RateLimitError",
  "TlsError",
  "UnauthorizedError",
  "WriteDeniedError",
]);
