import { isArray, isObject, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { unstorableIn, type UnstorableReason } from "../foundation/storableText.ts";
import type { FilterField, FilterFieldKind, FilterFields, MissingField } from "./filterFields.ts";
import { isOfKind, isOperator, isPresence, operatorsOf, type Operator } from "./filterOperators.ts";

type PlainCode =
  | "needs-object"
  | "needs-list"
  | "needs-two"
  | "needs-flag"
  /** The filter has no condition. The service would return everything. */
  | "empty"
  | "too-many"
  /** A relation must be filtered by the fields of its target. */
  | "needs-field"
  /** A group in a position where the service fails. */
  | "group-here"
  /** Two groups that the service would merge, losing one of them. */
  | "groups-meet";

/** Why a filter would not be evaluated as intended. host/ creates the messages for the user. */
export type FilterFlaw = { readonly path: JsonPath } & (
  | { readonly code: PlainCode }
  | MissingField
  | { readonly code: "no-operator"; readonly known: readonly string[] }
  | { readonly code: UnstorableReason }
  | { readonly code: "other-operator"; readonly operators: readonly Operator[] }
  | { readonly code: "other-value"; readonly kind: FilterFieldKind }
  | { readonly code: "not-a-choice"; readonly choices: readonly string[] }
);

/**
 * Finds the flaws of a filter that the user entered, before it is sent. For some flaws the service
 * returns an error without details, for others it returns the wrong documents. If `isWhole` is
 * true, an unknown field is a flaw. Otherwise it is left to the service.
 */
export function filterFlaws(filter: Json, fields: FilterFields, isWhole = true): Flaws {
  return inObject(filter, { fields, isWhole, path: [], isInside: false });
}

type Flaws = readonly FilterFlaw[];

interface Walk {
  readonly fields: FilterFields;
  readonly isWhole: boolean;
  readonly path: JsonPath;
  /** Whether the value is a filter inside a component, relation or file. */
  readonly isInside: boolean;
}

function inObject(value: Json, walk: Walk): Flaws {
  const { path, fields } = walk;
  if (!isObject(value)) return flaw(path, "needs-object");
  const entries = Object.entries(value);
  if (entries.length === 0) return flaw(path, "empty");
  // The service merges a group in a relation with the same group around it, and loses one.
  if (["$and", "$or"].some((group) => count(group, value, fields) > 1))
    return flaw(path, "groups-meet");
  return entries.flatMap(([key, part]) => inEntry(key, part, { ...walk, path: [...path, key] }));
}

function inEntry(key: string, part: Json, walk: Walk): Flaws {
  const { path, isInside, fields, isWhole } = walk;
  if (isGroup(key)) {
    if (!isArray(part)) return flaw(path, "needs-list");
    return listFlaws(part, path, (member, at) =>
      inObject(member, { ...walk, path: [...path, at] }),
    );
  }
  if (key === "$not") return isInside ? flaw(path, "group-here") : inObject(part, walk);
  if (isOperator(key)) return flaw(path, "needs-field");
  if (key.startsWith("$")) return [{ path, code: "no-operator", known: ["$and", "$or", "$not"] }];
  const field = fields.get(key);
  if (!field) return isWhole ? [{ path, code: "no-field", known: [...fields.keys()] }] : [];
  return field.kind === "entity" ? inEntity(part, field, walk) : comparingFlaws(part, field, path);
}

function inEntity(part: Json, { inside }: FilterField, walk: Walk): Flaws {
  if (!isObject(part)) return flaw(walk.path, "needs-field");
  const [first = "", ...others] = Object.keys(part);
  if (isAlone(first) || others.some(isAlone)) {
    if (others.length > 0) return flaw(walk.path, "group-here");
    if (!isGroup(first)) return flagFlaws(valueIn(part, first), [...walk.path, first]);
  }
  return inObject(part, { ...walk, fields: inside(), isInside: true });
}

/** Keys that the service accepts in a relation only alone. It fails if there are others. */
const isAlone = (key: string): boolean => isGroup(key) || key === "$null" || key === "$notNull";

function count(group: string, object: JsonObject, fields: FilterFields): number {
  const inner = Object.entries(object).map(([key, part]) => {
    const field = fields.get(key);
    return field?.kind === "entity" && isObject(part) ? count(group, part, field.inside()) : 0;
  });
  return inner.reduce((sum, innerCount) => sum + innerCount, Object.hasOwn(object, group) ? 1 : 0);
}

/** The flaws in the comparison of a field: a value, a list, or operators with their values. */
export function comparingFlaws(value: Json, field: FilterField, path: JsonPath): Flaws {
  if (!isObject(value)) return operatorFlaws("$eq", value, field, path);
  const entries = Object.entries(value);
  if (entries.length === 0) return flaw(path, "empty");
  return entries.flatMap(([key, operand]) => operatorFlaws(key, operand, field, [...path, key]));
}

function operatorFlaws(key: string, operand: Json, field: FilterField, path: JsonPath): Flaws {
  if (key === "$not") return comparingFlaws(operand, field, path);
  if (isGroup(key)) return flaw(path, "group-here");
  const operators = operatorsOf[field.kind];
  if (!isOperator(key)) return [{ path, code: "no-operator", known: operators }];
  if (!operators.includes(key)) return [{ path, code: "other-operator", operators }];
  if (isPresence(key)) return flagFlaws(operand, path);
  if (operand === null && takesNull.has(key)) return [];
  const isPair = isArray(operand) && operand.length === 2;
  if (key === "$between" && !isPair) return flaw(path, "needs-two");
  if (!isArray(operand)) return valueFlaws(key, operand, field, path);
  // The service also accepts a list for other operators, but returns the wrong documents.
  if (!takesList.has(key)) return otherValue(field, path);
  return listFlaws(operand, path, (entry, at) => valueFlaws(key, entry, field, [...path, at]));
}

/** `$null` and `$notNull` require true or false. The service misinterprets other values. */
const flagFlaws = (value: Json, path: JsonPath): Flaws =>
  typeof value === "boolean" ? [] : flaw(path, "needs-flag");

const takesNull: ReadonlySet<Operator> = new Set(["$eq", "$ne"]);
const takesList: ReadonlySet<Operator> = new Set(["$eq", "$in", "$notIn", "$between"]);
const takesChoice: ReadonlySet<Operator> = new Set(["$eq", "$ne", "$in", "$notIn"]);

/** Every text contains, starts with and ends with the empty text. */
const partOperator = /contains|(?:starts|ends)With/i;

function valueFlaws(operator: Operator, value: Json, field: FilterField, path: JsonPath) {
  const { kind, choices } = field;
  if (!isOfKind(value, kind)) return otherValue(field, path);
  // The service searches for the text in the JSON source.
  const unstorable = kind === "json" ? undefined : unstorableIn(value, field.type);
  if (unstorable) return [{ path, code: unstorable } as const];
  if (value === "" && partOperator.test(operator)) return flaw(path, "empty");
  const isChosen =
    kind !== "choice" || !takesChoice.has(operator) || choices.some((choice) => choice === value);
  return isChosen ? [] : [{ path, code: "not-a-choice", choices } as const];
}

const otherValue = ({ kind }: FilterField, path: JsonPath): Flaws => [
  { path, code: "other-value", kind },
];

const flaw = (path: JsonPath, code: PlainCode): FilterFlaw[] => [{ path, code }];

/** How many entries of a list the service reads. */
const maxListEntries = 100;

function listFlaws(
  list: readonly Json[],
  path: JsonPath,
  check: (entry: Json, at: number) => Flaws,
): Flaws {
  if (list.length === 0) return flaw(path, "empty");
  return list.length > maxListEntries ? flaw(path, "too-many") : list.flatMap(check);
}

const isGroup = (key: string): boolean => key === "$and" || key === "$or";
