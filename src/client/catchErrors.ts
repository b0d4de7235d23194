import { RequestError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";

type Method = (...input: never[]) => Promise<Result<unknown, unknown>>;

/**
 * The same methods, so that they give an error tuple even for an input that can't be read: callers
 * without types pass `null`, and an object may throw when it is looked at.
 */
export function catchErrors<T extends object>(methods: T, url: string): T {
  const guarded = Object.entries(methods).map(([name, method]: [string, Method]) => [
    name,
    async (...input: never[]) => {
      try {
        return await method(...input);
      } catch (cause) {
        return fail(unreadable(verbs.get(name) ?? "GET", url, cause));
      }
    },
  ]);
  return Object.fromEntries(guarded) as T;
}

/**
 * The same for a reading of many pages. Leaving it ends what is in flight at once: a generator alone
 * would first wait for the page that was asked for.
 */
export function catchPageErrors<T, M>(
  read: (leaving: AbortController) => Pages<T, M>,
  url: string,
): Pages<T, M> {
  const leaving = new AbortController();
  const pages = guarded(() => read(leaving), url);
  const leave = pages.return.bind(pages);
  return Object.assign(pages, {
    return: (value: Promise<void>) => {
      leaving.abort();
      return leave(value);
    },
  });
}

type Pages<T, M> = AsyncGenerator<Result<T, M>, void, void>;

async function* guarded<T, M>(read: () => Pages<T, M>, url: string): Pages<T, M> {
  try {
    yield* read();
  } catch (cause) {
    yield fail(unreadable("GET", url, cause));
  }
}

const verbs = new Map([
  ["create", "POST"],
  ["signIn", "POST"],
  ["unpublish", "POST"],
  ["discard", "POST"],
  ["createApiToken", "POST"],
  ["update", "PUT"],
  ["publish", "PUT"],
  ["delete", "DELETE"],
]);

const unreadable = (method: string, url: string, cause: unknown): RequestError =>
  new RequestError("The call's input can't be read.", {
    call: { method, url, attempts: 0, elapsedMs: 0 },
    cause,
  });
