import type { Meta, Result } from "../../client/index.ts";
import { sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { JsonObject } from "../foundation/json.ts";
import { asJson, keyTextOf, nested } from "../foundation/json.ts";
import type { Outcome, ServiceFailure } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import { isUsers } from "../schemas/catalog.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service, TypedService } from "../schemas/catalogs.ts";
import type { ReadFailure } from "./readFailure.ts";
import { send } from "./readOptions.ts";
import type { ReadOptions, Truncated } from "./readOptions.ts";
import { readParts } from "./requestShape.ts";
import type { Shapes } from "./requestShape.ts";
import { findUsers } from "./userReader.ts";

/** Drafts or users by the values of one of their fields. */
export interface ValueQuery {
  readonly type: ContentType;
  /** A field, or an attribute and a field in its component or relation: `["seo", "metaTitle"]`. */
  readonly path: readonly [name: string, ...below: string[]];
  readonly values: readonly (string | number)[];
  /** All locales if undefined; the default locale if null. */
  readonly locale?: string | null | undefined;
  /** Other fields to read. */
  readonly fields?: readonly string[];
}

/** The maximum number of values per request. */
const maxValuesPerRequest = 100;

/**
 * Reads the drafts or users that have one of the values. Each request has as many values as fit in its URL.
 * The answers are not kept.
 */
export async function findByValues(
  service: Pick<Service, "cms">,
  query: ValueQuery,
  options: ReadOptions = {},
): Promise<Outcome<readonly JsonObject[], ReadFailure>> {
  const { path } = query;
  // In the URL, each value has the path next to it.
  const sizeOf = (value: string | number) => sizeInUrl(`${value}`) + path.join("[]").length + 40;
  const rows: JsonObject[] = [];
  for (const values of urlChunks([...new Set(query.values)], sizeOf, maxValuesPerRequest)) {
    const [failure, matches] = await requestMatches(service, { ...query, values }, options);
    if (failure) return failed(failure);
    rows.push(...matches);
  }
  if (path.length > 1) return done(rows);
  // A database may compare texts case-insensitively.
  const wanted = new Set(query.values.map(String));
  return done(rows.filter((row) => wanted.has(keyTextOf(row[path[0]]) ?? "")));
}

async function requestMatches(
  service: Pick<Service, "cms">,
  query: ValueQuery,
  options: ReadOptions,
): Promise<Outcome<readonly JsonObject[], ReadFailure>> {
  const { type, path, values } = query;
  const filters = nested(path, { $in: values });
  if (isUsers(type)) {
    const [failure, users] = await findUsers(service, { filters }, options);
    return failure ? failed(failure) : done(users.map(asJson));
  }
  const params = { ...paramsOf(query), filters };
  const [error, rows] = await send(options, (call) =>
    service.cms.collection<JsonObject>(type.name).findMany({ all: true, params, ...call }),
  );
  return error ? refused(error) : done(rows);
}

function paramsOf({ type, path: [name, ...below], fields = [], locale = "*" }: ValueQuery) {
  const own = ["documentId", ...(below.length > 0 ? [] : [name]), ...fields];
  return {
    status: "draft" as const,
    fields: [...new Set(own), ...(type.localized ? ["locale"] : [])],
    ...(below.length > 0 && { populate: { [name]: { fields: below } } }),
    ...(type.localized && locale !== null && { locale }),
  };
}

/** The first rows of a list. */
interface FirstRowsQuery {
  /** The maximum number of rows to read. */
  readonly count: number;
  /** The status, filter and order, and what to read unless `shapes` say it. */
  readonly params: object;
  readonly shapes?: Shapes;
  /** 100 if absent, which services grant by default. */
  readonly rowsPerRequest?: number;
}

type Listed = Pick<TypedService, "cms"> & { readonly type: Pick<ContentType, "name"> };

/** Reads the first rows of a list, in as many requests as the service's own page size needs. */
export async function readFirst(
  service: Listed,
  { shapes = [{}], rowsPerRequest = 100, ...query }: FirstRowsQuery,
  options: ReadOptions = {},
): Promise<Outcome<Truncated<JsonObject>, ServiceFailure>> {
  const [error, rows, end] = await readParts(shapes, (shape) =>
    requestFirst(
      service,
      { ...query, rowsPerRequest, params: { ...query.params, ...shape } },
      options,
    ),
  );
  return error ? refused(error) : done({ rows, ...end });
}

async function requestFirst(
  { cms, type }: Listed,
  { count, params, rowsPerRequest }: Required<Omit<FirstRowsQuery, "shapes">>,
  options: ReadOptions,
): Promise<Result<readonly JsonObject[], Omit<Truncated<JsonObject>, "rows">>> {
  const list = cms.collection<JsonObject>(type.name);
  const rows: JsonObject[] = [];
  let start: number | undefined = 0;
  let total: number | undefined;
  while (start !== undefined && rows.length < count) {
    const range = { start, limit: Math.min(rowsPerRequest, count - rows.length) };
    const [error, page, meta] = await send(options, (call) =>
      list.findMany({ params: { ...params, pagination: { ...range, withCount: true } }, ...call }),
    );
    if (error) return [error, null, null];
    rows.push(...page);
    total = meta.pagination?.total;
    start = startAfter(range, page.length, meta);
  }
  const isTruncated = start !== undefined || rows.length > count;
  return [null, rows.slice(0, count), { total, isTruncated }];
}

/**
 * The start of the next page, which does not depend on the rows that a route hides. Undefined after
 * the last page. Without a total, only an empty page is the last.
 */
function startAfter(
  { start, limit }: Readonly<Record<"start" | "limit", number>>,
  rowCount: number,
  { pagination = {} }: Meta,
): number | undefined {
  const { total, limit: granted = rowCount || limit } = pagination;
  const isLast = total === undefined ? rowCount === 0 : start + granted >= total;
  return isLast ? undefined : start + granted;
}
