import {
  callDocument,
  documentsIn,
  hasDocumentId,
  optionsOf,
  requestData,
  requestOf,
  throwNotFound,
} from "./requests.ts";
import type { DocumentIdentity } from "./types/content.ts";
import type {
  CreateInput,
  CreateLocalizationInput,
  UpdateInput,
  UpsertInput,
  Meta,
  WriteParams,
} from "./types/params.ts";
import { fail, unsent, type Result } from "./result.ts";
import type { Request, RequestBounds, Transport } from "./http/call.ts";
import type { Filters } from "./types/filters.ts";
import { optionFault } from "./http/query.ts";
import { isRecord } from "./recordGuard.ts";

type Update<T> = (input: UpdateInput) => Promise<Result<T, Meta>>;

/** Reads the document that a write is about. Drafts count, and no cache answers. */
const firstMatch = <T = DocumentIdentity | undefined>(
  transport: Transport,
  path: Request["path"],
  params: object,
  bounds: RequestBounds,
  parse: (first: DocumentIdentity | undefined) => T = (first) => first as T,
): Promise<Result<T, Meta>> => {
  const query = { status: "draft", ...params, pagination: { pageSize: 1 } };
  const request = { method: "GET", path, query, ...bounds, isForWrite: true } as const;
  return requestData(transport, request, (data) =>
    parse(documentsIn<DocumentIdentity>(data, hasDocumentId)[0]),
  );
};

/**
 * Sends a POST. With a locale, adds the localization to a document of the default locale.
 *
 * The service's own POST would create a document that has only that locale. So the document is
 * found by `filters` in the default locale, including drafts, or created, and then gets its
 * localization by PUT.
 */
export async function createOrLocalize<T>(
  transport: Transport,
  update: Update<T>,
  path: Request["path"],
  given: CreateInput,
  filters?: Filters,
): Promise<Result<T, Meta>> {
  const input = { ...given, ...optionsOf(given, transport.deadlineMs) };
  const { params = {} } = input;
  const { locale, status, populate } = params;
  // The first of the requests has no locale.
  const wrongOption = optionFault(params);
  if (wrongOption !== undefined)
    return fail(unsent("POST", transport.url + path.join("/"), wrongOption));
  const post = (query: WriteParams) =>
    callDocument<T>(transport, requestOf("POST", path, { ...input, params: query }));
  if ([undefined, "*"].includes(locale)) return post(params);

  if (filters) {
    const [error, base] = await firstMatch(transport, path, { filters }, optionsOf(input));
    if (error) return fail(error);
    if (base) return update({ ...input, documentId: base.documentId });
  }
  // Without `fields`, so that the answer includes the locale.
  const created = await post({ status, ...(populate && { populate }) });
  // A type without localizations has no locale to add, and the default one exists already.
  if (created[0]) return created;
  const { locale: createdLocale } = created[1] as { readonly locale?: string | null };
  if ([locale, null, undefined].includes(createdLocale)) return created;
  const { documentId } = created[1] as DocumentIdentity;
  const added = await update({ ...input, documentId });
  if (added[0]) {
    const half = `The document ${documentId} was created, but not its localization`;
    // A retry would create a second document.
    Object.assign(added[0], { message: `${half}: ${added[0].message}`, retryable: false });
  }
  return added;
}

/** Adds a localization to a document by PUT, or creates a document with only this one by POST. */
export async function createLocalization<T>(
  transport: Transport,
  path: Request["path"],
  input: CreateLocalizationInput,
): Promise<Result<T, Meta>> {
  const { payload, params } = input;
  const refuse = (fault: string) => fail(unsent("POST", transport.url + path.join("/"), fault));
  // The types forbid these combinations, but untyped callers can pass them.
  const { locale } = Object(params) as { readonly locale?: unknown };
  if (typeof locale !== "string" || locale === "")
    return refuse("params.locale must be a locale's code.");
  if ("documentId" in input && "filters" in input)
    return refuse("The input must contain documentId or filters, not both.");
  const bounds = optionsOf(input, transport.deadlineMs);
  const content = { query: params, body: payload, ...bounds };
  const update = (documentId: string) =>
    callDocument<T>(transport, { method: "PUT", path: [...path, documentId], ...content });
  // A key that is present without a value is rejected when its request is prepared.
  if ("documentId" in input) return update(input.documentId);
  if (!("filters" in input)) return callDocument(transport, { method: "POST", path, ...content });
  // A copy, so that undefined is rejected as an empty filter.
  const filters = { filters: { ...input.filters } };
  const [error, target] = await firstMatch(
    ...([transport, path, filters, bounds] as const),
    (first) => first ?? throwNotFound("No document of the default locale matches the filters."),
  );
  return error ? fail(error) : update(target.documentId);
}

/**
 * Reads, then sends a PUT or a POST. Drafts count as found, or they would be created a second time.
 *
 * Calls with the same filters run one after the other. The second then finds the document that the
 * first created. If another client creates the document first, the service rejects the duplicate
 * unique value. The upsert then reads once more. The service checks unique values only on
 * publishing, so two clients can still create two drafts.
 */
export async function upsertDocument<T>(
  transport: Transport,
  update: Update<T>,
  path: Request["path"],
  input: UpsertInput,
): Promise<Result<T, Meta>> {
  const { payload, filters, params = {} } = input;
  const options = optionsOf(input, transport.deadlineMs);
  const updateMatch = async (): Promise<Result<T | null, Meta>> => {
    // A copy, so that filters which an untyped caller omits are rejected as empty.
    const query = { ...params, status: params.status ?? "draft", filters: { ...filters } };
    const [error, document, meta] = await firstMatch(transport, path, query, options);
    if (error) return fail(error);
    if (!document) return [null, null, meta];
    return update({ documentId: document.documentId, payload, params, ...options });
  };
  const queueKey = JSON.stringify([path, canonical(filters), params.locale]);
  return transport.inKeyedQueue(queueKey, options, async () => {
    const updated = await updateMatch();
    if (isThere(updated)) return updated;
    const creation = { payload, params, ...options };
    const created = await createOrLocalize(transport, update, path, creation, filters);
    const [error] = created;
    if (error?.name !== "ValidationError") return created;
    // The service has no error code for a duplicate unique value, only this message.
    const isTaken = [error, ...error.issues].some(({ message }) =>
      message.includes("must be unique"),
    );
    if (!isTaken) return created;
    const second = await updateMatch();
    return isThere(second) ? second : created;
  });
}

/** Equal for equivalent filters, such as `{ code: "x" }` and `{ code: { $eq: "x" } }`. */
function canonical(filter: unknown): unknown {
  // A query has no numbers: `1` and `"1"` are the same. Null differs from `"null"`.
  if (typeof filter === "number" || typeof filter === "boolean") return String(filter);
  if (Array.isArray(filter)) return filter.map(canonical);
  if (!isRecord(filter)) return filter;
  return Object.entries(filter)
    .map(([key, value]) => {
      // A value without an operator means that the field equals it.
      const isPlain = !key.startsWith("$") && !isRecord(value) && !Array.isArray(value);
      return [key, canonical(isPlain ? { $eq: value } : value)];
    })
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** Whether the result is final: a document or an error. */
const isThere = <T>(result: Result<T | null, Meta>): result is Result<T, Meta> =>
  result[0] !== null || result[1] !== null;
