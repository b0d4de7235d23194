import qs from "qs";
import { isRecord } from "../json.ts";

/**
 * Serializes a query so that the service's parser reads it back unchanged: with indexed arrays, and
 * `null` distinct from the empty string.
 */
export const toQuery = (params: object): string =>
  qs.stringify(params, { strictNullHandling: true, encoder });

/** Characters that a key can contain unencoded. */
const plainKey = /^[\w$.[\]-]*$/;

// Unlike the encoder of qs, it rejects half a surrogate pair instead of sending a different text.
function encoder(value: unknown, _: unknown, __: unknown, type: "key" | "value"): string {
  const text = String(value);
  return type === "key" && plainKey.test(text) ? text : encodeURIComponent(text);
}

/** The maximum number of list entries that the service reads. It ignores a longer list. */
export const longestList = 100;

/** The maximum depth of a query that the service reads. */
const deepest = 20;

/**
 * The reason why the service would misread a query; undefined if it reads it correctly.
 *
 * A filter that is lost on the way matches everything: `{}`, `{ $in: [] }`, `{ $eq: undefined }`,
 * or a key that the service's parser ignores.
 */
export function unreadable(query: object): string | undefined {
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const fault = faultOf(value, { path: key, depth: 0, isFilter: key === "filters" });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface QueryPosition {
  readonly path: string;
  readonly depth: number;
  readonly isFilter: boolean;
}

function faultOf(value: unknown, place: QueryPosition): string | undefined {
  // Checked before its entries: there can be millions.
  if (isTooLong(value)) {
    return `The list at ${place.path} has more than ${longestList} entries, so the service would ignore it.`;
  }
  const parts = partsOf(value);
  const fault = faultHere(value, parts, place);
  if (fault !== undefined || !parts) return fault;
  const { path, depth, isFilter } = place;
  for (const [key, part] of parts) {
    const deeper = faultOf(part, {
      path: Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`,
      depth: depth + 1,
      isFilter: isFilter || key === "filters",
    });
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function faultHere(
  value: unknown,
  parts: readonly Part[] | undefined,
  { path, depth, isFilter }: QueryPosition,
): string | undefined {
  if (depth > deepest) return `The query is nested deeper than ${deepest}, at ${path}.`;
  if (isFilter && isNothing(value, parts, depth)) {
    return `The filter at ${path} is empty, so it would match everything.`;
  }
  return Array.isArray(value) ? undefined : badKey(parts, path);
}

/** Whether a value is a list that the service would ignore. */
export const isTooLong = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > longestList;

function badKey(parts: readonly Part[] = [], path: string): string | undefined {
  const [key] = parts.find(([name]) => isUnreadableKey(name)) ?? [];
  return key === undefined ? undefined : `A key at ${path} can't be sent: ${JSON.stringify(key)}.`;
}

type Part = readonly [key: string, value: unknown];

const isNothing = (value: unknown, parts: readonly Part[] | undefined, depth: number): boolean =>
  value === undefined || parts?.length === 0 || (value === null && depth === 0);

/**
 * The service's parser splits keys at brackets and converts an object with numeric keys to a list.
 * It ignores keys that every object has, such as `constructor`.
 */
const isUnreadableKey = (key: string): boolean =>
  /^$|^\d+$|[[\]]/.test(key) || key in Object.prototype;

/** The parts of a list or an object; empty if none of it would arrive. Undefined for other values. */
function partsOf(value: unknown): readonly Part[] | undefined {
  if (typeof value === "function") return [];
  // Not map(), which skips the holes of a list. A hole counts as undefined.
  if (Array.isArray(value)) return Array.from(value, (part, at): Part => [String(at), part]);
  return isRecord(value) && !(value instanceof Date) ? Object.entries(value) : undefined;
}
