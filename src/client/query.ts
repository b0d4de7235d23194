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
  if (Array.isArray(filters) && filters.length > longestList) return path;
  for (const [key, part] of parts ?? []) {
    const lost = vanishing(part, path + key);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function partsOf(value: unknown): [string, unknown][] | undefined {
  // A function leaves nothing in a query; a hole in a list counts as undefined.
  if (typeof value === "function") return [];
  if (Array.isArray(value)) return Array.from(value, (part, index) => [`[${index}]`, part]);
  if (!isRecord(value) || value instanceof Date) return undefined;
  return Object.entries(value).map(([key, part]) => [`.${key}`, part]);
}
