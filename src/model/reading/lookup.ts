import { sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { Shapes } from "../content/requestShape.ts";
import { asJson, keyTextOf, nested, type JsonObject, ownIn } from "../foundation/json.ts";
import { done, failed, type Outcome, type ServiceFailure } from "../foundation/outcome.ts";
import { isUsers, localeFieldOf, type ContentType } from "../schemas/catalog.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { ReadOptions, ReadResult, Truncated } from "./readOptions.ts";
import { readPage, readRows, rowsPerPage, readParts, type NamedType } from "./readRequests.ts";
import { findUsers } from "./userReader.ts";

export interface ValueQuery {
  readonly type: ContentType;
  /** A field, or an attribute and a field in its component or relation: `["seo", "metaTitle"]`. */
  readonly path: readonly [name: string, ...below: string[]];
  readonly values: readonly (string | number)[];
  /** All locales if undefined; the default locale if null. */
  readonly locale?: string | null | undefined;
  readonly fields?: readonly string[];
}

const maxValuesPerRequest = 100;

/** Reads the drafts or users that have one of the values, in as few requests as URLs allow. */
export async function findByValues(
  service: Pick<Service, "cms">,
  query: ValueQuery,
  options: ReadOptions = {},
): ReadResult<readonly JsonObject[]> {
  const { type, path, fields = [], locale = "*" } = query;
  const [name, ...below] = path;
  const rowFields = ["documentId", ...(below.length > 0 ? [] : [name]), ...fields];
  const params = {
    status: "draft" as const,
    fields: [...new Set(rowFields), ...localeFieldOf(type)],
    ...(below.length > 0 && { populate: { [name]: { fields: below } } }),
    locale: type.localized ? (locale ?? undefined) : undefined,
  };
  // In the URL, each value has the path next to it.
  const sizeOf = (value: string | number) => sizeInUrl(`${value}`) + path.join("[]").length + 40;
  const rows: JsonObject[] = [];
  for (const values of urlChunks([...new Set(query.values)], sizeOf, maxValuesPerRequest)) {
    const filters = nested(path, { $in: values });
    const [failure, matches] = isUsers(type)
      ? await findUsers(service, { filters }, options)
      : await readRows(
          { ...service, type },
          { all: true, params: { ...params, filters } },
          options,
        );
    if (failure) return failed(failure);
    rows.push(...matches.map(asJson));
  }
  if (below.length > 0) return done(rows);
  // A database may compare texts case-insensitively.
  const wantedValues = new Set(query.values.map(String));
  return done(rows.filter((row) => wantedValues.has(keyTextOf(ownIn(row, name)) ?? "")));
}

/** Reads the first rows of a list, in as many requests as the service's own page size needs. */
export async function readFirst(
  service: NamedType,
  first: {
    readonly count: number;
    /** The status, filter and order, and what to read unless `shapes` say it. */
    readonly params: object;
    readonly shapes?: Shapes;
    /** 100 if absent, which services grant by default. */
    readonly rowsPerRequest?: number;
  },
  options: ReadOptions = {},
): Promise<Outcome<Truncated<JsonObject>, ServiceFailure>> {
  const { count, params, shapes = [{}], rowsPerRequest = rowsPerPage } = first;
  let end: Omit<Truncated<JsonObject>, "rows"> = { total: undefined, isTruncated: false };
  const [failure, rows] = await readParts<readonly JsonObject[], ServiceFailure>(
    shapes,
    async (shape) => {
      const partRows: JsonObject[] = [];
      let total: number | undefined;
      let start = 0;
      let isLast = false;
      while (!isLast && partRows.length < count) {
        const limit = Math.min(rowsPerRequest, count - partRows.length);
        const query = { ...params, ...shape, pagination: { start, limit, withCount: true } };
        const [failure, page] = await readPage(service, query, options);
        if (failure) return failed(failure);
        partRows.push(...page.rows);
        total = page.total;
        // A route may hide rows of a page. Without a total, only an empty page is the last.
        start += page.limit ?? (page.rows.length || limit);
        isLast = total === undefined ? page.rows.length === 0 : start >= total;
      }
      if (shape === shapes[0]) end = { total, isTruncated: !isLast || partRows.length > count };
      return done(partRows.slice(0, count));
    },
  );
  return failure ? failed(failure) : done({ ...end, rows });
}
