import type { Json } from "../foundation/json.ts";
import { isDate, isMoment, isTime } from "../foundation/dates.ts";
import type { FilterFieldKind } from "./filterFields.ts";

const presence = ["$null", "$notNull"] as const;
const equality = ["$eq", "$ne", ...presence] as const;
const order = [...equality, "$in", "$notIn", "$lt", "$lte", "$gt", "$gte", "$between"] as const;
const parts = ["$contains", "$notContains", "$containsi", "$notContainsi"] as const;
const ends = ["$startsWith", "$startsWithi", "$endsWith", "$endsWithi"] as const;
const text = [...order, "$eqi", "$nei", ...parts, ...ends] as const;

export type Operator = (typeof text)[number];

export const isOperator = (name: string): name is Operator =>
  (text as readonly string[]).includes(name);

/** The operators of each kind of field. JSON and blocks are compared as their stored text. */
export const operatorsOf: Readonly<Record<FilterFieldKind, readonly Operator[]>> = {
  text,
  choice: text,
  number: order,
  whole: order,
  flag: equality,
  date: order,
  time: order,
  moment: order,
  json: [...presence, "$containsi", "$notContainsi"],
  entity: presence,
};

/** Operators whose value is true or false, for every kind of field. */
export const isPresence = (operator: Operator): boolean =>
  (presence as readonly string[]).includes(operator);

/** Whether a field can be compared with a value. For others, the service fails or returns all. */
export const isOfKind = (value: Json, kind: FilterFieldKind): boolean => tests[kind](value);

const isText = (value: Json): value is string => typeof value === "string";

const isNumberOrText = (value: Json): value is number | string =>
  typeof value === "number" || isText(value);

const tests: Readonly<Record<FilterFieldKind, (value: Json) => boolean>> = {
  text: isText,
  choice: isText,
  number: (value) =>
    typeof value === "number" ||
    (isText(value) && value.trim() !== "" && Number.isFinite(Number(value))),
  whole: (value) => isNumberOrText(value) && /^[+-]?\d+$/.test(String(value)),
  flag: (value) => typeof value === "boolean",
  date: (value) => isText(value) && isDate(value),
  time: (value) => isText(value) && isTime(value),
  moment: (value) => isNumberOrText(value) && isMoment(String(value)),
  json: isText,
  entity: () => false,
};
