import type { AttributeSchema } from "../../client/index.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, textIn, valueIn } from "../foundation/json.ts";
import type { Attributes, Catalog, ContentType } from "../schemas/catalog.ts";
import { isComponent, isList, withTargetType } from "../schemas/catalog.ts";
import { attributesOf } from "../schemas/navigation.ts";

/**
 * A value with its path in a text, and its attribute. If the attribute holds a list, the value is
 * one entry of it. The attribute of a relation has the type of that target.
 */
export interface LocatedValue {
  readonly attribute: AttributeSchema;
  readonly path: JsonPath;
  readonly value: Json;
}

/** Every value of these attribute types in a content, including components and dynamic zones. */
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
    if (isWanted(attribute)) {
      return items.map((item) => ({ attribute: withTargetType(attribute, item.value), ...item }));
    }
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

/** The documentId by which a value names a file or document; empty if there is none. */
export const documentIdOf = (value: Json): string =>
  textIn(isObject(value) ? value : { documentId: value }, "documentId");

/** The path from the document to a value in it. A list index may be a string of digits. */
export type JsonPath = readonly (string | number)[];

/** The segments of a path as the model writes it: `sections[1].text`. */
export const segmentsOf = (path: string): JsonPath => path.split(/[.[\]]+/).filter(Boolean);

/** The attribute that the schema defines at a path in a document. */
export interface AttributeLocation {
  readonly attribute: AttributeSchema;
  /** The path of the attribute's value. */
  readonly path: JsonPath;
  /**
   * The path from that value to the location: a list index or a relation's key. It is often empty.
   */
  readonly rest: JsonPath;
}

/**
 * Returns the innermost attribute on a path, through components and dynamic zones. The content says
 * which component an entry of a zone has. Undefined where the schema defines no attribute, such as
 * `$` or a component's `id`.
 */
export function attributeAt(
  catalog: Catalog,
  { attributes }: Pick<ContentType, "attributes">,
  [name = "", ...rest]: JsonPath,
  content: Json,
  above: JsonPath = [],
): AttributeLocation | undefined {
  const attribute = attributes.get(String(name));
  if (!attribute) return undefined;
  const index = rest.slice(0, isList(attribute) ? 1 : 0);
  const isAbove = isComponent(attribute) && rest.length > index.length;
  if (!isAbove) return { attribute, path: [...above, name], rest };
  const item = [name, ...index].reduce(childOf, content);
  const inner = attributesOf(attribute, objectOr(item), catalog);
  const path = [...above, name, ...index];
  return inner && attributeAt(catalog, { attributes: inner }, rest.slice(index.length), item, path);
}

const objectOr = (value: Json): JsonObject => (isObject(value) ? value : {});

function childOf(value: Json, segment: string | number): Json {
  if (isArray(value)) return value[Number(segment)] ?? null;
  return valueIn(objectOr(value), String(segment));
}
