import type { DocumentCalls } from "./create.ts";
import { createOrLocalize, documentIdFor } from "./create.ts";
import { optionsOf } from "./documents.ts";
import type { UpsertInput } from "./types/inputs.ts";
import type { Meta } from "./types/params.ts";
import { isRecord } from "./json.ts";
import type { CmsError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

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
  documents: DocumentCalls<T>,
  path: Request["path"],
  input: UpsertInput,
): Promise<Result<T, Meta>> {
  const { payload, filters, params = {} } = input;
  const options = optionsOf(input, transport.deadlineMs);
  const update = async (): Promise<Result<T | null, Meta>> => {
    const [error, found, meta] = await documents.findFirst({
      // A copy, so that filters which an untyped caller omits are rejected as empty.
      params: { ...params, status: params.status ?? "draft", filters: { ...filters } },
      ...options,
    });
    if (error) return fail(error);
    if (!found) return [null, null, meta];
    return documents.update({ documentId: documentIdFor(found), payload, params, ...options });
  };
  return transport.inKeyedQueue(queueKeyOf(path, filters, params.locale), options, async () => {
    const updated = await update();
    if (isThere(updated)) return updated;
    const made = { payload, params, ...options };
    const created = await createOrLocalize(transport, documents, path, made, filters);
    if (!isTaken(created[0])) return created;
    const second = await update();
    return isThere(second) ? second : created;
  });
}

/** The queue key, which equivalent filters share: `{ code: "x" }` and `{ code: { $eq: "x" } }`. */
const queueKeyOf = (path: Request["path"], filters: unknown, locale: unknown): string =>
  JSON.stringify([path, canonical(filters), locale]);

function canonical(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(canonical);
  if (!isRecord(filter)) return filter;
  return Object.entries(filter)
    .map(([key, value]) => [
      key,
      key.startsWith("$") ? withoutNumbers(value) : withoutNumbers(compared(value)),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** A value without an operator means that the field equals it. */
const compared = (value: unknown): unknown =>
  isRecord(value) || Array.isArray(value) ? value : { $eq: value };

/** A query has no numbers: `1` and `"1"` are the same. Null differs from `"null"`. */
const withoutNumbers = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : canonical(value);

/** Whether the result is final: a document or an error. */
const isThere = <T>(result: Result<T | null, Meta>): result is Result<T, Meta> =>
  result[0] !== null || result[1] !== null;

/** The service has no error code for a duplicate unique value, only this message. */
const isTaken = (error: CmsError | null): boolean =>
  error?.name === "ValidationError" &&
  [error.message, ...error.issues.map(({ message }) => message)].some((message) =>
    message.includes("must be unique"),
  );
