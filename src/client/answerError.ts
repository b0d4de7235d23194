import {
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  UnauthorizedError,
  ValidationError,
} from "./errors.ts";
import type { CallFacts, CmsError, Issue } from "./errors.ts";
import { isRecord } from "./json.ts";

const byStatus = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitError,
} as const;

/** The error for an answer that is no success, in the service's own words where it has some. */
export function answerError(call: CallFacts, status: number, body: unknown): CmsError {
  const said = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const message = typeof said["message"] === "string" ? said["message"] : `HTTP ${status}`;
  const details = said["details"];
  const failure = { call, status, details };
  if (status === 400) {
    return new ValidationError(message, { ...failure, issues: issuesOf(message, details) });
  }
  const Known = status in byStatus ? byStatus[status as keyof typeof byStatus] : HttpError;
  return new Known(message, failure);
}

function issuesOf(message: string, details: unknown): Issue[] {
  if (!isRecord(details)) return [];
  if (Array.isArray(details["errors"])) {
    return details["errors"].filter(isRecord).map((error) => ({
      path: Array.isArray(error["path"]) ? error["path"].map(step) : [],
      message: String(error["message"]),
    }));
  }
  const { key, path } = details;
  if (typeof key !== "string") return [];
  const place = typeof path === "string" ? path.split(".") : [];
  // The path of a key that the type has, and that must not be used, ends in that key; of an unknown one in its parent.
  return [{ path: (place.at(-1) === key ? place : [...place, key]).map(step), message }];
}

/** The service gives list indexes as strings. */
const step = (part: unknown): string | number =>
  /^\d+$/.test(String(part)) ? Number(part) : String(part);
