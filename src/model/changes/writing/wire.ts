import type { AttributeSchema } from "../../../client/index.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { isList, isStructured } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import type { Problem } from "../../foundation/problem.ts";

/** Where a value stands, and what is collected on the way through it. */
interface Place {
  readonly catalog: Catalog;
  readonly path: string;
  readonly problems: Problem[];
  readonly cleared: string[];
  /** What stood here when the document was opened. */
  readonly base?: Json | undefined;
}

/**
 * A value in the form that is safe to send: relations and files by documentId alone, components
 * with their id, `__component` first, an empty list for no list. What can't be sent is added to
 * `problems`.
 */
export function toWire(attribute: AttributeSchema | undefined, value: Json, place: Place): Json {
  if (!attribute || !isStructured(attribute)) return value;
  if (!isList(attribute)) return value === null ? null : itemToWire(attribute, value, place);
  if (!isArray(value)) return value === null ? [] : problem(place, "needs-list");
  const former = isArray(place.base) ? place.base : [];
  const bases = new Map(former.map((base) => [nameOf(base), base]));
  return value.map((item, index) =>
    itemToWire(attribute, item, {
      ...place,
      path: `${place.path}[${index}]`,
      base: bases.get(nameOf(item)),
    }),
  );
}

function itemToWire(attribute: AttributeSchema, value: Json, place: Place): Json {
  if (attribute.type === "relation" || attribute.type === "media") return reference(value, place);
  if (!isObject(value)) return problem(place, "needs-object");
  const named = value["__component"];
  if (attribute.type === "component") return component(attribute.component ?? "", value, place);
  return typeof named === "string"
    ? { __component: named, ...component(named, value, place) }
    : problem(place, "needs-component");
}

/** A number would be taken for the id of a row, and rows change whenever somebody publishes. */
function reference(value: Json, place: Place): Json {
  const documentId = isObject(value) ? value["documentId"] : value;
  return typeof documentId === "string" && documentId !== ""
    ? { documentId }
    : problem(place, "needs-document-id");
}

function component(uid: string, value: JsonObject, place: Place): JsonObject {
  const attributes = place.catalog.components.get(uid);
  const base = isObject(place.base) && isSameComponent(place.base, value) ? place.base : {};
  const wire = new Map<string, Json>();
  for (const [name, field] of Object.entries({ ...clearedIn(base, value), ...value })) {
    const path = `${place.path}.${name}`;
    if (!Object.hasOwn(value, name) && !isEmpty(base[name])) place.cleared.push(path);
    const inner = { ...place, path, base: base[name] };
    if (name !== "__component") wire.set(name, toWire(attributes?.get(name), field, inner));
  }
  return Object.fromEntries(wire);
}

/** The service merges into a component that keeps its id: a key left out would keep its value. */
const clearedIn = (base: JsonObject, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(base).flatMap(([name, old]) =>
      Object.hasOwn(value, name) || old === null ? [] : [[name, null]],
    ),
  );

/** What an entry is found again by: a long list is not to be searched for each of its entries. */
const nameOf = (item: Json): string =>
  isObject(item) ? JSON.stringify([item["__component"], item["id"]]) : "";

/** Two kinds of component count their ids each for itself. */
export const isSameComponent = (base: Json, value: Json): boolean =>
  isObject(base) &&
  isObject(value) &&
  base["id"] !== undefined &&
  base["id"] === value["id"] &&
  base["__component"] === value["__component"];

/** Whether nothing is lost when a value is cleared. */
export const isEmpty = (value: Json | undefined): boolean =>
  (value ?? null) === null || (isArray(value) && value.length === 0);

function problem({ path, problems }: Place, why: Problem["why"]): null {
  problems.push({ path, why });
  return null;
}
