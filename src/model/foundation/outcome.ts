import type { CmsError, Result } from "../../client/index.ts";

export type { CmsError };

/** A failure of any group. `model/failure.ts` joins the closed unions of the groups. */
export interface AnyFailure {
  readonly code: string;
}

/** The result of a call: a value, or a failure of type `F` that says why there is none. */
export type Outcome<T, F extends AnyFailure> =
  | readonly [failure: F, value: null]
  | readonly [failure: null, value: T];

/**
 * The service rejected a request, or did not answer it. `arrived` is set if a write may have
 * reached the service: `no` if a later read did not find it, `unknown` if that read failed.
 */
export interface ServiceFailure {
  readonly code: "service";
  readonly error: CmsError;
  readonly arrived?: "no" | "unknown";
  /** The type's name, if a write with only changes failed. A hook may need all fields. */
  readonly partialType?: string;
}

export const done = <T>(value: T): readonly [failure: null, value: T] => [null, value];

export const failed = <const F extends AnyFailure>(
  failure: F,
): readonly [failure: F, value: null] => [failure, null];

export const refused = (error: CmsError): readonly [failure: ServiceFailure, value: null] =>
  failed({ code: "service", error });

export const toOutcome = <T>([error, value]: Result<T, unknown>): Outcome<T, ServiceFailure> =>
  error ? refused(error) : done(value);

/** A failure stays as it is. */
export const mapOutcome = <T, U, F extends AnyFailure>(
  outcome: Outcome<T, F>,
  change: (value: T) => U,
): Outcome<U, F> => (isDone(outcome) ? done(change(outcome[1])) : failed(outcome[0]));

/** Narrows an outcome whose failure is a type parameter, which destructuring doesn't. */
export const isDone = <T>(outcome: Outcome<T, AnyFailure>): outcome is readonly [null, T] =>
  outcome[0] === null;

export const isServiceFailure = (failure: AnyFailure): failure is ServiceFailure =>
  failure.code === "service";

export const hasName = ({ name }: CmsError, ...names: readonly CmsError["name"][]): boolean =>
  names.includes(name);

/** Whether the request ended because its connection was changed, which closes its client. */
export const isCutOff = (failure: AnyFailure): boolean =>
  isServiceFailure(failure) && failure.error.name === "CmsAbortError" && failure.error.isClosed;

/** Whether the service rejected the content of a request. */
export const isInvalid = (failure: AnyFailure): boolean =>
  isServiceFailure(failure) && failure.error.name === "ValidationError";

/** Whether the service answered, and denied access. */
export const isRefusal = (failure: AnyFailure): boolean =>
  isServiceFailure(failure) && hasName(failure.error, "UnauthorizedError", "ForbiddenError");

export const isDeniedToAnonymous = (failure: AnyFailure | undefined): boolean =>
  failure !== undefined &&
  isServiceFailure(failure) &&
  failure.error.name === "ForbiddenError" &&
  failure.error.isAnonymous;

/** Whether the document does not exist, or does not exist yet. */
export const isMissing = ({ code }: AnyFailure): boolean =>
  code === "gone" || code === "nothing-yet";

/** Removes the details of an error, which can repeat a secret that was sent. */
export function withoutDetails<F extends AnyFailure>(failure: F): F {
  if (isServiceFailure(failure)) Object.defineProperty(failure.error, "details", { value: {} });
  return failure;
}

export const whyOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether the service denies access to a route, or does not have it. */
export const isDenied = ({ name }: CmsError): boolean => /^(Forbidden|NotFound)Error$/.test(name);
