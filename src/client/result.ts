import type { CmsError } from "./errors.ts";

/**
 * What every client method resolves to; nothing is ever thrown (specification, sections 1 and 7).
 * `if (error) return` narrows `data` and `meta` to their values.
 */
export type Result<T, M = null> =
  readonly [error: null, data: T, meta: M] | readonly [error: CmsError, data: null, meta: null];

export const ok = <T, M>(data: T, meta: M): Result<T, M> => [null, data, meta];

export const fail = (error: CmsError): readonly [CmsError, null, null] => [error, null, null];
