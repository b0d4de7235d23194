import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf, isListOfItems, itemOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import { isEmpty } from "./wire.ts";

/** Whether a document holds what was sent of it. It says more: ids, titles, defaults of new components. */
export const holds = (
  held: JsonObject,
  sent: JsonObject,
  { type, catalog }: TypeInCatalog,
): boolean => holdsAll(held, sent, { attributes: type.attributes, catalog });

/** The same, where others may have added entries to the lists meanwhile. */
export function holdsAmong(
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
  return holds(all, sent, shape);
}

/** A list without the entries that neither was there before nor was sent. */
function withoutAdded(
  held: Json,
  { before, sent }: { readonly before: Json | undefined; readonly sent: Json },
  place: Value,
): Json {
  if (!isArray(held) || !isArray(sent)) return held;
  const known = new Set((isArray(before) ? before : []).map(nameOf));
  return held.filter(
    (entry) => known.has(nameOf(entry)) || sent.some((one) => holdsValue(entry, one, place)),
  );
}

/** An entry of a list; in a zone its component says which of several with that id it is. */
export const nameOf = (entry: Json): string =>
  isObject(entry) ? JSON.stringify([entry["__component"], entry["id"]]) : JSON.stringify(entry);

interface Place {
  readonly attributes: Attributes | undefined;
  readonly catalog: Catalog;
}

const holdsAll = (held: JsonObject, sent: JsonObject, { attributes, catalog }: Place): boolean =>
  Object.entries(sent).every(([name, value]) =>
    holdsValue(held[name] ?? null, value, { attribute: attributes?.get(name), catalog }),
  );

interface Value {
  readonly attribute: AttributeSchema | undefined;
  readonly catalog: Catalog;
}

function holdsValue(held: Json, sent: Json, { attribute, catalog }: Value): boolean {
  if (isEmpty(sent)) return isEmpty(held);
  if (!attribute) return isDeepStrictEqual(held, sent);
  if (isListOfItems(attribute)) {
    return holdsList(held, sent, { attribute: itemOf(attribute), catalog });
  }
  if (isComponent(attribute)) return holdsComponent(held, sent, { attribute, catalog });
  return isReferenceTo(held, sent, attribute) || isDeepStrictEqual(held, sent);
}

function holdsComponent(held: Json, sent: Json, { attribute, catalog }: Value): boolean {
  if (!attribute || !isObject(held) || !isObject(sent)) return false;
  return holdsAll(held, sent, { attributes: attributesOf(attribute, held, catalog), catalog });
}

const holdsList = (held: Json, sent: Json, item: Value): boolean =>
  isArray(held) &&
  isArray(sent) &&
  held.length === sent.length &&
  sent.every((one, at) => holdsValue(held[at] ?? null, one, item));

/** Relations and files are sent by documentId, the role of a user as its id. */
function isReferenceTo(held: Json, sent: Json, { type }: AttributeSchema): boolean {
  if (!isObject(held) || !/^(relation|media)$/.test(type)) return false;
  return isObject(sent) ? held["documentId"] === sent["documentId"] : held["id"] === sent;
}
