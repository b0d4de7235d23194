import type { AttributeSchema } from "../../../client/index.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn, valueIn } from "../../foundation/json.ts";
import type { Attributes, Catalog, ContentType } from "../../schemas/catalog.ts";
import { isComponent, isList } from "../../schemas/catalog.ts";
import { attributesOf } from "./differing.ts";

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

/** From the document down to a place in it; an index of a list may be written in digits. */
export type JsonPath = readonly (string | number)[];

/** What the schema says of a place in a document. */
export interface AttributeLocation {
  readonly attribute: AttributeSchema;
  /** Where the attribute's value stands. */
  readonly path: JsonPath;
  /** The way from that value on to the place: an index in a list, a key of a relation; often none. */
  readonly rest: JsonPath;
}

/**
 * The innermost attribute that a path leads to, through components and zones. The content says which
 * component stands in a zone. Undefined where the schema knows of none: `$`, a component's `id`.
 */
export function attributeAt(
  catalog: Catalog,
  { attributes }: Pick<ContentType, "attributes">,
  path: JsonPath,
  content: Json,
): AttributeLocation | undefined {
  return attributeWithin({ attributes, value: content, above: [] }, path, catalog);
}

interface Step {
  readonly attributes: Attributes;
  readonly value: Json;
  readonly above: JsonPath;
}

function attributeWithin(
  { attributes, value, above }: Step,
  [name = "", ...rest]: JsonPath,
  catalog: Catalog,
): AttributeLocation | undefined {
  const attribute = attributes.get(String(name));
  if (!attribute) return undefined;
  const index = rest.slice(0, isList(attribute) ? 1 : 0);
  const isAbove = isComponent(attribute) && rest.length > index.length;
  if (!isAbove) return { attribute, path: [...above, name], rest: rest };
  const item = [name, ...index].reduce(childOf, value);
  const inner = attributesOf(attribute, objectOr(item), catalog);
  const step = inner && { attributes: inner, value: item, above: [...above, name, ...index] };
  return step && attributeWithin(step, rest.slice(index.length), catalog);
}

const objectOr = (value: Json): JsonObject => (isObject(value) ? value : {});

function childOf(value: Json, segment: string | number): Json {
  if (isArray(value)) return value[Number(segment)] ?? null;
  return valueIn(objectOr(value), String(segment));
}
