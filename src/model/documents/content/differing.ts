import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isList } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, ownIn } from "../../foundation/json.ts";

/**
 * Whether two values of an attribute are two contents. What a relation or file is called belongs to it,
 * and the id of a component to its row: neither counts. An absent key, null and an empty list are one.
 */
export function differs(
  attribute: AttributeSchema | undefined,
  a: Json | undefined,
  b: Json | undefined,
  catalog: Catalog,
): boolean {
  const [one, other] = [identityOf(attribute, a), identityOf(attribute, b)];
  if (!attribute) return !isDeepStrictEqual(one, other);
  if (isListOfItems(attribute)) return listsDiffer(itemOf(attribute), one, other, catalog);
  return isComponent(attribute) && isObject(one) && isObject(other)
    ? componentsDiffer(attributesOf(attribute, one, catalog), one, other, catalog)
    : !isDeepStrictEqual(one, other);
}

function listsDiffer(item: AttributeSchema, a: Json, b: Json, catalog: Catalog): boolean {
  const [one, other] = [listIn(a), listIn(b)];
  if (!one || !other) return !isDeepStrictEqual(a, b);
  return (
    one.length !== other.length || one.some((value, at) => differs(item, value, other[at], catalog))
  );
}

function componentsDiffer(
  attributes: Attributes | undefined,
  a: JsonObject,
  b: JsonObject,
  catalog: Catalog,
): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  names.delete("id");
  return [...names].some((name) =>
    differs(attributes?.get(name), ownIn(a, name), ownIn(b, name), catalog),
  );
}

/** A text that two values of an attribute share where they do not differ, and only there. */
export function contentKey(
  attribute: AttributeSchema | undefined,
  value: Json | undefined,
  catalog: Catalog,
): string {
  const identity = identityOf(attribute, value);
  if (!attribute) return canonicalJson(identity);
  if (isListOfItems(attribute)) {
    const item = itemOf(attribute);
    const list = listIn(identity);
    if (!list) return canonicalJson(identity);
    return `list [${list.map((one) => contentKey(item, one, catalog)).join()}]`;
  }
  return isComponent(attribute) && isObject(identity)
    ? componentKey(attributesOf(attribute, identity, catalog), identity, catalog)
    : canonicalJson(identity);
}

function componentKey(
  attributes: Attributes | undefined,
  value: JsonObject,
  catalog: Catalog,
): string {
  const keys = Object.keys(value)
    .filter((name) => name !== "id")
    .sort()
    .map((name): [name: string, key: string] => [
      name,
      contentKey(attributes?.get(name), value[name], catalog),
    ])
    // An absent key and no value are one.
    .filter(([name, key]) => key !== contentKey(attributes?.get(name), undefined, catalog));
  return `component ${JSON.stringify(keys)}`;
}

/** JSON whose keys are in one order. */
function canonicalJson(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${parts.join()}}`;
}

/** What two values of an attribute must share to be one: of a relation or file, what it points to. */
export const identityOf = (
  attribute: AttributeSchema | undefined,
  value: Json | undefined,
): Json =>
  attribute && isReference(attribute) ? referenceIdentity(value ?? null) : (value ?? null);

function referenceIdentity(value: Json): Json {
  if (typeof value === "string") return { documentId: value };
  if (typeof value === "number") return { id: value };
  if (!isObject(value)) return value;
  // What has a documentId has other row numbers at other times; the role of a user has none.
  const { documentId = null, id = null } = value;
  if (documentId !== null) return { documentId };
  return id === null ? value : { id };
}

const isReference = ({ type }: AttributeSchema): boolean => type === "relation" || type === "media";

/** Whether an attribute holds a list of relations, files or components. */
export const isListOfItems = (attribute: AttributeSchema): boolean =>
  (isReference(attribute) || isComponent(attribute)) && isList(attribute);

/** What one entry of a list is. */
export function itemOf(attribute: AttributeSchema): AttributeSchema {
  if (attribute.type === "dynamiczone") return { type: "component" };
  if (attribute.type === "relation") return { ...attribute, relation: "manyToOne" };
  return { ...attribute, repeatable: false, multiple: false };
}

/** The attributes of a component; undefined where the service has no such component. */
export function attributesOf(
  { component }: AttributeSchema,
  value: JsonObject,
  { components }: Catalog,
): Attributes | undefined {
  const uid = component ?? value["__component"];
  return typeof uid === "string" ? components.get(uid) : undefined;
}

/** No value is an empty list; undefined for what is no list. */
export const listIn = (value: Json): readonly Json[] | undefined =>
  value === null ? [] : isArray(value) ? value : undefined;
