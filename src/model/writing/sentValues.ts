import type { AttributeSchema } from "../../client/index.ts";
import type { Catalog } from "../schemas/catalog.ts";
import {
  isList,
  isPolymorphic,
  isReadOnly,
  isStructured,
  targetKeysOf,
} from "../schemas/catalog.ts";
import { pathBelow, type Json, type JsonObject } from "../foundation/json.ts";
import { isArray, isEmptyValue, isObject, omit, pick, textIn, ownIn } from "../foundation/json.ts";
import { documentIdOf } from "../content/attributePositions.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";
import { isSameValue } from "../content/equality.ts";
import type { Problem } from "../foundation/textProblem.ts";

interface WirePosition {
  readonly catalog: Catalog;
  readonly path: string;
  readonly problems: Problem[];
  readonly cleared: string[];
  /** The value at this position when the document was opened. */
  readonly base?: Json | undefined;
}

/**
 * Converts a value to a form that is safe to send: relations and files by documentId only,
 * components with their id, `__component` first, and an empty list for no list. Adds values that
 * can't be sent to `problems`.
 */
export function toWire(
  attribute: AttributeSchema | undefined,
  value: Json,
  position: WirePosition,
): Json {
  if (!attribute || !isStructured(attribute)) return value;
  if (!isList(attribute)) {
    if (value !== null) return itemToWire(attribute, value, position);
    const isRejected = isReadOnly(attribute) && !isEmptyValue(position.base);
    return isRejected ? addProblem(position, "read-only") : null;
  }
  if (!isArray(value)) return value === null ? [] : addProblem(position, "needs-list");
  const bases = entriesByIdentity(position.base);
  return value.map((item, index) =>
    itemToWire(attribute, item, {
      ...position,
      path: `${position.path}[${index}]`,
      base: bases.get(entryIdentity(item)),
    }),
  );
}

function itemToWire(attribute: AttributeSchema, value: Json, position: WirePosition): Json {
  if (attribute.type === "relation" || attribute.type === "media") {
    const flaw = referenceFlaw(attribute, value);
    if (flaw) return addProblem(position, flaw);
    // The service takes a number for a row id, and row ids change with every publish.
    const target = namedTarget(attribute, value);
    const isSame = isSameValue(attribute, target, position.base, position.catalog);
    return isReadOnly(attribute) && !isSame ? addProblem(position, "read-only") : target;
  }
  if (!isObject(value)) return addProblem(position, "needs-object");
  const uid = value["__component"];
  if (attribute.type === "component")
    return componentToWire(attribute.component ?? "", value, position);
  return typeof uid === "string"
    ? { __component: uid, ...componentToWire(uid, value, position) }
    : addProblem(position, "needs-component");
}

/** Undefined if the value names a target. */
export function referenceFlaw(
  attribute: AttributeSchema,
  value: Json,
): "needs-document-id" | "needs-type" | undefined {
  if (documentIdOf(value) === "") return "needs-document-id";
  const hasType = isObject(value) && textIn(value, "__type") !== "";
  return isPolymorphic(attribute) && !hasType ? "needs-type" : undefined;
}

export const namedTarget = (attribute: AttributeSchema, value: Json): JsonObject =>
  isObject(value) ? pick(value, targetKeysOf(attribute)) : { documentId: value };

function componentToWire(uid: string, value: JsonObject, position: WirePosition): JsonObject {
  const attributes = position.catalog.components.get(uid);
  const base =
    isObject(position.base) && isSameComponent(position.base, value) ? position.base : {};
  const wire = new Map<string, Json>();
  // The service merges into a component that keeps its id: a missing key would keep its value.
  const missing = Object.entries(omit(base, Object.keys(value)))
    .filter(([, old]) => old !== null)
    .map(([name]) => [name, null] as const);
  for (const [name, field] of [...missing, ...Object.entries(value)]) {
    const path = pathBelow(position.path, name);
    if (!Object.hasOwn(value, name) && !isEmptyValue(ownIn(base, name)))
      position.cleared.push(path);
    const inner = { ...position, path, base: ownIn(base, name) };
    if (name !== "__component") wire.set(name, toWire(attributes?.get(name), field, inner));
  }
  return Object.fromEntries(wire);
}

export const isSameComponent = (base: Json, value: Json): boolean =>
  isObject(base) &&
  isObject(value) &&
  base["id"] !== undefined &&
  entryIdentity(base) === entryIdentity(value);

function addProblem({ path, problems }: WirePosition, why: Problem["why"]): null {
  problems.push({ path, why });
  return null;
}
