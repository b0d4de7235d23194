import type { FindingPath } from "../foundation/contentProblem.ts";
import type { Json } from "../foundation/json.ts";
import { isArray, isObject } from "../foundation/json.ts";

/** A text in a value. */
export interface TextValue {
  readonly path: FindingPath;
  readonly text: string;
}

/** Every text in a value: the value itself, or the texts in blocks and JSON. */
export function* textsIn(value: Json, path: FindingPath): Generator<TextValue> {
  if (typeof value === "string") yield { path, text: value };
  else if (isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, [...path, at]);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
  }
}
