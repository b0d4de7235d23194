import { isRecord } from "../recordGuard.ts";

/**
 * Serializes a query so that the service's parser reads it back unchanged: with indexed arrays, and
 * `null` distinct from the empty string.
 */
export const toQuery = (params: object): string =>
  Object.entries(params)
    .flatMap(([name, value]) => pairsOf(name, value))
    .join("&");

function pairsOf(key: string, value: unknown): string[] {
  if (value === undefined || typeof value === "function") return [];
  if (value instanceof Date) return pairsOf(key, value.toISOString());
  if (typeof value === "object" && value) {
    return Object.entries(value).flatMap(([name, part]) => pairsOf(`${key}[${name}]`, part));
  }
  const writtenKey = plainKey.test(key) ? key : encodeURIComponent(key);
  return [value === null ? writtenKey : `${writtenKey}=${encoded(value)}`];
}

const encoded = (value: unknown): string => encodeURIComponent(String(value));

/** Characters that a key can contain unencoded. */
const plainKey = /^[\w$.[\]-]*$/;

/** The maximum number of list entries that the service reads. It ignores a longer list. */
const longestList = 100;

/** The maximum depth of a query that the service reads. */
const deepest = 20;

const counts = { pattern: /^0*[1-9]\d*$/, expected: "a whole number from 1" };

/**
 * The options whose other values the service replaces without an error: it reads a limit of -1 as 1,
 * "ten" as its largest limit, a status with a typo as draft, and an empty locale as the default one.
 */
const options: ReadonlyMap<string, { readonly pattern: RegExp; readonly expected: string }> =
  new Map([
    ["status", { pattern: /^(draft|published)$/, expected: "draft or published" }],
    ["locale", { pattern: /./, expected: "the code of a locale, or *" }],
    ["pagination.page", counts],
    ["pagination.pageSize", counts],
    ["pagination.limit", counts],
    ["pagination.start", { pattern: /^\d+$/, expected: "a whole number from 0" }],
  ]);

/** Other names than these are ignored. */
const paginationNames = new Set(["page", "pageSize", "start", "limit", "withCount"]);

/** Which option of a query the service would misread; undefined if it reads all correctly. */
export function optionFault(params: object): string | undefined {
  const query: Readonly<Record<string, unknown>> = { ...params };
  const { pagination = {}, populate } = query;
  if (!isRecord(pagination)) return "params.pagination must be an object.";
  const unknown = Object.keys(pagination).find((name) => !paginationNames.has(name));
  if (unknown !== undefined) return `params.pagination has no option ${JSON.stringify(unknown)}.`;
  for (const [path, { pattern, expected }] of options) {
    const [name = "", part] = path.split(".");
    const given = part === undefined ? query[name] : pagination[part];
    // Of the options, only the locale may be a list.
    const values = name === "locale" ? [given].flat() : [given];
    for (const value of values.filter((entry) => entry !== undefined)) {
      const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
      const writtenValue = typeof value === "number" ? text : JSON.stringify(value);
      if (!pattern.test(text)) return `params.${path} must be ${expected}. It is ${writtenValue}.`;
    }
  }
  const lostPath = lostPathIn(populate, "params.populate");
  return lostPath && `${lostPath} is empty, so the service would not populate it.`;
}

/** The path of a relation, file or component of which nothing would arrive. */
function lostPathIn(populate: unknown, path: string): string | undefined {
  if (!isRecord(populate)) return undefined;
  for (const [name, shape] of Object.entries(populate)) {
    if (!isRecord(shape)) continue;
    const shapePath = `${path}.${name}`;
    if (toQuery({ shape }) === "") return shapePath;
    const { populate: inner, on } = shape;
    const lostPath =
      lostPathIn(inner, `${shapePath}.populate`) ?? lostPathIn(on, `${shapePath}.on`);
    if (lostPath !== undefined) return lostPath;
  }
  return undefined;
}

/**
 * The reason why the service would misread a query; undefined if it reads it correctly.
 *
 * A filter that is lost on the way matches everything: `{}`, `{ $in: [] }`, `{ $eq: undefined }`,
 * or a key that the service's parser ignores.
 */
export function unreadable(query: object): string | undefined {
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const fault = faultOf(value, key, 0, key === "filters");
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOf(
  value: unknown,
  path: string,
  depth: number,
  isFilter: boolean,
): string | undefined {
  // Checked before its entries: there can be millions.
  if (isTooLong(value)) {
    return `The list at ${path} has more than ${longestList} entries, so the service would ignore it.`;
  }
  if (depth > deepest) return `The query is nested deeper than ${deepest}, at ${path}.`;
  const parts = partsOf(value);
  if (isFilter && (value === undefined || parts?.length === 0 || (value === null && depth === 0))) {
    return `The filter at ${path} is empty, so it would match everything.`;
  }
  const isList = Array.isArray(value);
  const [oddKey] = parts?.find(([key]) => !isList && isUnreadableKey(key)) ?? [];
  if (oddKey !== undefined) return `A key at ${path} can't be sent: ${JSON.stringify(oddKey)}.`;
  for (const [key, part] of parts ?? []) {
    const partPath = isList ? `${path}[${key}]` : `${path}.${key}`;
    const fault = faultOf(part, partPath, depth + 1, isFilter || key === "filters");
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether a value is a list that the service would ignore. */
const isTooLong = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > longestList;

/**
 * The service's parser splits keys at brackets and converts an object with numeric keys to a list.
 * It ignores keys that every object has, such as `constructor`.
 */
const isUnreadableKey = (key: string): boolean =>
  /^$|^\d+$|[[\]]/.test(key) || key in Object.prototype;

/** The parts of a list or an object; empty if none of it would arrive. Undefined for other values. */
function partsOf(value: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  if (typeof value === "function") return [];
  // Not map(), which skips the holes of a list. A hole counts as undefined.
  if (Array.isArray(value)) return Array.from(value, (part: unknown, at) => [String(at), part]);
  return isRecord(value) && !(value instanceof Date) ? Object.entries(value) : undefined;
}

type Filters = Readonly<Record<string, unknown>>;

/**
 * Splits `$in` and `$notIn` lists of more than 100 entries into chunks that the service accepts. `{
 * f: { $in: long } }` becomes an `$or`, `{ f: { $notIn: long } }` an `$and`.
 */
export function splitLongLists(query: object): object {
  if (!hasLongList(query)) return query;
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      if (!isRecord(value) || !hasLongList(value)) return [key, value as unknown];
      return [key, key === "filters" ? splitLists(value) : splitLongLists(value)];
    }),
  );
}

function hasLongList(value: unknown): boolean {
  // A list that is itself too long is rejected, whatever it contains.
  if (Array.isArray(value)) return !isTooLong(value) && value.some(hasLongList);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, part]) => isLongList(key, part) || hasLongList(part));
}

const isLongList = (key: string, value: unknown): value is unknown[] =>
  (key === "$in" || key === "$notIn") && isTooLong(value);

/**
 * Converts every condition to an entry of one `$and`. As siblings, the service would let one group
 * overwrite another of the same name, including the groups of relations. A group inside a relation
 * must be its only key.
 */
function splitLists(filters: unknown): unknown {
  if (!isRecord(filters) || !hasLongList(filters)) return filters;
  const conditions = Object.entries(filters).flatMap(([key, value]) => {
    if (key === "$and" || key === "$or") {
      return [{ [key]: Array.isArray(value) ? value.map(splitLists) : value }];
    }
    if (key === "$not") return [{ $not: splitLists(value) }];
    return isOperation(value) ? ofField(key, value) : [{ [key]: splitLists(value) }];
  });
  const [only] = conditions;
  // A single condition, except a `$not`, is valid anywhere. Omitting the `$and` keeps the URL
  // short.
  return only && conditions.length === 1 && !("$not" in only) ? only : { $and: conditions };
}

/** Whether a value has operators on a field, not conditions on the fields of a relation. */
const isOperation = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => key.startsWith("$") && key !== "$and" && key !== "$or");

function ofField(field: string, operation: Record<string, unknown>): object[] {
  return Object.entries(operation).map(([operator, value]) => {
    // The service accepts no group inside a field.
    if (operator === "$not" && isRecord(value)) return { $not: { $and: ofField(field, value) } };
    if (!isLongList(operator, value)) return { [field]: { [operator]: value } };
    const chunks = chunksOf(value).map((chunk) => ({ [field]: { [operator]: chunk } }));
    return operator === "$in" ? { $or: chunks } : { $and: chunks };
  });
}

/** A list of documentIds that is too long for one request, sorted; undefined if there is none. */
export function longIdsOf({ documentId }: Filters): string[] | undefined {
  const list = isRecord(documentId) ? documentId["$in"] : undefined;
  if (!isLongList("$in", list)) return undefined;
  return list.every((id) => typeof id === "string") ? [...new Set(list)].sort() : undefined;
}

export const withIds = (filters: Filters, condition: Filters): Filters => ({
  ...filters,
  documentId: { ...(filters["documentId"] as Filters), ...condition },
});

export function chunksOf(list: readonly unknown[]): unknown[][] {
  const count = Math.ceil(list.length / longestList);
  return Array.from({ length: count }, (_, at) =>
    list.slice(at * longestList, (at + 1) * longestList),
  );
}
