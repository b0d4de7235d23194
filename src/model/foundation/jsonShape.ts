import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { isObject, ownIn, type Json, type JsonPath } from "./json.ts";
import { fromJson, positionOf, type JsonFailure, type TextPosition } from "./jsonText.ts";
import { done, failed, type Outcome } from "./outcome.ts";

/*
 * Shapes describe the JSON that a person or another program wrote: settings, connections, plans.
 * They are strict, because a misspelled key would otherwise have no effect. `readShape` turns the
 * text of a file into a value of the shape, or says where the text is wrong.
 */

export type Misfit = { readonly path: JsonPath } & (
  | { readonly why: "unknown"; readonly known: readonly string[] }
  | { readonly why: "missing" | "duplicate" | "invalid" }
  | { readonly why: "too-many"; readonly limit: number }
  | { readonly why: "wrong-type"; readonly type: "object" | "array" | ScalarType }
  | { readonly why: "wrong-choice"; readonly choices: readonly (string | number)[] }
);

type ScalarType = "string" | "number" | "boolean";

/** What does not fit, in the order of the text. A value without misfits is a `T`. */
export interface Shape<out T> {
  (value: Json, path: JsonPath): readonly Misfit[];
  /** Only for the compiler: no shape has it. */
  readonly of?: T;
}

type OptionalShape<T> = Shape<T> & { readonly isOptional: true };

export type ShapeFailure =
  | JsonFailure
  | ({ readonly code: "misfit"; readonly misfit: Misfit } & TextPosition);

const ofType =
  <T>(type: ScalarType): Shape<T> =>
  (value, path) =>
    typeof value === type ? [] : [{ path, why: "wrong-type", type }];

export const text = ofType<string>("string");
export const number = ofType<number>("number");
export const boolean = ofType<boolean>("boolean");

export const choice =
  <const T extends string | number>(...choices: readonly T[]): Shape<T> =>
  (value, path) =>
    choices.some((option) => option === value) ? [] : [{ path, why: "wrong-choice", choices }];

export const list =
  <T>(item: Shape<T>): Shape<readonly T[]> =>
  (value, path) =>
    Array.isArray(value)
      ? (value as readonly Json[]).flatMap((entry, index) => item(entry, [...path, index]))
      : [{ path, why: "wrong-type", type: "array" }];

/** An object with any keys. */
export const record =
  <T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, propertyValue]) => item(propertyValue, [...path, key]))
      : [{ path, why: "wrong-type", type: "object" }];

export const optional = <T>(shape: Shape<T>): OptionalShape<T> =>
  Object.assign((value: Json, path: JsonPath) => shape(value, path), { isOptional: true } as const);

/** The shape of each property. A property that may be absent needs an optional shape. */
export type Properties<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalShape<T[K]> : Shape<T[K]>;
};

/** An object with these keys and no others. */
export const object =
  <T extends object>(properties: Properties<T>): Shape<T> =>
  (value, path) => {
    if (!isObject(value)) return [{ path, why: "wrong-type", type: "object" }];
    const shapes: Readonly<Record<string, Shape<unknown>>> = properties;
    const known = Object.keys(shapes);
    const missing = known.filter(
      (key) => !Object.hasOwn(value, key) && !("isOptional" in (shapes[key] ?? {})),
    );
    return [
      ...Object.entries(value).flatMap(([key, propertyValue]) => {
        const at = [...path, key];
        return (
          ownIn(shapes, key)?.(propertyValue, at) ?? [{ path: at, why: "unknown", known } as const]
        );
      }),
      ...missing.map((key) => ({ path: [...path, key], why: "missing" }) as const),
    ];
  };

/** The value of a text, or the first part that doesn't fit the shape. Ignores a byte order mark. */
export function readShape<T>(file: string, shape: Shape<T>): Outcome<T, ShapeFailure> {
  const content = file.replace(/^\uFEFF/, "");
  const [failure, value] = fromJson(content);
  if (failure) return failed(failure);
  const [misfit] = shape(value, []);
  // A value without misfits is of the type of its shape.
  if (!misfit) return done(value as T);
  const { path, why } = misfit;
  const tree = parseTree(content);
  const node =
    tree && findNodeAtLocation(tree, [...(why === "missing" ? path.slice(0, -1) : path)]);
  // An unknown key, a wrong value, or the object that lacks a key.
  const { offset = 0 } = (why === "unknown" ? node?.parent : node) ?? {};
  return failed({ code: "misfit", misfit, ...positionOf(content, offset) });
}
