import { isRecord } from "../json.ts";
import { isTooLong, longestList } from "./query.ts";

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

/** The same filters with an additional condition on the documentId. */
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
