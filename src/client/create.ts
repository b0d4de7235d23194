import { callDocument, optionsOf } from "./documents.ts";
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

interface CreateRequest {
  readonly path: Request["path"];
  readonly input: CreateInput;
  /** Find the document to add the localization to, in the default locale, including drafts. */
  readonly filters?: Filters;
}

/**
 * Sends a POST. With a locale, adds the localization to a document of the default locale.
 *
 * The service's own POST would create a document that has only that locale. So the document is
 * found by `filters`, or created, and then gets its localization by PUT.
 */
export async function createOrLocalize<T>(
  transport: Transport,
  documents: DocumentCalls<T>,
  { path, input: given, filters }: CreateRequest,
): Promise<Result<T, Meta>> {
  const input = { ...given, ...optionsOf(given, transport.deadlineMs) };
  const { payload, params = {} } = input;
  const { locale } = params;
  const post = (query: WriteParams) =>
    callDocument<T>(transport, {
      method: "POST",
      path,
      query,
      body: payload,
      ...optionsOf(input),
    });
  if (locale === undefined || locale === "*") return post(params);

  const [error, base] = await findBase(documents, input, filters);
  if (error) return fail(error);
  if (base) return documents.update({ ...input, documentId: documentIdFor(base) });

  const made = await post(unlocalized(params));
  // A type without localizations has no locale to add, and the default one exists already.
  if (made[0] || [locale, null, undefined].includes(localeOf(made[1]))) return made;
  return addLocalization(documents, input, documentIdFor(made[1]));
}

/** Omits `fields` too: the answer must include the locale. */
const unlocalized = ({ status, populate }: WriteParams): WriteParams => ({
  ...(status && { status }),
  ...(populate && { populate }),
});

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

async function findBase<T>(
  documents: DocumentCalls<T>,
  input: CreateInput,
  filters: Filters | undefined,
): Promise<Result<T | null, Meta>> {
  if (!filters) return [null, null, {}];
  return documents.findFirst({ params: { filters, status: "draft" }, ...optionsOf(input) });
}

export const documentIdFor = (document: unknown): string =>
  (document as { documentId: string }).documentId;
const localeOf = (document: unknown) => (document as { locale?: string | null }).locale;
