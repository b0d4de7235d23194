import { isArray, isObject, nested, type Json, type JsonObject } from "../foundation/json.ts";
import { isOperator, type Operator } from "./filterOperators.ts";

/** A condition that documents must meet, such as `seo.metaTitle` contains `tea`. */
export interface Condition {
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly value: Json;
}

/** The filter that requires all conditions; undefined if there are none. */
export function toFilter(conditions: readonly Condition[]): JsonObject | undefined {
  const filters = conditions.map(({ path, operator, value }) =>
    nested(path, { [operator]: value }),
  );
  return filters.length > 1 ? { $and: filters } : filters[0];
}

/** The conditions of a filter; undefined if it is more than conditions joined by `$and`. */
export function fromFilter(filter: JsonObject): readonly Condition[] | undefined {
  const conditionLists = Object.entries(filter).map(([key, part]) =>
    key === "$and" && isArray(part)
      ? joinConditions(part.map((member) => (isObject(member) ? fromFilter(member) : undefined)))
      : conditionsAt([key], part),
  );
  return joinConditions(conditionLists);
}

function conditionsAt(path: readonly string[], value: Json): readonly Condition[] | undefined {
  if (path.at(-1)?.startsWith("$")) return undefined;
  if (!isObject(value)) return isArray(value) ? undefined : [{ path, operator: "$eq", value }];
  const entries = Object.entries(value);
  // Two conditions on the same entry of a list differ from two conditions on any entries.
  if (path.length > 1 && entries.length > 1) return undefined;
  const conditionLists = entries.map(([key, part]) =>
    isOperator(key)
      ? [{ path, operator: key, value: part }]
      : entries.length > 1
        ? undefined
        : conditionsAt([...path, key], part),
  );
  return joinConditions(conditionLists);
}

function joinConditions(parts: readonly (readonly Condition[] | undefined)[]) {
  const knownParts = parts.filter((part) => part !== undefined);
  return knownParts.length === parts.length ? knownParts.flat() : undefined;
}
