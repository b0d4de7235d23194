import { isPathSegment, type RequestBounds, type Request, type Transport } from "./http/call.ts";
import { isRecord } from "./recordGuard.ts";
import { fail, ok, type Result } from "./result.ts";
import type { DocumentIdentity } from "./types/content.ts";
import type { CallOptions, Meta, Pagination } from "./types/params.ts";
import { NotFoundError, ParseError } from "./errors.ts";

export async function requestData<T>(
  transport: Transport,
  request: Request,
  parse: (data: unknown, body: unknown) => T,
): Promise<Result<T, Meta>> {
  const [error, answer] = await requestParsed(transport, request, (body) => {
    const { data, meta } = isRecord(body) ? body : {};
    return { data: parse(data, body), meta: isRecord(meta) ? meta : {} };
  });
  return error ? fail(error) : ok(answer.data, answer.meta);
}

export const callDocument = <T>(transport: Transport, request: Request): Promise<Result<T, Meta>> =>
  requestData(transport, request, (data) =>
    isDocument(data) ? (data as T) : throwUnexpected("a document"),
  );

/** As `callDocument`, for a read: some services send null for a document that doesn't exist. */
export const findDocument = <T>(transport: Transport, request: Request): Promise<Result<T, Meta>> =>
  requestData(transport, request, (data, body) => {
    if (data === null && !("error" in Object(body))) return throwNotFound("Document not found");
    return isDocument(data) ? (data as T) : throwUnexpected("a document");
  });

export const callList = <T>(transport: Transport, request: Request): Promise<Result<T[], Meta>> =>
  requestData(transport, request, (data) => documentsIn(data, isDocument));

/** `isRow` checks each document. */
export const documentsIn = <T>(data: unknown, isRow: (row: unknown) => boolean): T[] =>
  Array.isArray(data) && data.every(isRow) ? (data as T[]) : throwUnexpected("a list of documents");

/** Whether a row has a documentId, so that another request can refer to it. */
export const hasDocumentId = (row: unknown): row is DocumentIdentity =>
  isRecord(row) && isPathSegment(row["documentId"]);

/** Whether a row is an object, and its documentId, if any, can't lead a request elsewhere. */
const isDocument = (row: unknown): row is Record<string, unknown> =>
  isRecord(row) && ((row["documentId"] ?? null) === null || hasDocumentId(row));

/** Returns the document where the service sends it, null for an empty body. */
export const callDelete = <T>(
  transport: Transport,
  request: Request,
): Promise<Result<T | null, Meta>> =>
  requestData(transport, request, (data) => (isRecord(data) ? (data as T) : null));

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

/** The user and file routes read only `start` and `limit`, at the root of the query. */
export function rootRange(pagination: Pagination | undefined) {
  if (!pagination) return {};
  const { page, pageSize, start, limit } = pagination;
  if (page === undefined && pageSize === undefined) return { start, limit };
  const size = pageSize ?? 25;
  return { start: ((page ?? 1) - 1) * size, limit: size };
}

/** What is wrong with a part of an answer, as a sentence that names the part. */
export class AnswerFault extends Error {
  override readonly name = "AnswerFault";
  /** The class of the error that the call returns. */
  readonly ErrorClass: typeof NotFoundError | typeof ParseError;

  constructor(message: string, ErrorClass: AnswerFault["ErrorClass"] = ParseError) {
    super(message);
    this.ErrorClass = ErrorClass;
  }
}

/** `expected` describes the body that the caller expects. */
export function throwUnexpected(expected: string): never {
  throw new AnswerFault(`Expected ${expected}, and got something else.`);
}

/** Throws because a successful answer shows that what was requested doesn't exist. */
export function throwNotFound(message: string): never {
  throw new AnswerFault(message, NotFoundError);
}

/** `parse` throws an AnswerFault for a body that it can't convert. */
export async function requestParsed<T>(
  transport: Transport,
  request: Request,
  parse: (body: unknown) => T,
): Promise<Result<T>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  try {
    return ok(parse(answer.body), null);
  } catch (cause) {
    if (!(cause instanceof AnswerFault)) throw cause;
    const { call, status } = answer;
    return fail(new cause.ErrorClass(cause.message, { call, status }));
  }
}
