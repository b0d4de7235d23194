import {
  ParseError,
  ConflictError,
  ForbiddenError,
  HttpError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitError,
  UnauthorizedError,
  ValidationError,
} from "../errors.ts";
import type { CallFacts, CmsError, ValidationIssue } from "../errors.ts";
import { isRecord } from "../recordGuard.ts";
import { fail, ok, type Result } from "../result.ts";
import type { Answer } from "./call.ts";
import { retryAfter } from "./retry.ts";
import { withoutSecrets } from "./secrets.ts";
import {
  headerOf,
  isSuccess,
  type AnswerHeaders,
  type Outgoing,
  type RawAnswer,
} from "./attempt.ts";
import type { Channel } from "./channel.ts";

export async function readAnswer(
  call: CallFacts,
  arrived: RawAnswer,
  { isFile }: Pick<Outgoing, "isFile">,
  { decompressed }: Channel,
  { maxResponseBytes, token }: { maxResponseBytes: number; token: string | undefined },
): Promise<Result<Answer>> {
  const { status } = arrived;
  const isAccepted = isSuccess(status);
  let body: unknown;
  let broken: unknown;
  try {
    const bytes = await decompressed(arrived, maxResponseBytes);
    if (isFile && isAccepted) body = bytes;
    else {
      // The body of a success must be valid UTF-8: a later write would send U+FFFD in place of
      // undecodable bytes. The body of an error is only displayed. A byte order mark is skipped.
      const text = new TextDecoder("utf-8", { fatal: isAccepted }).decode(bytes);
      body = text === "" ? undefined : JSON.parse(text);
    }
  } catch (cause) {
    broken = cause;
  }
  // The status takes precedence over the body: a 502 with an HTML page is a 502.
  if (!isAccepted) return fail(answerError(call, withoutToken(arrived, body, token)));
  if (broken === undefined) return ok({ call, status, body, type: typeOf(arrived) }, null);
  return fail(unreadable(call, arrived, broken));
}

const typeOf = ({ headers }: RawAnswer): string | undefined =>
  /^[a-z]+\/[\w.+-]+/i.exec(headerOf(headers, "content-type") ?? "")?.[0];

type ErrorAnswer = Omit<RawAnswer, "body"> & { readonly body: unknown };

/** The service's description of an error, without the token that it may repeat. */
function withoutToken({ status, headers }: RawAnswer, body: unknown, token = ""): ErrorAnswer {
  try {
    return withoutSecrets({ status, headers, body }, [token], "[token]");
  } catch {
    // The body is nested too deep to search for the token.
    return { status, headers: {}, body: undefined };
  }
}

/** The error for an unreadable body. It has no cause if the system's error quotes the body. */
function unreadable(call: CallFacts, arrived: RawAnswer, cause: unknown): ParseError {
  const { status } = arrived;
  if (cause instanceof SyntaxError) {
    const type = typeOf(arrived) ?? "another kind";
    return new ParseError(`The response is not valid JSON (${type}).`, { call, status });
  }
  // The errors of TextDecoder, and of Node's decompression for a body above the limit.
  const isTooLarge = (cause as { readonly code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
  const fault = isTooLarge ? "is larger than allowed" : "can't be decompressed";
  const message = `The response ${cause instanceof TypeError ? "is not UTF-8" : fault}.`;
  return new ParseError(message, { call, status, cause });
}

const byStatus = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: PayloadTooLargeError,
} as const;

function answerError(call: CallFacts, answer: ErrorAnswer): CmsError {
  const { status, headers, body } = answer;
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const message =
    typeof error["message"] === "string" ? error["message"] : statusMessage(status, headers);
  const details = error["details"];
  const retryAfterMs = retryAfter(answer);
  // Whether the service rejected the request for now, before processing it. For a write, a 503 that
  // names no wait can come from a gateway that had forwarded the request.
  const retryable =
    [408, 429].includes(status) ||
    (status === 503 && retryAfterMs !== undefined) ||
    (call.method === "GET" && [502, 503, 504].includes(status));
  const failure = { call, status: status || undefined, details, retryable };
  if (status === 400) {
    return new ValidationError(message, { ...failure, issues: issuesOf(message, details) });
  }
  if (status === 429) {
    return new RateLimitError(message, { ...failure, retryAfterMs });
  }
  const ErrorClass = status in byStatus ? byStatus[status as keyof typeof byStatus] : HttpError;
  return new ErrorClass(message, failure);
}

/** Includes the target of a redirect, without its query, which can contain a secret. */
function statusMessage(status: number, headers: AnswerHeaders): string {
  // A browser hides redirects that it doesn't follow.
  if (status === 0) return "The service redirects, and redirects are not followed.";
  const location = headerOf(headers, "location");
  if (location === undefined) return `HTTP ${status}`;
  const redirectUrl = location.replace(/[?#].*/s, "").replace(/\/\/[^/@]*@/, "//");
  return `HTTP ${status}: the service redirects to ${redirectUrl}, and redirects are not followed.`;
}

function issuesOf(message: string, details: unknown): ValidationIssue[] {
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

/** The path of an unknown key is its parent. That of a known but rejected key ends in the key. */
function parentOf(key: string, path: unknown): string[] {
  if (typeof path !== "string" || path === key) return [];
  return (path.endsWith(`.${key}`) ? path.slice(0, -key.length - 1) : path).split(".");
}

/** The service sends list indexes as strings. */
function step(part: unknown): string | number {
  const text = typeof part === "string" ? part : JSON.stringify(part);
  return /^\d+$/.test(text) ? Number(text) : text;
}
