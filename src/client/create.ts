import {
  callDocument,
  documentsIn,
  hasDocumentId,
  optionsOf,
  requestData,
  requestOf,
} from "./documents.ts";
import { throwNotFound } from "./parsing.ts";
import type { DocumentIdentity } from "./types/content.ts";
import type {
  CreateInput,
  CreateLocalizationInput,
  ListInput,
  UpdateInput,
} from "./types/inputs.ts";
import type { Meta, WriteParams } from "./types/params.ts";
import type { Result } from "./result.ts";
import { fail, ok, unsent } from "./result.ts";
import type { Request, RequestBounds, Transport } from "./http/call.ts";
import type { Filters } from "./types/filters.ts";

/** The collection methods that create and upsert use. */
export interface DocumentCalls<T> {
  findFirst(input: ListInput): Promise<Result<T | null, Meta>>;
  update(input: UpdateInput): Promise<Result<T, Meta>>;
}

/**
 * Sends a POST. With a locale, adds the localization to a document of the default locale.
 *
 * The service's own POST would create a document that has only that locale. So the document is
 * found by `filters` in the default locale, including drafts, or created, and then gets its
 * localization by PUT.
 */
export async function createOrLocalize<T>(
  transport: Transport,
  documents: DocumentCalls<T>,
  path: Request["path"],
  given: CreateInput,
  filters?: Filters,
): Promise<Result<T, Meta>> {
  const input = { ...given, ...optionsOf(given, transport.deadlineMs) };
  const { params = {} } = input;
  const { locale, status, populate } = params;
  const post = (query: WriteParams) =>
    callDocument<T>(transport, requestOf("POST", path, { ...input, params: query }));
  if (locale === undefined || locale === "*") return post(params);

  if (filters) {
    const query = { params: { filters, status: "draft" }, ...optionsOf(input) } as const;
    const [error, base] = await documents.findFirst(query);
    if (error) return fail(error);
    if (base) return documents.update({ ...input, documentId: documentIdFor(base) });
  }
  // Without `fields`, so that the answer includes the locale.
  const created = await post({ status, ...(populate && { populate }) });
  // A type without localizations has no locale to add, and the default one exists already.
  if (created[0] || [locale, null, undefined].includes(localeOf(created[1]))) return created;
  return addLocalization(documents, input, documentIdFor(created[1]));
}

async function addLocalization<T>(
  documents: DocumentCalls<T>,
  input: CreateInput,
  documentId: string,
): Promise<Result<T, Meta>> {
  const added = await documents.update({ ...input, documentId });
  if (added[0]) {
    const half = `The document ${documentId} was created, but not its localization`;
    // A retry would create a second document.
    Object.assign(added[0], { message: `${half}: ${added[0].message}`, retryable: false });
  }
  return added;
}

export const documentIdFor = (document: unknown): string =>
  (document as { documentId: string }).documentId;
const localeOf = (document: unknown) => (document as { locale?: string | null }).locale;

/** Adds a localization to a document by PUT, or creates a document with only this one by POST. */
export async function createLocalization<T>(
  transport: Transport,
  path: Request["path"],
  input: CreateLocalizationInput,
): Promise<Result<T, Meta>> {
  const fault = faultOf(input);
  if (fault !== undefined) return fail(unsent("POST", transport.url + path.join("/"), fault));
  const bounds = optionsOf(input, transport.deadlineMs);
  const [error, target] = await targetOf(transport, path, input, bounds);
  if (error) return fail(error);
  const { payload, params } = input;
  return callDocument(transport, {
    ...(target ? { method: "PUT", path: [...path, target.documentId] } : { method: "POST", path }),
    query: params,
    body: payload,
    ...bounds,
  });
}

/** The combinations that the types forbid. Untyped callers can pass them. */
function faultOf(input: CreateLocalizationInput): string | undefined {
  const { locale } = Object(input.params) as { readonly locale?: unknown };
  if (typeof locale !== "string" || locale === "") return "params.locale must be a locale's code.";
  return "documentId" in input && "filters" in input
    ? "The input must contain documentId or filters, not both."
    : undefined;
}

/**
 * The document to add the localization to; null for a new one. A key that is present without a
 * value is rejected later, when its request is prepared.
 */
async function targetOf(
  transport: Transport,
  path: Request["path"],
  input: CreateLocalizationInput,
  bounds: RequestBounds,
): Promise<Result<DocumentIdentity | null, unknown>> {
  if ("documentId" in input) return ok({ documentId: input.documentId }, null);
  if (!("filters" in input)) return ok(null, null);
  // A copy, so that undefined is rejected as an empty filter.
  const query = { filters: { ...input.filters }, status: "draft", pagination: { pageSize: 1 } };
  return requestData(transport, { method: "GET", path, query, ...bounds }, (data) => {
    const [first] = documentsIn<DocumentIdentity>(data, hasDocumentId);
    return first ?? throwNotFound("No document of the default locale matches the filters.");
  });
}
