import type { AttributeSchema } from "../../client/index.ts";
import { attributesOf, listIn } from "../schemas/navigation.ts";
import type { FindingPath } from "../foundation/contentProblem.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, valueIn } from "../foundation/json.ts";
import { isComponent, isList } from "../schemas/catalog.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../schemas/catalog.ts";

/** An attribute of a document or of a component in it, with its whole value. */
export interface CheckedAttribute {
  readonly attribute: AttributeSchema;
  readonly path: FindingPath;
  readonly value: Json;
}

/** Every attribute that a content has a key for, including those of components. */
export const checkedAttributesIn = (
  content: JsonObject,
  { type, catalog }: TypeInCatalog,
): CheckedAttribute[] => attributesWithin(content, type.attributes, catalog);

function attributesWithin(
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
  above: FindingPath = [],
): CheckedAttribute[] {
  return [...attributes].flatMap(([name, attribute]) => {
    if (!Object.hasOwn(content, name)) return [];
    const value = valueIn(content, name);
    const path = [...above, name];
    const own = { attribute, path, value };
    if (!isComponent(attribute)) return [own];
    const items = isObject(value) ? [value] : (listIn(value) ?? []);
    const inner = items.flatMap((item, at) => {
      const within = isObject(item) ? attributesOf(attribute, item, catalog) : undefined;
      if (!within || !isObject(item)) return [];
      const place = isList(attribute) ? [...path, at] : path;
      return attributesWithin(item, within, catalog, place);
    });
    return [own, ...inner];
  });
}

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
