import type { IncomingHttpHeaders } from "node:http";
import {
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  UnauthorizedError,
  ValidationError,
} from "../errors.ts";
import type { CallFacts, CmsError, Issue } from "../errors.ts";
import { isRecord } from "../json.ts";
import { retryAfter } from "./retry.ts";
import { headerOf } from "./wire.ts";

const byStatus = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: PayloadTooLargeError,
} as const;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The error for an answer that is no success, in the service's own words where it has some. */
export function answerError(call: CallFacts, { status, headers, body }: ErrorAnswer): CmsError {
  const said = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const message =
    typeof said["message"] === "string" ? said["message"] : statusMessage(status, headers);
  const details = said["details"];
  const retryAfterMs = retryAfter(status, headers);
  const retryable = isTemporary(call.method, status, retryAfterMs);
  const failure = { call, status, details, retryable };
  if (status === 400) {
    return new ValidationError(message, { ...failure, issues: issuesOf(message, details) });
  }
  if (status === 429) {
    return new RateLimitError(message, { ...failure, retryAfterMs });
  }
  const Known = status in byStatus ? byStatus[status as keyof typeof byStatus] : HttpError;
  return new Known(message, failure);
}

/** Where a redirect leads is worth knowing, without a query that may hold a secret. */
function statusMessage(status: number, headers: IncomingHttpHeaders): string {
  const location = headerOf(headers, "location");
  if (location === undefined) return `HTTP ${status}`;
  const place = location.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
  return `HTTP ${status}: it leads to ${place}, and redirects are not followed.`;
}

/**
 * Refused for now, before the request was looked at. A 503 says so only where it says when to come
 * again: for a write, it may come from something on the way that had passed the request on.
 */
const isTemporary = (method: string, status: number, retryAfterMs: number | undefined): boolean =>
  [408, 429].includes(status) ||
  (status === 503 && retryAfterMs !== undefined) ||
  (method === "GET" && [502, 503, 504].includes(status));

function issuesOf(message: string, details: unknown): Issue[] {
  if (!isRecord(details)) return [];
  if (Array.isArray(details["errors"])) {
    return details["errors"].filter(isRecord).map((error) => ({
      path: Array.isArray(error["path"]) ? error["path"].map(step) : [],
      message: typeof error["message"] === "string" ? error["message"] : message,
    }));
  }
  const { key, path } = details;
  if (typeof key !== "string") return [];
  return [{ path: [...parentOf(key, path).map(step), step(key)], message }];
}

/** The path of an unknown key is its parent; that of one which is there and refused ends in the key. */
function parentOf(key: string, path: unknown): string[] {
  if (typeof path !== "string" || path === key) return [];
  return (path.endsWith(`.${key}`) ? path.slice(0, -key.length - 1) : path).split(".");
}

/** The service gives list indexes as strings. */
function step(part: unknown): string | number {
  const text = typeof part === "string" ? part : JSON.stringify(part);
  return /^\d+$/.test(text) ? Number(text) : text;
}
