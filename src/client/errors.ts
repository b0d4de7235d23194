import type { Progress } from "./progress.ts";

/** One refused field of a document: where it stands (list indexes are numbers) and why. */
export interface Issue {
  /** From the body, or from the query's parameter, down to the field. */
  readonly path: readonly (string | number)[];
  /** The service's own words. */
  readonly message: string;
}

/** What is known of the call that failed. The URL carries no credentials. */
export interface CallFacts {
  readonly method: string;
  readonly url: string;
  /** How often the request was tried; 0 when it was refused before sending. */
  readonly attempts: number;
  /** From the first attempt on, pauses included, in milliseconds. */
  readonly elapsedMs: number;
  /** Whether it was sent without a token. */
  readonly isAnonymous?: boolean;
}

interface ErrorFacts {
  readonly call: CallFacts;
  readonly status?: number | undefined;
  readonly details?: unknown;
  readonly cause?: unknown;
  readonly retryable?: boolean;
}

abstract class CallError extends Error implements CallFacts {
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
  readonly elapsedMs: number;
  /** Whether the request was sent without a token: nobody asked. */
  readonly isAnonymous: boolean;
  /** The HTTP status, where the service answered. */
  readonly status: number | undefined;
  /** The service's own `error.details`, as it came. */
  readonly details: unknown;
  /** Whether the same call may be made again without harm, and may then succeed. */
  readonly retryable: boolean;
  /** Set by `findMany({ all: true })` and `pages()` where something was read before the failure. */
  progress?: Progress;

  constructor(message: string, { call, status, details, cause, retryable }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.method = call.method;
    this.url = call.url;
    this.attempts = call.attempts;
    this.elapsedMs = call.elapsedMs;
    this.isAnonymous = call.isAnonymous ?? false;
    this.status = status;
    this.details = details;
    this.retryable = retryable ?? false;
  }
}

/** 404, and the empty answer of a user route (specification, section 7). */
export class NotFoundError extends CallError {
  override readonly name = "NotFoundError";
}

/** 400; `issues` is empty where the body names no field and no key. */
export class ValidationError extends CallError {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(message: string, failure: ErrorFacts & { readonly issues: readonly Issue[] }) {
    super(message, failure);
    this.issues = failure.issues;
  }
}

/** 401: the token is wrong, expired, or of a blocked user. */
export class UnauthorizedError extends CallError {
  override readonly name = "UnauthorizedError";
}

/** 403: no token, or one that lacks the permission. */
export class ForbiddenError extends CallError {
  override readonly name = "ForbiddenError";
}

/** 409 and 412. */
export class ConflictError extends CallError {
  override readonly name = "ConflictError";
}

/** 429. */
export class RateLimitError extends CallError {
  override readonly name = "RateLimitError";
  /** How long the service asks to wait, in milliseconds, where it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    failure: ErrorFacts & { readonly retryAfterMs: number | undefined },
  ) {
    super(message, failure);
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** 413. */
export class PayloadTooLargeError extends CallError {
  override readonly name = "PayloadTooLargeError";
}

/** Any other answer that is no success, redirects included: they are never followed. */
export class HttpError extends CallError {
  override readonly name = "HttpError";
}

/** No whole answer in time; the request may have arrived. */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
}

/** The caller's AbortSignal fired, or the client was closed before or while the call was made. */
export class AbortError extends CallError {
  override readonly name = "AbortError";
}

abstract class ConnectionError extends CallError {
  /** The system's own code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly code: string | undefined;

  constructor(message: string, failure: ErrorFacts & { readonly code: string | undefined }) {
    super(message, failure);
    this.code = failure.code;
  }
}

/** The service could not be reached, or the connection broke. */
export class NetworkError extends ConnectionError {
  override readonly name = "NetworkError";
}

/** The service's certificate was refused, or the two sides share no way to encrypt. Nothing was sent. */
export class TlsError extends ConnectionError {
  override readonly name = "TlsError";
}

/** The proxy could not be reached or would not let us through; `status` is the proxy's answer. */
export class ProxyError extends ConnectionError {
  override readonly name = "ProxyError";
}

/** A successful status whose body is not what this kind of service sends. */
export class ParseError extends CallError {
  override readonly name = "ParseError";
}

/** Refused before anything was sent. */
export class RequestError extends CallError {
  override readonly name = "RequestError";
}

/** The client's `mayWrite` said no: nothing was sent. */
export class LockedError extends CallError {
  override readonly name = "LockedError";
}

/** Every error a client method can return; tell them apart by `name`. */
export type CmsError =
  | NotFoundError
  | ValidationError
  | UnauthorizedError
  | ForbiddenError
  | ConflictError
  | RateLimitError
  | PayloadTooLargeError
  | HttpError
  | TimeoutError
  | AbortError
  | NetworkError
  | TlsError
  | ProxyError
  | ParseError
  | RequestError
  | LockedError;
