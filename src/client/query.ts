import qs from "qs";
import { isRecord } from "./json.ts";

/**
 * The query of a request, in the form that the service's own parser reads back unchanged: indexed
 * arrays, and `null` told apart from the empty string.
 */
export function toQuery(params: object): string {
  return qs.stringify(params, { encodeValuesOnly: true, strictNullHandling: true, encoder });
}

// Unlike qs's own, it refuses half a surrogate pair rather than send another text.
const encoder = (value: unknown): string => encodeURIComponent(String(value));

/** How many entries of one list the service reads; a longer one is none to it. */
const longestList = 100;

/**
 * Where a filter would vanish on its way, and so match everything; undefined when all of it arrives.
 * `{}`, `{ $in: [] }`, `{ $eq: undefined }` and a list of more than 100 are the ways to lose one.
 */
export function vanishing(filters: unknown, path = "filters"): string | undefined {
  const parts = partsOf(filters);
  if (filters === undefined || parts?.length === 0) return path;
  for (const [key, part] of parts ?? []) {
    const lost = vanishing(part, path + key);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** What a value is made of: nothing where none of it arrives; undefined for one that is no list or object. */
function partsOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value === "function") return [];
  if (Array.isArray(value)) {
    // Not map(): a hole in a list counts as undefined.
    return value.length > longestList ? [] : Array.from(value, (part, at) => [`[${at}]`, part]);
  }
  if (!isRecord(value) || value instanceof Date) return undefined;
  return Object.entries(value).map(([key, part]) => [`.${key}`, part]);
}
