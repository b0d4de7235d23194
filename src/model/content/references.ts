import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import {
  isComponent,
  isOwnReference,
  isStructured,
  titleOfTarget,
  withTargetType,
} from "../schemas/catalog.ts";
import { attributesOf } from "../schemas/navigation.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, textIn } from "../foundation/json.ts";

/** A relation or media file in a document. */
export interface Reference {
  /** The path without indexes, such as `sections.author`. */
  readonly path: string;
  /** The uid of the target type; empty for a file. */
  readonly target: string;
  readonly documentId: string;
  /** Empty if it has no title. */
  readonly title: string;
}

/** Every file in a document and every relation whose owning side is there, including components. */
export function referencesIn(
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
  above = "",
): Reference[] {
  return [...attributes].flatMap(([name, attribute]) => {
    const path = above + name;
    return itemsIn(content[name] ?? null).flatMap((item) => {
      if (isOwnReference(attribute))
        return toReference(path, withTargetType(attribute, item), item, catalog);
      const inner = innerOf(attribute, item, catalog);
      return inner ? referencesIn(item, inner, catalog, `${path}.`) : [];
    });
  });
}

/**
 * Removes the relations to some documents or files from a content. Paths have no indexes, such as
 * `sections.author`.
 */
export function withoutReferences(
  content: JsonObject,
  attributes: Attributes,
  catalog: Catalog,
  isGone: (documentId: string, path: string, attribute: AttributeSchema) => boolean,
  above = "",
): JsonObject {
  const one = (attribute: AttributeSchema, item: Json, path: string): Json[] => {
    if (!isObject(item)) return [item];
    if (isOwnReference(attribute))
      return isGone(textIn(item, "documentId"), path, attribute) ? [] : [item];
    const inner = innerOf(attribute, item, catalog);
    return [inner ? withoutReferences(item, inner, catalog, isGone, `${path}.`) : item];
  };
  const withoutGone = (name: string, value: Json): Json => {
    const attribute = attributes.get(name);
    if (!attribute || !isStructured(attribute)) return value;
    const path = above + name;
    if (isArray(value)) return value.flatMap((item) => one(attribute, item, path));
    return one(attribute, value, path)[0] ?? null;
  };
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, withoutGone(name, value)]),
  );
}

const innerOf = (
  attribute: AttributeSchema,
  item: JsonObject,
  catalog: Catalog,
): Attributes | undefined =>
  isComponent(attribute) ? attributesOf(attribute, item, catalog) : undefined;

const itemsIn = (value: Json): JsonObject[] => (isArray(value) ? value : [value]).filter(isObject);

function toReference(
  path: string,
  attribute: AttributeSchema,
  item: JsonObject,
  catalog: Catalog,
): Reference[] {
  const documentId = textIn(item, "documentId");
  const isFile = attribute.type === "media";
  const title = textIn(item, isFile ? "name" : (titleOfTarget(attribute, catalog) ?? "documentId"));
  const { target = "" } = attribute;
  return documentId ? [{ path, target, documentId, title }] : [];
}
