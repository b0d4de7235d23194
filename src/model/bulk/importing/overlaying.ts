import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick, valueIn } from "../../foundation/json.ts";

interface OverlayShape {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
}

/**
 * A draft's content with what a record says of it. What the record does not name stays, in single components
 * too; lists are the record's. A component keeps the id that the one in its place has, so that it is not made
 * anew; one that is not there is not made of nothing but nulls.
 */
export const withRecordValues = (
  now: JsonObject,
  values: JsonObject,
  shape: OverlayShape,
): JsonObject => ({
  ...now,
  ...mergedAttributes(now, values, shape),
});

const mergedAttributes = (
  now: JsonObject,
  values: JsonObject,
  { attributes, catalog }: OverlayShape,
) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = attributes.get(name);
      return [name, attribute ? mergedValue(valueIn(now, name), value, attribute, catalog) : value];
    }),
  );

function mergedValue(now: Json, values: Json, attribute: AttributeSchema, catalog: Catalog): Json {
  if (!isComponent(attribute)) return values;
  if (!isArray(values)) return mergedComponent(now, values, attribute, { catalog, isSingle: true });
  const items = isArray(now) ? now : [];
  return values.map((item, at) =>
    mergedComponent(items[at] ?? null, item, attribute, { catalog, isSingle: false }),
  );
}

interface ComponentPosition {
  readonly catalog: Catalog;
  /** Whether it is no item of a list: then what is not said stays. */
  readonly isSingle: boolean;
}

function mergedComponent(
  now: Json,
  values: Json,
  attribute: AttributeSchema,
  { catalog, isSingle }: ComponentPosition,
): Json {
  if (!isObject(values)) return values;
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name !== "id"));
  if (isSingle && now === null && isEmptyComponent(own)) return null;
  const attributes = attributesOf(attribute, own, catalog);
  if (!attributes) return own;
  const there = sameComponentOf(now, own);
  const kept = isSingle ? there : pick(there, ["__component", "id"]);
  return { ...kept, ...mergedAttributes(there, own, { attributes, catalog }) };
}

/** The one in its place, where that is of the same kind. */
const sameComponentOf = (now: Json, own: JsonObject): JsonObject =>
  isObject(now) && now["__component"] === own["__component"] ? now : {};

/** Whether it has parts, and all of them are empty: an empty object says that it is there. */
const isEmptyComponent = (values: JsonObject): boolean =>
  Object.keys(values).length > 0 &&
  Object.values(values).every(
    (value) => value === null || (isObject(value) && isEmptyComponent(value)),
  );
