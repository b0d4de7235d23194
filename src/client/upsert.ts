import type { Documents } from "./create.ts";
import { idOf } from "./create.ts";
import { optionsOf } from "./documents.ts";
import type { CreateInput, UpsertInput } from "./types/inputs.ts";
import type { Meta } from "./types/params.ts";
import type { CmsError } from "./errors.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

interface Upserted<T> extends Documents<T> {
  create(input: CreateInput): Promise<Result<T, Meta>>;
}

/**
 * A read, then a PUT or a POST. Drafts count as found, or they would be made a second time. Calls with
 * the same filters take turns, so that the second finds what the first has made; where somebody else
 * was faster, the service's refusal of a value that must be unique leads back to the read, once.
 */
export async function upsertDocument<T>(
  transport: Transport,
  documents: Upserted<T>,
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
    return documents.update({ documentId: idOf(found), payload, params, ...options });
  };
  return transport.inTurn(JSON.stringify([path, filters, params.locale]), options, async () => {
    const updated = await update();
    if (isThere(updated)) return updated;
    const created = await documents.create({ filters, payload, params, ...options });
    if (!isTaken(created[0])) return created;
    const second = await update();
    return isThere(second) ? second : created;
  });
}

/** Whether it is settled: updated, or failed. */
const isThere = <T>(result: Result<T | null, Meta>): result is Result<T, Meta> =>
  result[0] !== null || result[1] !== null;

/** The service has no code for a value that another document has: only these words. */
const isTaken = (error: CmsError | null): boolean =>
  error?.name === "ValidationError" &&
  [error.message, ...error.issues.map(({ message }) => message)].some((message) =>
    message.includes("must be unique"),
  );
