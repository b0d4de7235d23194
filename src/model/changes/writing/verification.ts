import type { AttributeSchema } from "../../../client/index.ts";
import { isComponent, isInverse, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isObject, ownIn, isArray } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import {
  attributesOf,
  componentSchema,
  isListOfItems,
  itemOf,
  listIn,
} from "../../schemas/navigation.ts";
import type { ContentSchema } from "../../schemas/navigation.ts";
import { isSameValue, valueKey } from "../../content/sameValue.ts";
import { entriesByIdentity, entryIdentity } from "../../content/componentIds.ts";
import { isEmptyValue } from "./wire.ts";

/** A value on the service that differs from the expected value after a write. */
export interface Deviation {
  /** Such as `seo.metaImage` or `sections[1].text`. */
  readonly path: string;
  readonly expected: Json;
  readonly actual: Json;
  /** True if content is missing; false if it has another value, such as a generated slug. */
  readonly isLost: boolean;
}

export interface Verification {
  readonly deviations: readonly Deviation[];
  /**
   * Whether the answer has the same parts of the document as the earlier read. A route may populate
   * the answer to a write differently from a read. Such an answer proves nothing, and must not
   * become a base.
   */
  readonly isComparable: boolean;
}

/**
 * Compares a document with the expected content, as far as it can be read. With `isNew`, the write
 * created the document, so the service may set keys that were not sent.
 */
export function verify(
  expected: JsonObject,
  actual: JsonObject,
  { type, catalog, isNew = false }: TypeInCatalog & { readonly isNew?: boolean },
): Verification {
  const found = { catalog, deviations: [] as Deviation[], oneSided: [] as string[] };
  compareAll(type.attributes, expected, actual, { ...found, path: "", isNew });
  return { deviations: found.deviations, isComparable: found.oneSided.length === 0 };
}

export const lostIn = (deviations: readonly Deviation[]): string[] =>
  deviations.flatMap(({ isLost, path }) => (isLost ? path : []));

interface ComparePosition {
  readonly catalog: Catalog;
  readonly path: string;
  /** Whether the write created the component: the service sets keys that were not sent. */
  readonly isNew: boolean;
  readonly deviations: Deviation[];
  /** Paths that only one of the two contents has. */
  readonly oneSided: string[];
}

function compareAll(
  attributes: Attributes | undefined,
  expected: JsonObject,
  actual: JsonObject,
  position: ComparePosition,
): void {
  for (const [name, attribute] of attributes ?? []) {
    if (isInverse(attribute) || isUnread(attribute)) continue;
    const path = position.path === "" ? name : `${position.path}.${name}`;
    const [one, other] = [ownIn(expected, name), ownIn(actual, name)];
    if (one !== undefined && other !== undefined) {
      compare(attribute, one, other, { ...position, path });
    } else if (isStructured(attribute) && isOneSided(one, other, position))
      position.oneSided.push(path);
  }
}

/**
 * Returns whether only one content has a key. Keys that the service adds to a new component don't
 * count.
 */
const isOneSided = (
  expected: Json | undefined,
  actual: Json | undefined,
  { isNew }: ComparePosition,
): boolean => !isNew && expected !== actual;

function compare(
  attribute: AttributeSchema,
  expected: Json,
  actual: Json,
  position: ComparePosition,
): void {
  if (isListOfItems(attribute)) {
    const [wanted, held] = [listIn(expected), listIn(actual)];
    if (wanted && held) {
      compareLists(itemOf(attribute), wanted, held, position);
      return;
    }
  }
  if (isComponent(attribute) && isObject(expected) && isObject(actual)) {
    compareComponents(attribute, expected, actual, position);
  } else if (!isSameValue(attribute, expected, actual, position.catalog)) {
    addDeviation(expected, actual, isGone(attribute, actual), position);
  }
}

/**
 * A different target replaces a relation or file, so the expected one is lost. A different text is
 * no loss.
 */
const isGone = (attribute: AttributeSchema, actual: Json): boolean =>
  isEmptyValue(actual) || actual === "" || isStructured(attribute);

function compareLists(
  item: AttributeSchema,
  expected: readonly Json[],
  actual: readonly Json[],
  position: ComparePosition,
): void {
  if (!isComponent(item)) {
    compareTargets(item, expected, actual, position);
    return;
  }
  if (expected.length !== actual.length) {
    addDeviation(expected, actual, actual.length < expected.length, position);
    return;
  }
  for (const [at, one] of expected.entries()) {
    compare(item, one, actual[at] ?? null, { ...position, path: `${position.path}[${at}]` });
  }
}

/** Compares relations and files by identity, not by title. A different order is no loss. */
function compareTargets(
  item: AttributeSchema,
  expected: readonly Json[],
  actual: readonly Json[],
  position: ComparePosition,
): void {
  const keyOf = (target: Json) => valueKey(item, target, position.catalog);
  const keys = expected.map(keyOf);
  const actualKeys = actual.map(keyOf);
  if (keys.join() === actualKeys.join()) return;
  const present = new Set(actualKeys);
  addDeviation(expected, actual, !keys.every((key) => present.has(key)), position);
}

function compareComponents(
  attribute: AttributeSchema,
  expected: JsonObject,
  actual: JsonObject,
  position: ComparePosition,
): void {
  if ((expected["__component"] ?? null) !== (actual["__component"] ?? null)) {
    addDeviation(expected, actual, true, position);
    return;
  }
  const isNew = position.isNew || !("id" in expected);
  const attributes = attributesOf(attribute, actual, position.catalog);
  compareAll(attributes, expected, actual, { ...position, isNew });
}

function addDeviation(
  expected: Json,
  actual: Json,
  isLost: boolean,
  { path, deviations }: ComparePosition,
): void {
  deviations.push({ path, expected, actual, isLost: isLost && !isEmptyValue(expected) });
}

/**
 * Returns whether a document contains the sent values. It may contain more: ids, titles and
 * defaults of new components.
 */
export const containsContent = (
  held: JsonObject,
  sent: JsonObject,
  schema: ContentSchema,
): boolean =>
  Object.entries(sent).every(([name, value]) =>
    containsValue(held[name] ?? null, value, schema.type.attributes.get(name), schema),
  );

/** Like `containsContent`, but other clients may have added entries to the lists meanwhile. */
export function containsSentEntries(
  held: JsonObject,
  { before, sent }: { readonly before: JsonObject; readonly sent: JsonObject },
  shape: TypeInCatalog,
): boolean {
  const all = { ...held };
  for (const [name, value] of Object.entries(sent)) {
    const attribute = shape.type.attributes.get(name);
    if (!attribute || !isListOfItems(attribute) || !isComponent(attribute)) continue;
    const entries = held[name];
    if (!isArray(entries) || !isArray(value)) continue;
    // Removes the entries that neither existed before nor were sent, in the order of the sent ones.
    const known = entriesByIdentity(before[name]);
    const isNew = (entry: Json) => !known.has(entryIdentity(entry));
    const added = value.filter(isNew);
    const item = itemOf(attribute);
    let next = 0;
    all[name] = entries.filter((entry) => {
      if (!isNew(entry)) return true;
      const isSent = containsValue(entry, added[next] ?? null, item, shape);
      if (isSent) next += 1;
      return isSent;
    });
  }
  return containsContent(all, sent, shape);
}

function containsValue(
  held: Json,
  sent: Json,
  attribute: AttributeSchema | undefined,
  schema: ContentSchema,
): boolean {
  if (isEmptyValue(sent)) return isEmptyValue(held);
  if (attribute && isListOfItems(attribute))
    return containsList(held, sent, itemOf(attribute), schema);
  if (!attribute || !isComponent(attribute))
    return isRoleOf(held, sent, attribute) || isSameValue(attribute, held, sent, schema.catalog);
  if (!isObject(held) || !isObject(sent)) return false;
  return containsContent(held, sent, componentSchema(attribute, held, schema));
}

const containsList = (
  held: Json,
  sent: Json,
  item: AttributeSchema,
  schema: ContentSchema,
): boolean =>
  isArray(held) &&
  isArray(sent) &&
  held.length === sent.length &&
  sent.every((one, at) => containsValue(held[at] ?? null, one, item, schema));

/** The role of a user is read with its documentId, and sent by its id. */
const isRoleOf = (held: Json, sent: Json, attribute: AttributeSchema | undefined): boolean =>
  attribute?.type === "relation" && isObject(held) && held["id"] === sent;
