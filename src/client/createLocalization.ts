import { callDocument, documentsIn, hasDocumentId, optionsOf } from "./documents.ts";
import { NotFoundError, RequestError } from "./errors.ts";
import type { Request, RequestBounds, Transport } from "./http/call.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { DocumentIdentity } from "./types/content.ts";
import type { CreateLocalizationInput } from "./types/inputs.ts";
import type { Meta } from "./types/params.ts";

/** Adds a localization to a document by PUT, or creates a document with only this one by POST. */
export async function createLocalization<T>(
  transport: Transport,
  path: Request["path"],
  input: CreateLocalizationInput,
): Promise<Result<T, Meta>> {
  const fault = faultOf(input);
  if (fault !== undefined) {
    const call = { method: "POST", url: transport.url + path.join("/"), attempts: 0, elapsedMs: 0 };
    return fail(new RequestError(fault, { call }));
  }
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
): Promise<Result<DocumentIdentity | null>> {
  if ("documentId" in input) return ok({ documentId: input.documentId }, null);
  if (!("filters" in input)) return ok(null, null);
  // A copy, so that undefined is rejected as an empty filter.
  const query = { filters: { ...input.filters }, status: "draft", pagination: { pageSize: 1 } };
  const [error, answer] = await transport.request({ method: "GET", path, query, ...bounds });
  if (error) return fail(error);
  const [unreadable, rows] = documentsIn<DocumentIdentity>(answer, hasDocumentId);
  if (unreadable) return fail(unreadable);
  const [first] = rows;
  const message = "No document of the default locale matches the filters.";
  return first ? ok(first, null) : fail(new NotFoundError(message, answer));
}
