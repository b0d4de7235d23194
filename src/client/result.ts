import { RequestError } from "./errors.ts";
import type { CmsError } from "./errors.ts";

/**
 * The result of every client method. Methods never throw and never reject. After `if (error)
 * return`, TypeScript knows that `data` and `meta` have their values.
 */
export type Result<T, M = null> =
  | readonly [error: null, data: T, meta: M]
  | readonly [error: CmsError, data: null, meta: null];

export const ok = <T, M>(data: T, meta: M): Result<T, M> => [null, data, meta];

export const fail = (error: CmsError): readonly [CmsError, null, null] => [error, null, null];

/** The error for a call that is rejected before anything is sent. */
export const unsent = (
  method: string,
  url: string,
  message: string,
  cause?: unknown,
): RequestError =>
  new RequestError(message, { call: { method, url, attempts: 0, elapsedMs: 0 }, cause });
