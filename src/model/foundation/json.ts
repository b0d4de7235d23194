export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** What came over the wire is JSON, whatever fields the client's type of it names. */
export const asJson = (answer: object): JsonObject => answer as JsonObject;

/** Own keys alone: every object has a `toString`, and `__proto__` is a key like any other. */
export const ownIn = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;

/** The same, where no value and an absent key are one thing. */
export const valueIn = (from: JsonObject, name: string): Json => ownIn(from, name) ?? null;

/** A text out of an object that a service sent; empty where there is none. */
export const textIn = (from: JsonObject, key: string): string => {
  const value = from[key];
  return typeof value === "string" ? value : "";
};

/** The keys of an object that it has, in the order given. */
export const pick = (value: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key] ?? null]] : [])),
  );

/** Whether nothing in a value lies deeper than anybody writes by hand. */
export const isShallow = (value: Json, left = 100): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values<Json>(value).every((one) => isShallow(one, left - 1)));
