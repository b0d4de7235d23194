import type { CreateInput, Documents } from "./create.ts";
import { idOf } from "./create.ts";
import { optionsOf } from "./documents.ts";
import type { Payload } from "./documents.ts";
import type { CallOptions, Filters, Meta, WriteParams } from "./params.ts";
import type { Result } from "./result.ts";
import { fail } from "./result.ts";

export interface UpsertInput<T> extends CallOptions {
  readonly payload: Payload<T>;
  /** Must identify the document: the first match is updated. An empty filter is refused. */
  readonly filters: Filters;
  readonly params?: WriteParams;
}

interface Upserted<T> extends Documents<T> {
  create(input: CreateInput<T>): Promise<Result<T, Meta>>;
}

/** A read, then a PUT or a POST. Drafts count as found, or they would be made a second time. */
export async function upsertDocument<T>(
  documents: Upserted<T>,
  { payload, filters, params = {}, ...rest }: UpsertInput<T>,
): Promise<Result<T, Meta>> {
  const options = optionsOf(rest);
  const [error, found] = await documents.findFirst({
    // Copied, so that filters which a caller without types left out are refused as empty ones.
    params: { status: "draft", ...params, filters: { ...filters } },
    ...options,
  });
  if (error) return fail(error);
  return found
    ? documents.update({ documentId: idOf(found), payload, params, ...options })
    : documents.create({ filters, payload, params, ...options });
}
