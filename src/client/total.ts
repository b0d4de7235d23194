import { RequestError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";

type Method = (...input: never[]) => Promise<Result<unknown, unknown>>;

/**
 * The same methods, so that they give an error tuple even for an input that can't be read: callers
 * without types pass `null`, and an object may throw when it is looked at.
 */
export function total<T extends object>(methods: T, url: string): T {
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

/** The same for a reading of many pages. */
export async function* totalPages<T, M>(
  read: () => AsyncGenerator<Result<T, M>, void, void>,
  url: string,
): AsyncGenerator<Result<T, M>, void, void> {
  try {
    yield* read();
  } catch (cause) {
    yield fail(unreadable("GET", url, cause));
  }
}

const verbs = new Map([
  ["create", "POST"],
  ["update", "PUT"],
  ["publish", "PUT"],
  ["delete", "DELETE"],
]);

const unreadable = (method: string, url: string, cause: unknown): RequestError =>
  new RequestError("The call's input can't be read.", {
    call: { method, url, attempts: 0, elapsedMs: 0 },
    cause,
  });
