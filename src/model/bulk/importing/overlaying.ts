import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick, valueIn } from "../../foundation/json.ts";

interface Shape {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
}

/**
 * A draft's content with what a record says of it. What the record does not name stays, in single components
 * too; lists are the record's. A component keeps the id that the one in its place has, so that it is not made
 * anew; one that is not there is not made of nothing but nulls.
 */
export const overlaid = (now: JsonObject, said: JsonObject, shape: Shape): JsonObject => ({
  ...now,
  ...graftedIn(now, said, shape),
});

const graftedIn = (now: JsonObject, said: JsonObject, { attributes, catalog }: Shape) =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => {
      const attribute = attributes.get(name);
      return [name, attribute ? grafted(valueIn(now, name), value, attribute, catalog) : value];
    }),
  );

function grafted(now: Json, said: Json, attribute: AttributeSchema, catalog: Catalog): Json {
  if (!isComponent(attribute)) return said;
  if (!isArray(said)) return component(now, said, attribute, { catalog, isAlone: true });
  const items = isArray(now) ? now : [];
  return said.map((item, at) =>
    component(items[at] ?? null, item, attribute, { catalog, isAlone: false }),
  );
}

interface Place {
  readonly catalog: Catalog;
  /** Whether it is no item of a list: then what is not said stays. */
  readonly isAlone: boolean;
}

function component(
  now: Json,
  said: Json,
  attribute: AttributeSchema,
  { catalog, isAlone }: Place,
): Json {
  if (!isObject(said)) return said;
  const own = Object.fromEntries(Object.entries(said).filter(([name]) => name !== "id"));
  if (isAlone && now === null && isBlank(own)) return null;
  const attributes = attributesOf(attribute, own, catalog);
  if (!attributes) return own;
  const there = thereOf(now, own);
  const kept = isAlone ? there : pick(there, ["__component", "id"]);
  return { ...kept, ...graftedIn(there, own, { attributes, catalog }) };
}

/** The one in its place, where that is of the same kind. */
const thereOf = (now: Json, own: JsonObject): JsonObject =>
  isObject(now) && now["__component"] === own["__component"] ? now : {};

/** Whether it has parts, and all of them are empty: an empty object says that it is there. */
const isBlank = (said: JsonObject): boolean =>
  Object.keys(said).length > 0 &&
  Object.values(said).every((value) => value === null || (isObject(value) && isBlank(value)));
