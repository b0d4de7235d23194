import { ParseError } from "./errors.ts";
import type { RequestBounds, Request, Transport, Answer } from "./http/call.ts";
import { isPathSegment } from "./http/pathSegment.ts";
import { isRecord } from "./json.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { DocumentIdentity } from "./types/content.ts";
import type { CallOptions, Meta, Pagination } from "./types/params.ts";

/** Calls a document route and unwraps `data` and `meta`. */
export async function callDocument<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { body } = answer;
  if (!isRecord(body) || !isDocument(body["data"])) return fail(unexpected(answer, "a document"));
  return ok(body["data"] as T, metaOf(body));
}

/** Calls a list of documents. `isRow` checks each of them. */
export async function callList<T>(
  transport: Transport,
  request: Request,
  isRow: (row: unknown) => boolean = isDocument,
): Promise<Result<T[], Meta>> {
  const [error, answer] = await transport.request(request);
  return error ? fail(error) : documentsIn(answer, isRow);
}

/** The documents of a list, and its meta. `isRow` checks each of them. */
export function documentsIn<T>(
  answer: Answer,
  isRow: (row: unknown) => boolean,
): Result<T[], Meta> {
  const { body } = answer;
  if (!isRecord(body) || !Array.isArray(body["data"]) || !body["data"].every(isRow)) {
    return fail(unexpected(answer, "a list of documents"));
  }
  return ok(body["data"] as T[], metaOf(body));
}

/** Whether a row has a documentId, so that another request can refer to it. */
export const hasDocumentId = (row: unknown): row is DocumentIdentity =>
  isRecord(row) && isPathSegment(row["documentId"]);

/** Whether a row is an object, and its documentId, if any, can't lead a request elsewhere. */
const isDocument = (row: unknown): row is Record<string, unknown> =>
  isRecord(row) && ((row["documentId"] ?? null) === null || hasDocumentId(row));

/** Sends a delete. Returns the document where the service sends it, null for an empty body. */
export async function callDelete<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T | null, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const body = isRecord(answer.body) ? answer.body : {};
  return ok(isRecord(body["data"]) ? (body["data"] as T) : null, metaOf(body));
}

/** Converts a method's input to a request. */
export const requestOf = (
  method: Request["method"],
  path: Request["path"],
  input: CallOptions & { readonly params?: object; readonly payload?: unknown },
): Request => ({
  method,
  path,
  query: input.params,
  body: input.payload,
  ...optionsOf(input),
});

/** The input of a PUT that publishes the draft unchanged. */
export const publication = <Input extends { readonly params?: object }>(input: Input) => ({
  ...input,
  params: { ...input.params, status: "published" },
  payload: { data: {} },
});

/**
 * The limits of a call, from a method's input. A call with several requests computes them once: the
 * requests share one deadline, the caller's or the client's.
 */
export function optionsOf(input: CallOptions & RequestBounds, clients?: number): RequestBounds {
  const { signal, timeoutMs, deadlineMs = clients, deadlineAt } = input;
  const until = deadlineMs === undefined ? undefined : performance.now() + deadlineMs;
  return { ...(signal && { signal }), timeoutMs, deadlineAt: deadlineAt ?? until };
}

const metaOf = (body: Record<string, unknown>): Meta =>
  isRecord(body["meta"]) ? body["meta"] : {};

/** The error for an answer with a successful status and an invalid body. */
export const unexpected = ({ call, status }: Answer, wanted: string): ParseError =>
  new ParseError(`Expected ${wanted}, and got something else.`, { call, status });

/**
 * The user and file routes read pagination only from `start` and `limit` at the root of the query.
 */
export function rootRange(pagination: Pagination | undefined) {
  if (!pagination) return {};
  const { page, pageSize, start, limit } = pagination;
  if (page === undefined && pageSize === undefined) return { start, limit };
  const size = pageSize ?? 25;
  return { start: ((page ?? 1) - 1) * size, limit: size };
}
