import { isObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/** A value, and where it stands in a record. */
export interface Filled {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * The record that has these values at their places. What has nothing but empty places in it is not there,
 * unless a value of its own says that it is.
 */
export function assembled(all: readonly Filled[]): JsonObject {
  const groups = new Map<string, Filled[]>();
  for (const { path, value } of all) {
    const [first = "", ...rest] = path;
    groups.set(first, [...(groups.get(first) ?? []), { path: rest, value }]);
  }
  return Object.fromEntries([...groups].map(([name, parts]) => [name, joined(parts)]));
}

function joined(parts: readonly Filled[]): Json {
  const whole = parts.find(({ path }) => path.length === 0)?.value ?? null;
  const inner = parts.filter(({ path }) => path.length > 0);
  const below = assembled(inner);
  if (isObject(whole)) return { ...whole, ...below };
  const isThere = whole === null && Object.values(below).some((value) => value !== null);
  return isThere ? below : whole;
}
