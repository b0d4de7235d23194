import qs from "qs";
import { isRecord } from "./json.ts";

/**
 * The query of a request, in the form that the service's own parser reads back unchanged: indexed
 * arrays, and `null` told apart from the empty string.
 */
export function toQuery(params: object): string {
  return qs.stringify(params, { encodeValuesOnly: true, strictNullHandling: true });
}

/**
 * Where a filter would vanish from the query, and so match everything; undefined when all of it
 * leaves. `{}`, `{ $in: [] }` and `{ $eq: undefined }` are the usual ways to lose one.
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

function partsOf(value: unknown): [string, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((part: unknown, index) => [`[${index}]`, part]);
  if (!isRecord(value) || value instanceof Date) return undefined;
  return Object.entries(value).map(([key, part]) => [`.${key}`, part]);
}
