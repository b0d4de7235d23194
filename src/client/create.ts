import { callDocument, optionsOf, requestOf } from "./documents.ts";
import type { CreateInput, ListInput, UpdateInput } from "./types/inputs.ts";
import type { Meta, WriteParams } from "./types/params.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";
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
