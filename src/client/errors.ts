/** One refused field of a document: where it stands (list indexes are numbers) and why. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is known of the call that failed. The URL carries no credentials. */
export interface CallFacts {
  readonly method: string;
  readonly url: string;
  /** How often the request was tried; 0 when it was refused before sending. */
  readonly attempts: number;
  readonly elapsedMs: number;
}

interface Failure {
  readonly call: CallFacts;
  readonly status?: number;
  readonly details?: unknown;
  readonly cause?: unknown;
}

abstract class CallError extends Error {
  readonly call: CallFacts;
  /** The HTTP status, where the service answered. */
  readonly status: number | undefined;
  /** The service's own `error.details`, as it came. */
  readonly details: unknown;

  constructor(message: string, { call, status, details, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.call = call;
    this.status = status;
    this.details = details;
  }
}

/** 404, and the empty answer of a user route (specification, section 7). */
export class NotFoundError extends CallError {
  override readonly name = "NotFoundError";
}

/** 400 whose body names fields or keys. */
export class ValidationError extends CallError {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(message: string, failure: Failure & { readonly issues: readonly Issue[] }) {
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

/** The caller's AbortSignal fired. */
export class AbortError extends CallError {
  override readonly name = "AbortError";
}

/** The service could not be reached, or the connection broke. `code` is the system's, such as ECONNREFUSED. */
export class NetworkError extends CallError {
  override readonly name = "NetworkError";
  readonly code: string | undefined;

  constructor(message: string, failure: Failure & { readonly code: string | undefined }) {
    super(message, failure);
    this.code = failure.code;
  }
}

/** A successful status whose body is not what this kind of service sends. */
export class ParseError extends CallError {
  override readonly name = "ParseError";
}

/** Refused before anything was sent. */
export class RequestError extends CallError {
  override readonly name = "RequestError";
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
  | ParseError
  | RequestError;
