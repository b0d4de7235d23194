import { RequestError, type CmsError } from "./errors.ts";
import { isRecord } from "./recordGuard.ts";

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

type Method = (...input: never[]) => Promise<Result<unknown, unknown>>;

const commonOptions = "signal timeoutMs deadlineMs";

const unknownIn = (value: unknown, names: string): string | undefined =>
  Object.keys(isRecord(value) ? value : {}).find(
    (name) =>
      !names.split(" ").includes(name) && (value as Record<string, unknown>)[name] !== undefined,
  );

/**
 * Why a method doesn't accept an input; undefined if it does. A misspelled option would be ignored.
 * The names in `params` are the service's, and a project can have its own.
 */
function inputFault(input: unknown, names: string): string | undefined {
  const option = unknownIn(input, `${commonOptions} ${names}`);
  return option === undefined ? undefined : `The call has no option ${JSON.stringify(option)}.`;
}

/**
 * Wraps methods so that they return an error tuple even for an unreadable input. Untyped callers
 * pass `null`, and a property of an object can throw.
 *
 * @param options The names of each method's own options.
 */
export function catchErrors<T extends object>(
  methods: T,
  url: string,
  options: Readonly<Record<NoInfer<keyof T>, string>>,
): T {
  const guarded = Object.entries(methods).map(([name, method]: [string, Method]) => {
    const verb = verbs.get(name) ?? "GET";
    const guardedMethod = async (...input: never[]) => {
      try {
        const fault = inputFault(input[0], options[name as keyof T]);
        return await (fault === undefined ? method(...input) : fail(unsent(verb, url, fault)));
      } catch (cause) {
        return fail(unreadable(verb, url, cause));
      }
    };
    return [name, guardedMethod];
  });
  return Object.fromEntries(guarded) as T;
}

/**
 * Wraps a read of many pages in the same way. Leaving the loop cancels the pending request
 * immediately. A plain generator would wait for it first.
 */
export function catchPageErrors<T, M>(
  read: (leaving: AbortController) => Pages<T, M>,
  url: string,
  input: unknown,
): Pages<T, M> {
  const leaving = new AbortController();
  const pages = (async function* (): Pages<T, M> {
    try {
      const fault = inputFault(input, "params");
      if (fault === undefined) yield* read(leaving);
      else yield fail(unsent("GET", url, fault));
    } catch (cause) {
      yield fail(unreadable("GET", url, cause));
    }
  })();
  const leave = pages.return.bind(pages);
  return Object.assign(pages, {
    return: (value: Promise<void>) => {
      leaving.abort();
      return leave(value);
    },
  });
}

type Pages<T, M> = AsyncGenerator<Result<T, M>, void, void>;

const verbs = new Map([
  ["create", "POST"],
  ["createLocalization", "POST"],
  ["signIn", "POST"],
  ["unpublish", "POST"],
  ["discard", "POST"],
  ["createApiToken", "POST"],
  ["update", "PUT"],
  ["publish", "PUT"],
  ["delete", "DELETE"],
]);

const unreadable = (method: string, url: string, cause: unknown) =>
  unsent(method, url, "The call's input can't be read.", cause);
