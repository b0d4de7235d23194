import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../client/index.ts";
import { instantOf } from "../foundation/dates.ts";
import {
  isArray,
  isObject,
  pick,
  type Json,
  ownIn,
  valueIn,
  withoutFinalZeros,
} from "../foundation/json.ts";
import type { Database } from "../foundation/storableText.ts";
import {
  isComponent,
  targetKeysOf,
  attributesOf,
  isListOfItems,
  isReference,
  itemOf,
  listIn,
} from "../schemas/catalog.ts";
import type { Catalog } from "../schemas/catalog.ts";

/**
 * Whether two values of an attribute are equal: the service stores the same for both. No other
 * module compares values of attributes.
 *
 * A relation or file is its target, whatever its title. A component is its content, whatever its
 * id. JSON is equal whatever the order of its keys. Times, dates, numbers and booleans are equal in
 * any notation that the service accepts. A date and time without a time zone equals only the same
 * text, because the zone of the service decides which one it is. An absent key, null and an empty
 * list of relations, files or components are equal.
 *
 * A value is not equal to what a database makes of it (`storedBy`).
 */
export const isSameValue = (
  attribute: AttributeSchema | undefined,
  value: Json | undefined,
  other: Json | undefined,
  shape: ValueShape,
): boolean =>
  isIdentical(value, other) ||
  valueKey(attribute, value, shape) === valueKey(attribute, other, shape);

/** Whether two values are the same JSON, including row ids and the titles of targets. */
export const isIdentical = (value: unknown, other: unknown): boolean =>
  isDeepStrictEqual(value, other);

/** The components that values can have. With a database, keys are those of what it stores. */
type ValueShape = Pick<Catalog, "components"> & { readonly database?: Database | undefined };

/** A key that two values of an attribute share if, and only if, they are equal. */
export function valueKey(
  attribute: AttributeSchema | undefined,
  value: Json | undefined,
  shape: ValueShape,
): string {
  const jsonValue = value ?? null;
  if (!attribute) return jsonKey(jsonValue);
  if (isListOfItems(attribute)) {
    const item = itemOf(attribute);
    const keys = listIn(jsonValue)?.map((entry) => valueKey(item, entry, shape));
    return keys ? `list [${keys.join()}]` : jsonKey(jsonValue);
  }
  if (isComponent(attribute) && isObject(jsonValue)) {
    const attributes = attributesOf(attribute, jsonValue, shape);
    const keyAt = (name: string) => valueKey(attributes?.get(name), ownIn(jsonValue, name), shape);
    const keys = Object.keys(jsonValue)
      .filter((name) => name !== "id")
      .sort()
      .map((name) => [name, keyAt(name)] as const)
      // An absent key equals an empty value.
      .filter(([name, key]) => key !== valueKey(attributes?.get(name), undefined, shape));
    return `component ${JSON.stringify(keys)}`;
  }
  if (isReference(attribute)) return jsonKey(targetOf(attribute, jsonValue));
  return jsonKey(storedBy(shape.database, attribute, jsonValue));
}

/** A key that two JSON values share if they are equal, whatever the order of their keys. */
export function jsonKey(value: Json): string {
  if (isArray(value)) return `[${value.map(jsonKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${jsonKey(valueIn(value, key))}`);
  return `{${parts.join()}}`;
}

function targetOf(attribute: AttributeSchema, value: Json): Json {
  if (typeof value === "string") return { documentId: value };
  if (typeof value === "number") return { id: value };
  if (!isObject(value)) return value;
  // The numeric id of an object with a documentId can change. A user's role only has a numeric id.
  const { documentId = null, id = null } = value;
  if (documentId !== null) return pick(value, targetKeysOf(attribute));
  return id === null ? value : { id };
}

/** A scalar value in the notation that all equal values of the attribute share. */
export function inOneNotation({ type }: AttributeSchema, value: Json): Json {
  if (value === null || isArray(value) || isObject(value)) return value;
  const toNotation = ownIn(notations, type);
  return toNotation ? toNotation(String(value)) : value;
}

function numberNotation(text: string): Json {
  const digits = text.replace(/\s/g, "");
  const number = digits === "" ? NaN : Number(digits);
  return Number.isFinite(number) ? number : text;
}

function momentNotation(text: string): Json {
  const instant = instantOf(text);
  return instant === undefined ? text : new Date(instant).toISOString();
}

const notations: Readonly<Partial<Record<string, (text: string) => Json>>> = {
  integer: numberNotation,
  float: numberNotation,
  decimal: numberNotation,
  biginteger: (text) => (/^\s*[+-]?\d+\s*$/.test(text) ? String(BigInt(text)) : text),
  boolean: (text) =>
    /^(?:true|1)$/i.test(text) ? true : /^(?:false|0)$/i.test(text) ? false : text,
  // PostgreSQL drops the zeros at the end of a time, and SQLite adds them.
  time: (text) => {
    const [, minute, second = "00", fraction = ""] =
      /^(\d{2}:\d{2})(?::(\d{2})(?:\.(\d*))?)?$/.exec(text) ?? [];
    const digits = withoutFinalZeros(fraction);
    return minute === undefined ? text : `${minute}:${second}${digits && `.${digits}`}`;
  },
  // The service cuts off what follows the day.
  date: (text) => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? text,
  datetime: momentNotation,
  timestamp: momentNotation,
};

/**
 * A scalar value as a database stores it, in one notation. Without a database, nothing is lost.
 *
 * SQLite stores a big integer as a floating-point number. PostgreSQL and MySQL round a decimal to
 * two digits, unless the project's schema sets other options for its column.
 */
export function storedBy(
  database: Database | undefined,
  attribute: AttributeSchema,
  value: Json,
): Json {
  const normalizedValue = inOneNotation(attribute, value);
  const isRounded = database === "sqlite" ? "biginteger" : "decimal";
  if (database === undefined || attribute.type !== isRounded) return normalizedValue;
  if (typeof normalizedValue !== "number")
    return typeof normalizedValue === "string" && /^-?\d+$/.test(normalizedValue)
      ? String(Number(normalizedValue))
      : normalizedValue;
  const digits = String(Math.abs(normalizedValue));
  // Only numbers that are very small or very large have an exponent.
  if (digits.includes("e")) return Math.abs(normalizedValue) < 1 ? 0 : normalizedValue;
  // Rounds half away from zero, by the digits of the number and not by its binary value.
  return Math.sign(normalizedValue) * Number(`${Math.round(Number(`${digits}e2`))}e-2`);
}
