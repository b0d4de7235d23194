import { isListOfItems, itemOf, attributesOf, listIn, isReference } from "../schemas/navigation.ts";
import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { isComponent } from "../schemas/catalog.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject } from "../foundation/json.ts";

/**
 * Whether two values of an attribute have different content. The title of a relation or file and
 * the id of a component don't count. An absent key, null and an empty list are equal.
 */
export function differs(
  attribute: AttributeSchema | undefined,
  a: Json | undefined,
  b: Json | undefined,
  catalog: Catalog,
): boolean {
  const [one, other] = [identityOf(attribute, a), identityOf(attribute, b)];
  if (isDeepStrictEqual(one, other)) return false;
  const hasParts = attribute && (isListOfItems(attribute) || isComponent(attribute));
  return !hasParts || contentKey(attribute, one, catalog) !== contentKey(attribute, other, catalog);
}

/** A key that two values of an attribute share if, and only if, they don't differ. */
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
    // An absent key equals an empty value.
    .filter(([name, key]) => key !== contentKey(attributes?.get(name), undefined, catalog));
  return `component ${JSON.stringify(keys)}`;
}

/** JSON with its keys in canonical order. */
function canonicalJson(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${parts.join()}}`;
}

/** The part of an attribute's value that identifies it: for a relation or file, its target. */
export const identityOf = (attribute: AttributeSchema | undefined, value: Json | undefined): Json =>
  attribute && isReference(attribute) ? referenceIdentity(value ?? null) : (value ?? null);

function referenceIdentity(value: Json): Json {
  if (typeof value === "string") return { documentId: value };
  if (typeof value === "number") return { id: value };
  if (!isObject(value)) return value;
  // The numeric id of an object with a documentId can change. A user's role only has a numeric id.
  const { documentId = null, id = null } = value;
  if (documentId !== null) return { documentId };
  return id === null ? value : { id };
}
