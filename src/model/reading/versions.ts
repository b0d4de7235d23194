import type { CallOptions, Meta, Result, ShapeParams } from "../../client/index.ts";
import type { JsonObject } from "../foundation/json.ts";
import { textIn } from "../foundation/json.ts";
import type { TypedService } from "../schemas/catalogs.ts";

/** The drafts or the published versions of documents of one type, and what to read of them. */
interface VersionQuery extends ShapeParams {
  readonly ids: readonly string[];
  readonly status: "draft" | "published";
  /** `*` for all locales. If absent, the default locale. */
  readonly locale?: string | undefined;
}

/** Reads the versions that exist, all of them, in the order of their documentIds. */
export async function findVersions(
  { cms, type }: Pick<TypedService, "cms" | "type">,
  { ids, status, locale, ...shape }: VersionQuery,
  options: CallOptions = {},
): Promise<Result<readonly JsonObject[], Meta>> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return [null, [], {}];
  const [error, rows, meta] = await cms.collection<JsonObject>(type.name).findMany({
    all: true,
    params: {
      ...shape,
      status,
      filters: { documentId: { $in: [...wanted] } },
      ...(type.localized && locale !== undefined && { locale }),
    },
    ...options,
  });
  if (error) return [error, null, null];
  // A service ignores filters that it doesn't know, and would then return everything.
  return [null, rows.filter((row) => wanted.has(textIn(row, "documentId"))), meta];
}
