import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isStructured,
  isUnread,
  attributesOf,
  componentSchema,
  isListOfItems,
  itemOf,
  listIn,
} from "../schemas/catalog.ts";
import type { Attributes, Catalog, TypeInCatalog, ContentSchema } from "../schemas/catalog.ts";
import { isObject, ownIn, isArray, isEmptyValue, valueIn } from "../foundation/json.ts";
import { attributeNameOf, pathBelow, type Json, type JsonObject } from "../foundation/json.ts";
import { isSameValue, valueKey } from "../content/equality.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";

export interface Deviation {
  /** Such as `seo.metaImage` or `sections[1].text`. */
  readonly path: string;
  readonly expected: Json;
  readonly actual: Json;
  /** True if content is missing; false if it has another value, such as a generated slug. */
  readonly isLost: boolean;
}

/**
 * As far as the contents can be read. With `isNew`, the service may have set other keys. A route may
 * populate the answer to a write differently from a read. If `actual` has not the same parts, it is
 * not comparable: it proves nothing, and must not become a base.
 */
export function verify(
  expected: JsonObject,
  actual: JsonObject,
  { type, catalog, isNew = false }: TypeInCatalog & { readonly isNew?: boolean },
) {
  const comparison = new Comparison(catalog);
  comparison.compareAll(type.attributes, expected, actual, { path: "", isNew });
  const deviations: readonly Deviation[] = comparison.deviations;
  return { deviations, isComparable: comparison.oneSided.length === 0 };
}

/**
 * The content that a write left. If the document was changed between the answer and the read, what
 * differs may be of another client: it has the expected value, and null if there is none.
 */
export function writtenContentOf(
  expected: JsonObject,
  { content, version }: { readonly content: JsonObject; readonly version: number },
  deviations: readonly Deviation[],
  answeredVersion: number | undefined,
): JsonObject {
  if (version === answeredVersion) return content;
  const differing = new Set(deviations.map(({ path }) => attributeNameOf(path)));
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      // The facts about the document are not the content of anybody.
      const isUnset = name.startsWith("$") || isEmptyValue(value);
      const isOurs = Object.hasOwn(expected, name) ? !differing.has(name) : isUnset;
      return [name, isOurs ? value : valueIn(expected, name)];
    }),
  );
}

export const lostIn = (deviations: readonly Deviation[]): string[] =>
  deviations.flatMap(({ isLost, path }) => (isLost ? path : []));

interface Position {
  readonly path: string;
  /** Whether the write created the component: the service sets keys that were not sent. */
  readonly isNew: boolean;
}

class Comparison {
  readonly deviations: Deviation[] = [];
  /** Paths that only one of the two contents has. */
  readonly oneSided: string[] = [];
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  compareAll(
    attributes: Attributes,
    expected: JsonObject,
    actual: JsonObject,
    above: Position,
  ): void {
    for (const [name, attribute] of attributes) {
      if (isInverse(attribute) || isUnread(attribute)) continue;
      const path = pathBelow(above.path, name);
      const [expectedValue, actualValue] = [ownIn(expected, name), ownIn(actual, name)];
      if (expectedValue !== undefined && actualValue !== undefined) {
        this.#compare(attribute, expectedValue, actualValue, { ...above, path });
      } else if (isStructured(attribute) && !above.isNew && expectedValue !== actualValue)
        this.oneSided.push(path);
    }
  }

  #compare(attribute: AttributeSchema, expected: Json, actual: Json, at: Position): void {
    const isList = isListOfItems(attribute);
    const [expectedItems, actualItems] = isList ? [listIn(expected), listIn(actual)] : [];
    if (expectedItems && actualItems) {
      this.#compareItems(itemOf(attribute), expectedItems, actualItems, at);
    } else if (isComponent(attribute) && isObject(expected) && isObject(actual)) {
      const isReplaced = (expected["__component"] ?? null) !== (actual["__component"] ?? null);
      const isNew = at.isNew || !("id" in expected);
      const attributes = attributesOf(attribute, actual, this.#catalog);
      if (isReplaced) this.#add(expected, actual, true, at);
      else if (attributes) this.compareAll(attributes, expected, actual, { ...at, isNew });
    } else if (!isSameValue(attribute, expected, actual, this.#catalog)) {
      // Another target replaces the expected one, which is lost. Another text is no loss.
      const isLost = isEmptyValue(actual) || actual === "" || isStructured(attribute);
      this.#add(expected, actual, isLost, at);
    }
  }

  #compareItems(
    item: AttributeSchema,
    expected: readonly Json[],
    actual: readonly Json[],
    at: Position,
  ): void {
    if (!isComponent(item)) {
      // Relations and files are compared by identity, not by title. A different order is no loss.
      const keyOf = (target: Json) => valueKey(item, target, this.#catalog);
      const [keys, actualKeys] = [expected.map(keyOf), actual.map(keyOf)];
      if (keys.join() === actualKeys.join()) return;
      const presentKeys = new Set(actualKeys);
      this.#add(expected, actual, !keys.every((key) => presentKeys.has(key)), at);
    } else if (expected.length !== actual.length) {
      this.#add(expected, actual, actual.length < expected.length, at);
    } else {
      for (const [index, entry] of expected.entries()) {
        this.#compare(item, entry, actual[index] ?? null, { ...at, path: `${at.path}[${index}]` });
      }
    }
  }

  #add(expected: Json, actual: Json, isLost: boolean, { path }: Position): void {
    this.deviations.push({ path, expected, actual, isLost: isLost && !isEmptyValue(expected) });
  }
}

/** Whether a document has the sent values, and maybe ids, titles and defaults of components. */
export const containsContent = (
  content: JsonObject,
  sent: JsonObject,
  schema: ContentSchema,
): boolean =>
  Object.entries(sent).every(([name, value]) =>
    containsValue(valueIn(content, name), value, schema.type.attributes.get(name), schema),
  );

/** Like `containsContent`, but other clients may have added entries to the lists meanwhile. */
export function containsSentEntries(
  content: JsonObject,
  { before, sent }: { readonly before: JsonObject; readonly sent: JsonObject },
  shape: TypeInCatalog,
): boolean {
  const comparableContent = new Map(Object.entries(content));
  for (const [name, value] of Object.entries(sent)) {
    const attribute = shape.type.attributes.get(name);
    if (!attribute || !isListOfItems(attribute) || !isComponent(attribute)) continue;
    const entries = ownIn(content, name);
    if (!isArray(entries) || !isArray(value)) continue;
    // Removes the entries that neither existed before nor were sent, in the order of the sent ones.
    const knownEntries = entriesByIdentity(ownIn(before, name));
    const isNew = (entry: Json) => !knownEntries.has(entryIdentity(entry));
    const addedEntries = value.filter(isNew);
    const item = itemOf(attribute);
    let nextIndex = 0;
    const comparableEntries = entries.filter((entry) => {
      if (!isNew(entry)) return true;
      const isSent = containsValue(entry, addedEntries[nextIndex] ?? null, item, shape);
      if (isSent) nextIndex += 1;
      return isSent;
    });
    comparableContent.set(name, comparableEntries);
  }
  return containsContent(Object.fromEntries(comparableContent), sent, shape);
}

function containsValue(
  value: Json,
  sent: Json,
  attribute: AttributeSchema | undefined,
  schema: ContentSchema,
): boolean {
  if (isEmptyValue(sent)) return isEmptyValue(value);
  if (attribute && isListOfItems(attribute)) {
    const item = itemOf(attribute);
    return (
      isArray(value) &&
      isArray(sent) &&
      value.length === sent.length &&
      sent.every((sentItem, at) => containsValue(value[at] ?? null, sentItem, item, schema))
    );
  }
  if (attribute && isComponent(attribute)) {
    if (!isObject(value) || !isObject(sent)) return false;
    return containsContent(value, sent, componentSchema(attribute, value, schema));
  }
  // The role of a user is read with its documentId, and sent by its id.
  const isRole = attribute?.type === "relation" && isObject(value) && value["id"] === sent;
  return isRole || isSameValue(attribute, value, sent, schema.catalog);
}
