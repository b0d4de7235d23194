import { callDocument, documentsIn, hasDocumentId, optionsOf, requestData } from "./documents.ts";
import type { Request, RequestBounds, Transport } from "./http/call.ts";
import { throwNotFound } from "./parsing.ts";
import type { Result } from "./result.ts";
import { fail, ok, unsent } from "./result.ts";
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
