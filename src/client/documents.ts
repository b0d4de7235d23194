import { ParseError } from "./errors.ts";
import type { RequestBounds, Request, Transport, Answer } from "./http/call.ts";
import { isRecord } from "./json.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { CallOptions, Meta, Pagination } from "./types/params.ts";

/** One call to a document route: unwraps `data` and `meta`. */
export async function callDocument<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { body } = answer;
  if (!isRecord(body) || !isRecord(body["data"])) return fail(unexpected(answer, "a document"));
  return ok(body["data"] as T, metaOf(body));
}

/** One call to a list of documents; `isRow` is what each of them must be. */
export async function callList<T>(
  transport: Transport,
  request: Request,
  isRow: (row: unknown) => boolean = isRecord,
): Promise<Result<T[], Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { body } = answer;
  if (!isRecord(body) || !Array.isArray(body["data"]) || !body["data"].every(isRow)) {
    return fail(unexpected(answer, "a list of documents"));
  }
  return ok(body["data"] as T[], metaOf(body));
}

/** A delete: the document where the service sends it, null for an empty body. */
export async function callDelete<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T | null, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const body = isRecord(answer.body) ? answer.body : {};
  return ok(isRecord(body["data"]) ? (body["data"] as T) : null, metaOf(body));
}

/** A request out of a method's input. */
export const requestOf = (
  method: Request["method"],
  path: Request["path"],
  input: CallOptions & { readonly params?: object; readonly payload?: unknown },
): Request => ({
  method,
  path,
  ...(input.params && { query: input.params }),
  ...("payload" in input && { body: input.payload }),
  ...optionsOf(input),
});

/** The input of a PUT that publishes the draft as it is (specification, section 3). */
export const publication = <Input extends { readonly params?: object }>(input: Input) => ({
  ...input,
  params: { ...input.params, status: "published" },
  payload: { data: {} },
});

/**
 * What bounds a call, out of a method's input. Of a call of several requests it is taken once: they
 * share one deadline, the caller's or the client's.
 */
export function optionsOf(input: CallOptions & RequestBounds, clients?: number): RequestBounds {
  const { signal, timeoutMs, deadlineMs = clients, deadlineAt } = input;
  const until =
    deadlineAt ?? (deadlineMs === undefined ? undefined : performance.now() + deadlineMs);
  return {
    ...(signal && { signal }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(until !== undefined && { deadlineAt: until }),
  };
}

const metaOf = (body: Record<string, unknown>): Meta =>
  isRecord(body["meta"]) ? body["meta"] : {};

/** The error for an answer that has the right status and the wrong body. */
export const unexpected = ({ call, status }: Answer, wanted: string): ParseError =>
  new ParseError(`Expected ${wanted}, and got something else.`, { call, status });

/** The routes of users and files read a page only from `start` and `limit` at the root of the query. */
export function rootRange(pagination: Pagination | undefined): { start?: number; limit?: number } {
  if (!pagination) return {};
  const { page, pageSize, start, limit } = pagination;
  if (page === undefined && pageSize === undefined) {
    return { ...(start !== undefined && { start }), ...(limit !== undefined && { limit }) };
  }
  const size = pageSize ?? 25;
  return { start: ((page ?? 1) - 1) * size, limit: size };
}
