import type { CmsError } from "../errors.ts";
import { headerOf, type NoAnswer, type RawAnswer } from "./attempt.ts";

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * The wait before the next attempt, in milliseconds; Infinity if there is none. A read is retried.
 * A write is retried only if no byte of it was sent.
 *
 * @param outcome Says whether any of the request may have reached the service, and which wait the
 * service asks for.
 * @param retries The maximum number of retries.
 */
export function pauseBefore(
  error: CmsError,
  outcome: RawAnswer | NoAnswer,
  retries: number,
): number {
  const { name, method, attempts, retryable } = error;
  // An answer arrived, so the request was sent.
  const sent = !("why" in outcome) || outcome.sent;
  const retryAfterMs = "why" in outcome ? undefined : retryAfter(outcome);
  if (!retryable || (method !== "GET" && sent)) return Infinity;
  // Usually the service closed an idle connection. A new one works at once: even with 0 retries.
  if (attempts === 1 && name === "NetworkError" && sent) return 0;
  if (attempts > retries) return Infinity;
  // Random, so that clients that failed together don't retry together.
  const backoffMs = Math.random() * Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
  return retryAfterMs ?? backoffMs;
}

/** Values below this are seconds to wait; values above are Unix times in seconds. */
const firstTime = 1_000_000_000;

/** The wait that an answer asks for before the next request, in milliseconds. */
export function retryAfter({ status, headers }: Omit<RawAnswer, "body">): number | undefined {
  // Some services send in every answer when their rate limit resets. That is not a request to wait.
  const isBusy = status === 429 || status === 503;
  const reset = isBusy ? headerOf(headers, "x-ratelimit-reset") : undefined;
  const waitHeader = headerOf(headers, "retry-after") ?? reset;
  if (waitHeader === undefined) return undefined;
  const seconds = Number(waitHeader);
  if (seconds < firstTime) return Math.max(0, seconds * 1_000);
  const at = Number.isNaN(seconds) ? Date.parse(waitHeader) : seconds * 1_000;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
