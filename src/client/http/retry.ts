import type { IncomingHttpHeaders } from "node:http";
import type { CmsError } from "../errors.ts";
import { headerOf } from "./attempt.ts";

/** What decides whether a failed attempt is followed by another. */
export interface FailedAttempt {
  readonly error: CmsError;
  /** Whether any of the request may have reached the service. */
  readonly sent: boolean;
  /** What the service asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** How often it may be tried again in all. */
  readonly retries: number;
}

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * How long to wait before the next attempt, in milliseconds; Infinity when there is none. A read is
 * tried again, a write only when no byte of it was sent.
 */
export function pauseBefore({ error, sent, retryAfterMs, retries }: FailedAttempt): number {
  const { method, attempts, retryable } = error;
  if (!retryable || (method !== "GET" && sent)) return Infinity;
  if (attempts === 1 && isStale(error, sent)) return 0;
  if (attempts > retries) return Infinity;
  return retryAfterMs ?? backoff(attempts);
}

/** Most often the service had closed an idle connection. A new one works at once, and is always tried. */
const isStale = ({ name }: CmsError, sent: boolean): boolean => name === "NetworkError" && sent;

/** With chance in it, clients that failed together do not come back together. */
const backoff = (attempts: number): number =>
  Math.random() * Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);

/** Seconds below this are a wait, above it a time since 1970. */
const firstTime = 1_000_000_000;

/** What an answer asks to wait before the next request, in milliseconds. */
export function retryAfter(status: number, headers: IncomingHttpHeaders): number | undefined {
  // Some services tell with every answer when their count begins anew: that is no wish to wait.
  const isBusy = status === 429 || status === 503;
  const reset = isBusy ? headerOf(headers, "x-ratelimit-reset") : undefined;
  const asked = headerOf(headers, "retry-after") ?? reset;
  if (asked === undefined) return undefined;
  const seconds = Number(asked);
  if (seconds < firstTime) return Math.max(0, seconds * 1_000);
  const at = Number.isNaN(seconds) ? Date.parse(asked) : seconds * 1_000;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
