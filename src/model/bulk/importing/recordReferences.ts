import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isOwnReference } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";

/** What a record says of one target of a relation or of one file. */
export interface RecordReference {
  readonly value: Json;
  readonly attribute: AttributeSchema;
  /** Where it stands, without indexes: `sections.author`. */
  readonly path: string;
}

interface ReferenceContext {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
  /** What stands for a reference; undefined where it is left out. */
  readonly replace: (reference: RecordReference) => Json | undefined;
}

/** A content with something else in the place of each relation and file that is its own to keep. */
export function withReferences(
  content: JsonObject,
  context: ReferenceContext,
  above = "",
): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const attribute = context.attributes.get(name);
      return [
        name,
        attribute ? withReferencesIn(value, { attribute, path: above + name }, context) : value,
      ];
    }),
  );
}

function withReferencesIn(
  value: Json,
  at: Omit<RecordReference, "value">,
  context: ReferenceContext,
): Json {
  const one = (item: Json): Json | undefined => itemIn(item, at, context);
  if (!isOwnReference(at.attribute) && !isComponent(at.attribute)) return value;
  if (!isArray(value)) return one(value) ?? null;
  return value.flatMap((item) => one(item) ?? []);
}

function itemIn(
  value: Json,
  at: Omit<RecordReference, "value">,
  context: ReferenceContext,
): Json | undefined {
  if (value === null) return null;
  const { attribute, path } = at;
  if (isOwnReference(attribute)) return context.replace({ value, ...at });
  const attributes = isObject(value) && attributesOf(attribute, value, context.catalog);
  return attributes ? withReferences(value, { ...context, attributes }, `${path}.`) : value;
}

/** The relations and files of a content. */
export function referencesOf(
  content: JsonObject,
  context: Omit<ReferenceContext, "replace">,
): RecordReference[] {
  const found: RecordReference[] = [];
  const replace = (reference: RecordReference): Json => {
    found.push(reference);
    return reference.value;
  };
  withReferences(content, { ...context, replace });
  return found;
}
