import type { DocumentCalls } from "./create.ts";
import { documentIdFor } from "./create.ts";
import { optionsOf } from "./documents.ts";
import type { CreateInput, UpsertInput } from "./types/inputs.ts";
import type { Meta } from "./types/params.ts";
import { isRecord } from "./json.ts";
import type { CmsError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

interface UpsertCalls<T> extends DocumentCalls<T> {
  create(input: CreateInput): Promise<Result<T, Meta>>;
}

/**
 * A read, then a PUT or a POST. Drafts count as found, or they would be created a second time. Calls
 * with the same filters take turns, so that the second finds what the first has created. Where another
 * client was faster, the service's refusal of a value that must be unique leads back to the read, once.
 * The service checks that when it publishes: two clients can still create two drafts.
 */
export async function upsertDocument<T>(
  transport: Transport,
  documents: UpsertCalls<T>,
  { path, input }: { readonly path: Request["path"]; readonly input: UpsertInput },
): Promise<Result<T, Meta>> {
  const { payload, filters, params = {} } = input;
  const options = optionsOf(input, transport.deadlineMs);
  const update = async (): Promise<Result<T | null, Meta>> => {
    const [error, found, meta] = await documents.findFirst({
      // Copied, so that filters which a caller without types left out are refused as empty ones.
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
    const created = await documents.create({ filters, payload, params, ...options });
    if (!isTaken(created[0])) return created;
    const second = await update();
    return isThere(second) ? second : created;
  });
}

/** Filters that ask for the same, such as `{ code: "x" }` and `{ code: { $eq: "x" } }`, have the same turn. */
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

/** A value alone means that the field equals it. */
const compared = (value: unknown): unknown =>
  isRecord(value) || Array.isArray(value) ? value : { $eq: value };

/** A query has no numbers: `1` and `"1"` ask for the same. Null asks for something else than `"null"`. */
const withoutNumbers = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : canonical(value);

/** Whether it is settled: updated, or failed. */
const isThere = <T>(result: Result<T | null, Meta>): result is Result<T, Meta> =>
  result[0] !== null || result[1] !== null;

/** The service has no code for a value that another document has: only these words. */
const isTaken = (error: CmsError | null): boolean =>
  error?.name === "ValidationError" &&
  [error.message, ...error.issues.map(({ message }) => message)].some((message) =>
    message.includes("must be unique"),
  );
