import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import type { FindingPath } from "../../foundation/contentProblem.ts";
import { comparingFlaws, flagFlaws } from "./comparisonFlaws.ts";
import type { FilterField, FilterFields } from "./filterFields.ts";
import { flaw, isGroup, listFlaws } from "./filterProblem.ts";
import type { FilterFlaw } from "./filterProblem.ts";
import { isOperator } from "./operators.ts";

/**
 * Finds the flaws of a filter that the user entered, before it is sent. For some flaws the service
 * returns an error without details, for others it returns the wrong documents. If `isWhole` is
 * true, an unknown field is a flaw. Otherwise it is left to the service.
 */
export function filterFlaws(
  filter: Json,
  fields: FilterFields,
  isWhole = true,
): readonly FilterFlaw[] {
  return inObject(filter, { fields, isWhole, path: [], isInside: false });
}

interface Walk {
  readonly fields: FilterFields;
  readonly isWhole: boolean;
  readonly path: FindingPath;
  /** Whether the value is a filter inside a component, relation or file. */
  readonly isInside: boolean;
}

function inObject(value: Json, walk: Walk): readonly FilterFlaw[] {
  const { path, fields } = walk;
  if (!isObject(value)) return flaw(path, "needs-object");
  const entries = Object.entries(value);
  if (entries.length === 0) return flaw(path, "empty");
  if (meets(value, fields)) return flaw(path, "groups-meet");
  return entries.flatMap(([key, part]) => inEntry(key, part, { ...walk, path: [...path, key] }));
}

function inEntry(key: string, part: Json, walk: Walk): readonly FilterFlaw[] {
  const { path, isInside } = walk;
  if (isGroup(key)) return inGroup(part, walk);
  if (key === "$not") return isInside ? flaw(path, "group-here") : inObject(part, walk);
  if (key.startsWith("$")) return flaw(path, isOperator(key) ? "needs-field" : "no-operator");
  return inField(key, part, walk);
}

function inField(name: string, part: Json, walk: Walk): readonly FilterFlaw[] {
  const { fields, isWhole, path } = walk;
  const field = fields.get(name);
  if (!field) return isWhole ? flaw(path, "no-field") : [];
  return field.kind === "entity" ? inEntity(part, field, walk) : comparingFlaws(part, field, path);
}

function inGroup(parts: Json, walk: Walk): readonly FilterFlaw[] {
  const { path } = walk;
  if (!isArray(parts)) return flaw(path, "needs-list");
  return listFlaws(parts, path, (part, at) => inObject(part, { ...walk, path: [...path, at] }));
}

function inEntity(part: Json, { inside }: FilterField, walk: Walk): readonly FilterFlaw[] {
  if (!isObject(part)) return flaw(walk.path, "needs-field");
  const [first = "", ...others] = Object.keys(part);
  if (isAlone(first) || others.some(isAlone)) {
    if (others.length > 0) return flaw(walk.path, "group-here");
    if (!isGroup(first)) return flagFlaws(part[first] ?? null, [...walk.path, first]);
  }
  return inObject(part, { ...walk, fields: inside(), isInside: true });
}

/** Keys that the service accepts in a relation only alone. It fails if there are others. */
const isAlone = (key: string): boolean => isGroup(key) || key === "$null" || key === "$notNull";

/**
 * The service merges a group inside a relation with the same group of the object around it, and
 * loses one of the two.
 */
const meets = (object: JsonObject, fields: FilterFields): boolean =>
  ["$and", "$or"].some((group) => count(group, object, fields) > 1);

function count(group: string, object: JsonObject, fields: FilterFields): number {
  const inner = Object.entries(object).map(([key, part]) => {
    const field = fields.get(key);
    return field?.kind === "entity" && isObject(part) ? count(group, part, field.inside()) : 0;
  });
  return inner.reduce((sum, one) => sum + one, group in object ? 1 : 0);
}
