import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isOwnReference } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";

/** What a record says of one target of a relation or of one file. */
export interface Reference {
  readonly value: Json;
  readonly attribute: AttributeSchema;
  /** Where it stands, without indexes: `sections.author`. */
  readonly path: string;
}

interface Place {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
  /** What stands for a reference; undefined where it is left out. */
  readonly replace: (reference: Reference) => Json | undefined;
}

/** A content with something else in the place of each relation and file that is its own to keep. */
export function withReferences(content: JsonObject, place: Place, above = ""): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const attribute = place.attributes.get(name);
      return [name, attribute ? inside(value, { attribute, path: above + name }, place) : value];
    }),
  );
}

function inside(value: Json, at: Omit<Reference, "value">, place: Place): Json {
  const one = (item: Json): Json | undefined => itemIn(item, at, place);
  if (!isOwnReference(at.attribute) && !isComponent(at.attribute)) return value;
  if (!isArray(value)) return one(value) ?? null;
  return value.flatMap((item) => one(item) ?? []);
}

function itemIn(value: Json, at: Omit<Reference, "value">, place: Place): Json | undefined {
  if (value === null) return null;
  const { attribute, path } = at;
  if (isOwnReference(attribute)) return place.replace({ value, ...at });
  const attributes = isObject(value) && attributesOf(attribute, value, place.catalog);
  return attributes ? withReferences(value, { ...place, attributes }, `${path}.`) : value;
}

/** The relations and files of a content. */
export function referencesOf(content: JsonObject, place: Omit<Place, "replace">): Reference[] {
  const found: Reference[] = [];
  const replace = (reference: Reference): Json => {
    found.push(reference);
    return reference.value;
  };
  withReferences(content, { ...place, replace });
  return found;
}
