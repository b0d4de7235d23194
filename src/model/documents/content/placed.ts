import type { AttributeSchema } from "../../../client/index.ts";
import type { JsonPath } from "./attributeAt.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf } from "./differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn, valueIn } from "../../foundation/json.ts";

/** A value at its place in a text, and the attribute that it is a value of: an item, where that has a list. */
export interface LocatedValue {
  readonly attribute: AttributeSchema;
  readonly path: JsonPath;
  readonly value: Json;
}

/** Every value of these kinds of attribute in a content, those in components and zones included. */
export function valuesIn(
  content: JsonObject,
  isWanted: (attribute: AttributeSchema) => boolean,
  { attributes, catalog }: { readonly attributes: Attributes; readonly catalog: Catalog },
  above: JsonPath = [],
): LocatedValue[] {
  return Object.keys(content).flatMap((name) => {
    const attribute = attributes.get(name);
    if (!attribute) return [];
    const items = itemsOf(valueIn(content, name), [...above, name]);
    if (isWanted(attribute)) return items.map((item) => ({ attribute, ...item }));
    if (!isComponent(attribute)) return [];
    return items.flatMap(({ value, path }) => {
      const inner = isObject(value) && attributesOf(attribute, value, catalog);
      return inner ? valuesIn(value, isWanted, { attributes: inner, catalog }, path) : [];
    });
  });
}

const itemsOf = (value: Json, path: JsonPath): Omit<LocatedValue, "attribute">[] =>
  isArray(value)
    ? value.map((item, at) => ({ value: item, path: [...path, at] }))
    : [{ value, path }];

/** What a value names a file or document by; empty where it names none. */
export const documentIdOf = (value: Json): string =>
  textIn(isObject(value) ? value : { documentId: value }, "documentId");
