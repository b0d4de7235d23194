import type { AttributeSchema } from "../../client/index.ts";
import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { isArray, isObject, textIn, valueIn } from "../foundation/json.ts";
import {
  isComponent,
  isList,
  withTargetType,
  attributesOf,
  componentSchema,
} from "../schemas/catalog.ts";
import type { Catalog, ContentType, ContentSchema } from "../schemas/catalog.ts";

/** An attribute of a document or of a component in it, with its whole value. */
export interface AttributeValue {
  readonly attribute: AttributeSchema;
  readonly path: JsonPath;
  readonly value: Json;
}

/** Every attribute that a content has a key for, including those of components. */
export function attributeValuesIn(
  content: JsonObject,
  schema: ContentSchema,
  above: JsonPath = [],
): AttributeValue[] {
  return Object.keys(content).flatMap((name) => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute) return [];
    const attributeValue = { attribute, path: [...above, name], value: valueIn(content, name) };
    if (!isComponent(attribute)) return [attributeValue];
    const inner = itemsOf(attributeValue).flatMap(({ value, path }) =>
      isObject(value)
        ? attributeValuesIn(value, componentSchema(attribute, value, schema), path)
        : [],
    );
    return [attributeValue, ...inner];
  });
}

/** Every value of some attributes, one for each entry. A relation has the type of its target. */
export const valuesIn = (
  content: JsonObject,
  isWanted: (attribute: AttributeSchema) => boolean,
  schema: ContentSchema,
): AttributeValue[] =>
  attributeValuesIn(content, schema)
    .filter(({ attribute }) => isWanted(attribute))
    .flatMap((attributeValue) =>
      itemsOf(attributeValue).map(({ value, path }) => ({
        attribute: withTargetType(attributeValue.attribute, value),
        path,
        value,
      })),
    );

const itemsOf = ({ value, path }: Pick<AttributeValue, "value" | "path">) =>
  isArray(value)
    ? value.map((item, at) => ({ value: item, path: [...path, at] }))
    : [{ value, path }];

/** The documentId by which a value names a file or document; empty if there is none. */
export const documentIdOf = (value: Json): string =>
  textIn(isObject(value) ? value : { documentId: value }, "documentId");

export interface AttributeLocation {
  readonly attribute: AttributeSchema;
  /** The path of the attribute's value. */
  readonly path: JsonPath;
  /** The path from that value to the location: often empty, or an index or a relation's key. */
  readonly subpath: JsonPath;
}

/**
 * Returns the innermost attribute on a path, through components and zones. The content says which
 * component an entry has. Undefined without an attribute, such as for `$` or a component's `id`.
 */
export function attributeAt(
  catalog: Catalog,
  { attributes }: Pick<ContentType, "attributes">,
  [name = "", ...subpath]: JsonPath,
  content: Json,
  above: JsonPath = [],
): AttributeLocation | undefined {
  const attribute = attributes.get(String(name));
  if (!attribute) return undefined;
  const index = subpath.slice(0, isList(attribute) ? 1 : 0);
  const isAbove = isComponent(attribute) && subpath.length > index.length;
  if (!isAbove) return { attribute, path: [...above, name], subpath };
  const item = [name, ...index].reduce<Json>(
    (value, segment) =>
      isArray(value) ? (value[Number(segment)] ?? null) : valueIn(objectOr(value), String(segment)),
    content,
  );
  const inner = attributesOf(attribute, objectOr(item), catalog);
  const path = [...above, name, ...index];
  return (
    inner && attributeAt(catalog, { attributes: inner }, subpath.slice(index.length), item, path)
  );
}

const objectOr = (value: Json): JsonObject => (isObject(value) ? value : {});
