import type { CallOptions } from "../../../client/index.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";

/** Some rows of a list. */
export interface RowsPage {
  readonly rows: readonly JsonObject[];
  /** The number of all matches, if the service returned it. */
  readonly total: number | undefined;
}

interface FirstRowsQuery {
  /** How many rows to read. */
  readonly most: number;
  readonly params: object;
}

/** The first rows of a list, in as many requests as the service's own page size needs. */
export async function readFirstMatches(
  { cms, type }: Pick<TypedService, "cms" | "type">,
  { most, params }: FirstRowsQuery,
  options: CallOptions,
): Promise<Outcome<RowsPage, ReadFailure>> {
  const collection = cms.collection<JsonObject>(type.name);
  const rows: JsonObject[] = [];
  for (;;) {
    const pagination = { start: rows.length, limit: most - rows.length, withCount: true };
    const [error, page, meta] = await collection.findMany({
      params: { ...params, pagination },
      ...options,
    });
    if (error) return refused(error);
    rows.push(...page);
    const total = meta.pagination?.total;
    const isComplete = page.length === 0 || rows.length >= Math.min(most, total ?? most);
    if (isComplete) return done({ rows, total });
  }
}
