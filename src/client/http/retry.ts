import type { IncomingHttpHeaders } from "node:http";
import type { CmsError } from "../errors.ts";

/** What decides whether a failed attempt is followed by another. */
export interface Attempted {
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
export function pauseBefore({ error, sent, retryAfterMs, retries }: Attempted): number {
  const { method, attempts, retryable } = error;
  const mayRepeat = retryable && (method === "GET" || !sent);
  if (!mayRepeat || attempts > retries) return Infinity;
  return retryAfterMs ?? backoff(attempts, error.name === "NetworkError" && sent);
}

function backoff(attempts: number, broke: boolean): number {
  // Most often the service had closed an idle connection: a new one works at once.
  if (broke && attempts === 1) return 0;
  // With chance in it, clients that failed together do not come back together.
  return Math.random() * Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
}

/** Seconds below this are a wait, above it a time since 1970. */
const firstTime = 1_000_000_000;

/** What an answer asks to wait before the next request, in milliseconds. */
export function retryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const asked = headers["retry-after"] ?? headers["x-ratelimit-reset"];
  if (asked === undefined) return undefined;
  const number = Number(asked);
  const at = Number.isNaN(number) ? Date.parse(String(asked)) : number * 1_000;
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, at < firstTime * 1_000 ? at : at - now);
}
