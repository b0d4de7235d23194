import type { Result } from "../../client/index.ts";
import { sizeInUrl, urlChunks } from "../foundation/chunks.ts";
import type { JsonObject } from "../foundation/json.ts";
import { asJson, keyTextOf, nested } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
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
}

type Listed = Pick<TypedService, "cms"> & { readonly type: Pick<ContentType, "name"> };

/** Reads the first rows of a list, in as many requests as the service's own page size needs. */
export async function readFirst(
  service: Listed,
  { count, params, shapes = [{}] }: FirstRowsQuery,
  options: ReadOptions = {},
): Promise<Outcome<Truncated<JsonObject>, ReadFailure>> {
  const [error, rows, end] = await readParts(shapes, (shape) =>
    requestFirst(service, { count, params: { ...params, ...shape } }, options),
  );
  return error ? refused(error) : done({ rows, ...end });
}

/** The most rows in one request. Services grant 100 by default. */
const rowsPerRequest = 100;

async function requestFirst(
  { cms, type }: Listed,
  { count, params }: FirstRowsQuery,
  options: ReadOptions,
): Promise<Result<readonly JsonObject[], Omit<Truncated<JsonObject>, "rows">>> {
  const list = cms.collection<JsonObject>(type.name);
  const rows: JsonObject[] = [];
  for (let start = 0; ;) {
    const limit = Math.min(rowsPerRequest, count - rows.length);
    const pagination = { start, limit, withCount: true };
    const [error, page, meta] = await send(options, (call) =>
      list.findMany({ params: { ...params, pagination }, ...call }),
    );
    if (error) return [error, null, null];
    rows.push(...page);
    // A route may return fewer rows than the service granted.
    const { total, limit: granted = page.length } = meta.pagination ?? {};
    start += granted;
    const isEnd = total === undefined ? page.length === 0 : start >= total || granted === 0;
    if (isEnd || rows.length >= count)
      return [null, rows.slice(0, count), { total, isTruncated: !isEnd || rows.length > count }];
  }
}
