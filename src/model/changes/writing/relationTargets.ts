import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf, isListOfItems, itemOf } from "../../schemas/navigation.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import { entryIdentity, isEmptyValue } from "./wire.ts";

/**
 * Returns whether a document contains the sent values. It may contain more: ids, titles and
 * defaults of new components.
 */
export const containsContent = (
  held: JsonObject,
  sent: JsonObject,
  { type, catalog }: TypeInCatalog,
): boolean => containsAll(held, sent, { attributes: type.attributes, catalog });

/** Like `containsContent`, but other clients may have added entries to the lists meanwhile. */
export function containsSentEntries(
  held: JsonObject,
  { before, sent }: { readonly before: JsonObject; readonly sent: JsonObject },
  shape: TypeInCatalog,
): boolean {
  const { attributes } = shape.type;
  const all = { ...held };
  for (const [name, value] of Object.entries(sent)) {
    const attribute = attributes.get(name);
    if (!attribute || !isListOfItems(attribute) || !isComponent(attribute)) continue;
    const place = { attribute: itemOf(attribute), catalog: shape.catalog };
    all[name] = withoutAdded(held[name] ?? null, { before: before[name], sent: value }, place);
  }
  return containsContent(all, sent, shape);
}

/** Removes the entries that neither existed before nor were sent. */
function withoutAdded(
  held: Json,
  { before, sent }: { readonly before: Json | undefined; readonly sent: Json },
  place: AttributeInCatalog,
): Json {
  if (!isArray(held) || !isArray(sent)) return held;
  const known = new Set((isArray(before) ? before : []).map(entryIdentity));
  return held.filter(
    (entry) =>
      known.has(entryIdentity(entry)) || sent.some((one) => containsValue(entry, one, place)),
  );
}

interface AttributesInCatalog {
  readonly attributes: Attributes | undefined;
  readonly catalog: Catalog;
}

const containsAll = (
  held: JsonObject,
  sent: JsonObject,
  { attributes, catalog }: AttributesInCatalog,
): boolean =>
  Object.entries(sent).every(([name, value]) =>
    containsValue(held[name] ?? null, value, { attribute: attributes?.get(name), catalog }),
  );

interface AttributeInCatalog {
  readonly attribute: AttributeSchema | undefined;
  readonly catalog: Catalog;
}

function containsValue(
  held: Json,
  sent: Json,
  { attribute, catalog }: AttributeInCatalog,
): boolean {
  if (isEmptyValue(sent)) return isEmptyValue(held);
  if (!attribute) return isDeepStrictEqual(held, sent);
  if (isListOfItems(attribute)) {
    return containsList(held, sent, { attribute: itemOf(attribute), catalog });
  }
  if (isComponent(attribute)) return containsComponent(held, sent, { attribute, catalog });
  return isReferenceTo(held, sent, attribute) || isDeepStrictEqual(held, sent);
}

function containsComponent(
  held: Json,
  sent: Json,
  { attribute, catalog }: AttributeInCatalog,
): boolean {
  if (!attribute || !isObject(held) || !isObject(sent)) return false;
  return containsAll(held, sent, { attributes: attributesOf(attribute, held, catalog), catalog });
}

const containsList = (held: Json, sent: Json, item: AttributeInCatalog): boolean =>
  isArray(held) &&
  isArray(sent) &&
  held.length === sent.length &&
  sent.every((one, at) => containsValue(held[at] ?? null, one, item));

/** Relations and files are sent by documentId, the role of a user by its id. */
function isReferenceTo(held: Json, sent: Json, { type }: AttributeSchema): boolean {
  if (!isObject(held) || !/^(relation|media)$/.test(type)) return false;
  return isObject(sent) ? held["documentId"] === sent["documentId"] : held["id"] === sent;
}
