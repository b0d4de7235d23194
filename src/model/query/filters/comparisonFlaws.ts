import type { Json } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import type { FindingPath } from "../../foundation/contentProblem.ts";
import { unstorableIn } from "../../foundation/storable.ts";
import type { FilterField } from "./filterFields.ts";
import { flaw, isGroup, listFlaws } from "./filterProblem.ts";
import type { FilterFlaw } from "./filterProblem.ts";
import { isOfKind, isOperator, isPresence, operatorsOf } from "./operators.ts";
import type { Operator } from "./operators.ts";

/** The flaws in the comparison of a field: a value, a list, or operators with their values. */
export function comparingFlaws(
  value: Json,
  field: FilterField,
  path: FindingPath,
): readonly FilterFlaw[] {
  if (!isObject(value)) return operatorFlaws("$eq", value, field, path);
  const entries = Object.entries(value);
  if (entries.length === 0) return flaw(path, "empty");
  return entries.flatMap(([key, operand]) => operatorFlaws(key, operand, field, [...path, key]));
}

function operatorFlaws(key: string, operand: Json, field: FilterField, path: FindingPath) {
  if (key === "$not") return comparingFlaws(operand, field, path);
  if (isGroup(key)) return flaw(path, "group-here");
  if (!isOperator(key)) return flaw(path, "no-operator");
  const operators = operatorsOf[field.kind];
  if (!operators.includes(key)) return [{ path, code: "other-operator", operators } as const];
  return isPresence(key) ? flagFlaws(operand, path) : operandFlaws(key, operand, field, path);
}

/** `$null` and `$notNull` require true or false. The service misinterprets other values. */
export const flagFlaws = (value: Json, path: FindingPath): readonly FilterFlaw[] =>
  typeof value === "boolean" ? [] : flaw(path, "needs-flag");

function operandFlaws(operator: Operator, value: Json, field: FilterField, path: FindingPath) {
  if (value === null && takesNull.has(operator)) return [];
  const isPair = isArray(value) && value.length === 2;
  if (operator === "$between" && !isPair) return flaw(path, "needs-two");
  if (!isArray(value)) return valueFlaws(operator, value, field, path);
  // The service also accepts a list for other operators, but returns the wrong documents.
  if (!takesList.has(operator)) return otherValue(field, path);
  return listFlaws(value, path, (one, at) => valueFlaws(operator, one, field, [...path, at]));
}

const takesNull: ReadonlySet<Operator> = new Set(["$eq", "$ne"]);
const takesList: ReadonlySet<Operator> = new Set(["$eq", "$in", "$notIn", "$between"]);
const takesChoice: ReadonlySet<Operator> = new Set(["$eq", "$ne", "$in", "$notIn"]);

/** Every text contains, starts with and ends with the empty text. */
const partOperator = /contains|(?:starts|ends)With/i;

function valueFlaws(operator: Operator, value: Json, field: FilterField, path: FindingPath) {
  const { kind, choices } = field;
  if (!isOfKind(value, kind)) return otherValue(field, path);
  // The service searches for the text in the JSON source.
  const unstorable = kind === "json" ? undefined : unstorableIn(value, field.type);
  if (unstorable) return [{ path, code: unstorable } as const];
  if (value === "" && partOperator.test(operator)) return flaw(path, "empty");
  const isChosen =
    kind !== "choice" || !takesChoice.has(operator) || choices.some((one) => one === value);
  return isChosen ? [] : [{ path, code: "not-a-choice", choices } as const];
}

const otherValue = ({ kind }: FilterField, path: FindingPath): readonly FilterFlaw[] => [
  { path, code: "other-value", kind },
];
