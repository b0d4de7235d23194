import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf, isListOfItems, itemOf } from "../../schemas/navigation.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import { isSameValue } from "../../content/sameValue.ts";
import { entriesByIdentity, entryIdentity, isEmptyValue } from "./wire.ts";

/**
 * Returns whether a document contains the sent values. It may contain more: ids, titles and
 * defaults of new components.
 */
export const containsContent = (
  held: JsonObject,
  sent: JsonObject,
  { type, catalog }: TypeInCatalog,
): boolean => containsAll(held, sent, type.attributes, catalog);

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
      const isSent = containsValue(entry, added[next] ?? null, item, shape.catalog);
      if (isSent) next += 1;
      return isSent;
    });
  }
  return containsContent(all, sent, shape);
}

const containsAll = (
  held: JsonObject,
  sent: JsonObject,
  attributes: Attributes | undefined,
  catalog: Catalog,
): boolean =>
  Object.entries(sent).every(([name, value]) =>
    containsValue(held[name] ?? null, value, attributes?.get(name), catalog),
  );

function containsValue(
  held: Json,
  sent: Json,
  attribute: AttributeSchema | undefined,
  catalog: Catalog,
): boolean {
  if (isEmptyValue(sent)) return isEmptyValue(held);
  if (attribute && isListOfItems(attribute))
    return containsList(held, sent, itemOf(attribute), catalog);
  if (!attribute || !isComponent(attribute))
    return isRoleOf(held, sent, attribute) || isSameValue(attribute, held, sent, catalog);
  if (!isObject(held) || !isObject(sent)) return false;
  return containsAll(held, sent, attributesOf(attribute, held, catalog), catalog);
}

const containsList = (held: Json, sent: Json, item: AttributeSchema, catalog: Catalog): boolean =>
  isArray(held) &&
  isArray(sent) &&
  held.length === sent.length &&
  sent.every((one, at) => containsValue(held[at] ?? null, one, item, catalog));

/** The role of a user is read with its documentId, and sent by its id. */
const isRoleOf = (held: Json, sent: Json, attribute: AttributeSchema | undefined): boolean =>
  attribute?.type === "relation" && isObject(held) && held["id"] === sent;
