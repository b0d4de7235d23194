import type { ReadProgress } from "./readProgress.ts";

/** One rejected field of a document: its path and the reason. */
export interface ValidationIssue {
  /** The path from the body or the query parameter to the field. List indexes are numbers. */
  readonly path: readonly (string | number)[];
  /** The service's message. */
  readonly message: string;
}

/** The facts about a failed call. */
export interface CallFacts {
  /** GET, POST, PUT, PATCH or DELETE. */
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** The number of attempts; 0 when the request was rejected before sending. */
  readonly attempts: number;
  /** Milliseconds since the first attempt, including pauses. */
  readonly elapsedMs: number;
  /** Whether the request was sent without a token. */
  readonly isAnonymous?: boolean;
}

/** The facts that an error is created from. */
export interface ErrorFacts {
  readonly call: CallFacts;
  /** The HTTP status; none when absent. */
  readonly status?: number | undefined;
  /** The service's `error.details`. */
  readonly details?: unknown;
  /** The underlying error. */
  readonly cause?: unknown;
  /** Whether repeating the call is safe and can succeed; false when absent. */
  readonly retryable?: boolean;
}

/** The base class of all errors that a client method can return. */
export abstract class CallError extends Error implements CallFacts {
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
  readonly elapsedMs: number;
  /** Whether the request was anonymous (sent without a token). */
  readonly isAnonymous: boolean;
  /** The HTTP status; undefined where the service sent no answer. */
  readonly status: number | undefined;
  /** The service's `error.details`, unchanged. */
  readonly details: unknown;
  /** Whether repeating the same call is safe and can succeed. */
  readonly retryable: boolean;
  /**
   * How far `findMany({ all: true })` or `pages()` read before the failure. Absent if it read
   * nothing.
   */
  progress?: ReadProgress;

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

  /** The error's own properties for `JSON.stringify`, which would omit the message. */
  toJSON(): object {
    return Object.assign({ message: this.message }, this);
  }
}

/**
 * HTTP 404, or the empty answer of a user route: the document, file, user or route doesn't exist.
 */
export class NotFoundError extends CallError {
  override readonly name = "NotFoundError";
}

/**
 * HTTP 400: the service rejected the request. `issues` is empty where the body names no field or
 * key.
 */
export class ValidationError extends CallError {
  override readonly name = "ValidationError";
  /** The rejected fields; empty where the service names none. */
  readonly issues: readonly ValidationIssue[];

  constructor(message: string, failure: ErrorFacts & Pick<ValidationError, "issues">) {
    super(message, failure);
    this.issues = failure.issues;
  }
}

/** HTTP 401: the token is wrong or expired, or its user is blocked. */
export class UnauthorizedError extends CallError {
  override readonly name = "UnauthorizedError";
}

/** HTTP 403: permission denied. The request has no token, or its token lacks the permission. */
export class ForbiddenError extends CallError {
  override readonly name = "ForbiddenError";
}

/** HTTP 409 or 412: the request conflicts with the current state of the document. */
export class ConflictError extends CallError {
  override readonly name = "ConflictError";
}

/** HTTP 429: too many requests. */
export class RateLimitError extends CallError {
  override readonly name = "RateLimitError";
  /** The wait that the service asks for, in milliseconds; undefined where it names none. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, failure: ErrorFacts & Pick<RateLimitError, "retryAfterMs">) {
    super(message, failure);
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** HTTP 413: the body is larger than the service allows. */
export class PayloadTooLargeError extends CallError {
  override readonly name = "PayloadTooLargeError";
}

/** Any other unsuccessful status, including redirects, which the client never follows. */
export class HttpError extends CallError {
  override readonly name = "HttpError";
}

/** No complete answer within the time limit. The service may have received the request. */
export class CmsTimeoutError extends CallError {
  override readonly name = "CmsTimeoutError";
}

/** The caller's AbortSignal fired, or the client was closed before or during the call. */
export class CmsAbortError extends CallError {
  override readonly name = "CmsAbortError";
  /** Whether the client was closed. Otherwise, the caller's signal fired. */
  readonly isClosed: boolean;

  constructor(message: string, failure: ErrorFacts & Pick<CmsAbortError, "isClosed">) {
    super(message, failure);
    this.isClosed = failure.isClosed;
  }
}

/** The base class of NetworkError, TlsError and ProxyError: the connection failed. */
export abstract class ConnectionError extends CallError {
  /** The system's error code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly code: string | undefined;

  constructor(message: string, failure: ErrorFacts & Pick<ConnectionError, "code">) {
    super(message, failure);
    this.code = failure.code;
  }
}

/** The client can't reach the service, or the connection broke. */
export class NetworkError extends ConnectionError {
  override readonly name = "NetworkError";
}

/**
 * The service's certificate isn't trusted, or the two sides share no encryption. Nothing was sent.
 */
export class TlsError extends ConnectionError {
  override readonly name = "TlsError";
}

/** The client can't reach the proxy, or the proxy denies access. `status` is the proxy's answer. */
export class ProxyError extends ConnectionError {
  override readonly name = "ProxyError";
}

/** The status is a success, but the body isn't in the format that the service should send. */
export class ParseError extends CallError {
  override readonly name = "ParseError";
}

/**
 * A list can't be read to its end: the service returns fewer documents than it counts, ignores the
 * filter that continues the list, or returns documents without end.
 */
export class IncompleteListError extends CallError {
  override readonly name = "IncompleteListError";
  /** The number of documents that were read. */
  readonly read: number;

  constructor(message: string, failure: ErrorFacts & Pick<IncompleteListError, "read">) {
    super(message, failure);
    this.read = failure.read;
  }
}

/** The client rejected the request. Nothing was sent. */
export class RequestError extends CallError {
  override readonly name = "RequestError";
}

/** The client's `isWriteAllowed` option denied the write. Nothing was sent. */
export class WriteDeniedError extends CallError {
  override readonly name = "WriteDeniedError";
}

/** Every error that a client method can return. Tell them apart by `name`. */
export type CmsError =
  | NotFoundError
  | ValidationError
  | UnauthorizedError
  | ForbiddenError
  | ConflictError
  | RateLimitError
  | PayloadTooLargeError
  | HttpError
  | CmsTimeoutError
  | CmsAbortError
  | NetworkError
  | TlsError
  | ProxyError
  | ParseError
  | IncompleteListError
  | RequestError
  | WriteDeniedError;
