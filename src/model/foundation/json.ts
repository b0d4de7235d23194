import { escapeJson } from "./visibleText.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** The path from a document to a value in it. A list index may be a string of digits. */
export type JsonPath = readonly (string | number)[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Whether clearing a value loses nothing. */
export const isEmptyValue = (value: Json | undefined): boolean =>
  (value ?? null) === null || (isArray(value) && value.length === 0);

/** The objects in a value: the value itself, or those of a list. */
export const objectsIn = (value: Json): readonly JsonObject[] =>
  (isArray(value) ? value : [value]).filter(isObject);

/**
 * An answer of the service, or an object of this program that contains only JSON. An interface has
 * no index signature, so its type does not say that.
 */
export const asJson = (value: object): JsonObject => value as JsonObject;

/** Reads own keys only: every object has a `toString`, and `__proto__` is a key like any other. */
export const ownIn = <T>(
  object: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (object && Object.hasOwn(object, name) ? object[name] : undefined);

/** Like `ownIn`, with null for an absent key. */
export const valueIn = (object: JsonObject, name: string): Json => ownIn(object, name) ?? null;

/** A text in an object of the service; empty if it is absent. */
export const textIn = (object: JsonObject, key: string): string => {
  const value = object[key];
  return typeof value === "string" ? value : "";
};

/** The object with only the given keys, in the given order. Absent keys are skipped. */
export const pick = (value: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key] ?? null]] : [])),
  );

export function omit<T extends Json>(
  value: Readonly<Record<string, T>>,
  keys: readonly string[],
): Readonly<Record<string, T>> {
  const omitted = new Set(keys);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !omitted.has(key)));
}

/** Whether a value has at most `maxLevels` levels. By default, more than users write by hand. */
export const isShallow = (value: Json, maxLevels = 100): boolean =>
  typeof value !== "object" ||
  value === null ||
  (maxLevels > 0 && Object.values<Json>(value).every((child) => isShallow(child, maxLevels - 1)));

/** The text by which a value is looked up; undefined if the value can't be a key. */
export const keyTextOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
};

export const nested = (path: readonly string[], value: JsonObject): JsonObject =>
  path.reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), value);

/*
 * A path to a value in a document as a text: `sections[1].text`. Names of attributes may have any
 * characters, so a `\` precedes those that separate names: `unit\.price` is one name. Only these
 * functions write and read such texts.
 */

export const pathText = (path: JsonPath): string =>
  path.reduce<string>((above, segment) => pathBelow(above, segment), "");

/** The path of a part of the value at a path; `above` is empty for the document. */
export const pathBelow = (above: string, segment: string | number): string =>
  typeof segment === "number"
    ? `${above}[${segment}]`
    : `${above}${above && "."}${segment.replaceAll(/[.[\]\\]/g, "\\$&")}`;

/** The names and indexes of a path. */
export const segmentsOf = (path: string): string[] =>
  (path.match(/(?:\\.|\\$|[^.[\]\\])+/gs) ?? []).map((name) => name.replaceAll(/\\(.)/gs, "$1"));

/** The attribute of the document that is or contains a value, from its path such as `seo.image`. */
export const attributeNameOf = (path: string): string => segmentsOf(path)[0] ?? "";

/** JSON for a file, an editor or a terminal. These may change or obey the characters it escapes. */
export const toJson = (value: unknown, indent?: number): string =>
  escapeJson(JSON.stringify(value, null, indent));

/** Uses no pattern: digits may be too many for one to backtrack. */
export function withoutFinalZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** The known key that a misspelled one stands for; undefined if none is similar. */
export function similarKey(key: string, knownKeys: readonly string[]): string | undefined {
  const maxEdits = Math.max(1, Math.floor(key.length / 3));
  const nearest = knownKeys
    .filter((name) => Math.abs(name.length - key.length) <= maxEdits && key !== "")
    .map((name) => ({ name, edits: editsBetween(key, name) }))
    .sort((candidate, other) => candidate.edits - other.edits)[0];
  return nearest && nearest.edits <= maxEdits ? nearest.name : undefined;
}

/** How many letters must be added, removed, replaced or swapped with the next one. */
function editsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
