import type { AttributeSchema } from "../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../schemas/catalog.ts";
import { isComponent } from "../schemas/catalog.ts";
import { attributesOf } from "../schemas/navigation.ts";
import { valuesIn } from "./attributePlaces.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject } from "../foundation/json.ts";

/**
 * Keeps only the component ids that the document has now: the service rejects any other id.
 * Components that it doesn't have are created, with their contents.
 */
export function withKnownIds(
  content: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): JsonObject {
  const { type, catalog } = shape;
  const known = new Set(idsIn(now, shape));
  return fieldsWithIds(content, type.attributes, { catalog, isKnown: (name) => known.has(name) });
}

/** Removes all component ids, so that all components are created. */
export const withoutIds = (content: JsonObject, { type, catalog }: TypeInCatalog): JsonObject =>
  fieldsWithIds(content, type.attributes, { catalog, isKnown: () => false });

interface KnownIds {
  readonly catalog: Catalog;
  readonly isKnown: (name: string) => boolean;
}

const idsIn = (from: JsonObject, shape: TypeInCatalog): string[] =>
  valuesIn(from, isComponent, shape).flatMap(({ attribute, value }) =>
    isObject(value) ? [componentIdentity(attribute, value)] : [],
  );

/** Each component type numbers its ids separately. */
const componentIdentity = ({ component }: AttributeSchema, item: JsonObject): string =>
  JSON.stringify([component ?? item["__component"], item["id"]]);

function fieldsWithIds(
  from: JsonObject,
  attributes: Attributes | undefined,
  known: KnownIds,
): JsonObject {
  return Object.fromEntries(
    Object.entries(from).map(([name, value]) => {
      const attribute = attributes?.get(name);
      return [
        name,
        attribute && isComponent(attribute) ? valueWithIds(value, attribute, known) : value,
      ];
    }),
  );
}

function valueWithIds(value: Json, attribute: AttributeSchema, known: KnownIds): Json {
  if (isArray(value)) return value.map((item) => valueWithIds(item, attribute, known));
  if (!isObject(value)) return value;
  const isKnown = known.isKnown(componentIdentity(attribute, value));
  const { id, ...rest } = value;
  const inner = isKnown ? known : { ...known, isKnown: () => false };
  const kept = fieldsWithIds(rest, attributesOf(attribute, value, known.catalog), inner);
  return isKnown && id !== undefined ? { ...componentFirst(kept), id, ...kept } : kept;
}

/** `__component` comes first: the service rejects it after a relation that has a value. */
const componentFirst = ({ __component: named }: JsonObject): JsonObject =>
  named === undefined ? {} : { __component: named };
