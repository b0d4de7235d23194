import type { AttributeSchema } from "../../client/index.ts";
import { isArray, textIn, type Json, type JsonObject } from "../foundation/json.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "./catalog.ts";
import { isComponent, isList, isPolymorphic } from "./catalog.ts";

export const isReference = ({ type }: AttributeSchema): boolean =>
  type === "relation" || type === "media";

/** Whether an attribute holds a list of relations, files or components. */
export const isListOfItems = (attribute: AttributeSchema): boolean =>
  (isReference(attribute) || isComponent(attribute)) && isList(attribute);

/** The attribute of one entry of a list. */
export function itemOf(attribute: AttributeSchema): AttributeSchema {
  if (attribute.type === "dynamiczone") return { type: "component" };
  if (attribute.type === "relation")
    return { ...attribute, relation: isPolymorphic(attribute) ? "morphToOne" : "manyToOne" };
  return { ...attribute, repeatable: false, multiple: false };
}

/** The uid of a component, which an entry of a dynamic zone names itself; empty if it does not. */
export const componentUidOf = ({ component }: AttributeSchema, value: JsonObject): string =>
  component ?? textIn(value, "__component");

/** The attributes of a component; undefined if the service has no such component. */
export const attributesOf = (
  attribute: AttributeSchema,
  value: JsonObject,
  { components }: Pick<Catalog, "components">,
): Attributes | undefined => components.get(componentUidOf(attribute, value));

/** The attributes of a type or component, and the catalog with those of its components. */
export type ContentSchema = Pick<TypeInCatalog, "catalog"> & {
  readonly type: Pick<ContentType, "attributes">;
};

/** The schema of a component, without attributes if the service has no such component. */
export const componentSchema = (
  attribute: AttributeSchema,
  value: JsonObject,
  { catalog }: ContentSchema,
): ContentSchema => ({
  type: { attributes: attributesOf(attribute, value, catalog) ?? new Map() },
  catalog,
});

/** Null is an empty list; undefined for other values that are not lists. */
export const listIn = (value: Json): readonly Json[] | undefined =>
  value === null ? [] : isArray(value) ? value : undefined;
