import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isList, isPolymorphic, isReadOnly } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn, valueIn } from "../../foundation/json.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeResult } from "../changeFailure.ts";
import { documentIdOf, pathText, valuesIn } from "../../content/attributePlaces.ts";
import { readFileIds } from "../../reading/fileReader.ts";
import { isSameValue } from "../../content/sameValue.ts";
import { attributesOf, itemOf } from "../../schemas/navigation.ts";
import { dataToSend } from "./changes.ts";
import type { ExpectedChange } from "./changes.ts";
import { entriesByIdentity, entryIdentity } from "../../content/componentIds.ts";
import { isSameComponent, namedTarget } from "./wire.ts";

/**
 * Converts attributes to the form that every supported version of Strapi accepts: files by numeric
 * id, relations as `{ set: [{ documentId }] }`, at every depth. Polymorphic relations become the
 * difference from `before`, the content of the document until now. Files with an unknown id cost
 * one request.
 */
export async function toServiceForm(
  service: TypedService,
  data: JsonObject,
  before: JsonObject = {},
): ChangeResult<JsonObject> {
  const { type, catalog } = service;
  const { attributes } = type;
  const files = valuesIn(data, (one) => one.type === "media", {
    type: { attributes },
    catalog,
  }).flatMap(({ value, path }) =>
    value === null ? [] : [{ documentId: documentIdOf(value), path }],
  );
  const [failure, ids] = await readFileIds(
    service,
    files.map(({ documentId }) => documentId),
  );
  if (failure) return failed(failure);
  const missing = files.filter(({ documentId }) => !ids.has(documentId));
  if (missing.length > 0) {
    return failed({
      code: "no-such-file",
      paths: missing.map(({ path }) => pathText(path)),
      documentIds: missing.map(({ documentId }) => documentId),
    });
  }
  return done(attributesInServiceForm(data, attributes, { catalog, ids, before }));
}

/** What a write of a draft sends, with all fields if the type is set so. */
export const toRequestData = (
  service: TypedService,
  change: ExpectedChange,
): ChangeResult<JsonObject> =>
  toServiceForm(service, dataToSend(service, change), change.before.content);

/** Converts attributes of a user. The role stays a number, which the route of users requires. */
export async function toUserForm(
  service: TypedService,
  { role, ...data }: JsonObject,
  before?: JsonObject,
): ChangeResult<JsonObject> {
  const [failure, inForm] = await toServiceForm(service, data, before);
  if (failure) return failed(failure);
  return done(role === undefined ? inForm : { ...inForm, role });
}

interface FormPosition {
  readonly catalog: Catalog;
  /** The numeric id of each file, by documentId. */
  readonly ids: ReadonlyMap<string, number>;
  /** The value at this position until now. */
  readonly before: Json;
}

const attributesInServiceForm = (
  from: JsonObject,
  attributes: Attributes | undefined,
  position: FormPosition,
): JsonObject => {
  const { before } = position;
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => {
      const attribute = attributes?.get(name);
      if (attribute && isReadOnly(attribute)) return [];
      const former = isObject(before) ? valueIn(before, name) : null;
      return [[name, valueInServiceForm(attribute, value, { ...position, before: former })]];
    }),
  );
};

function valueInServiceForm(
  attribute: AttributeSchema | undefined,
  value: Json,
  position: FormPosition,
): Json {
  if (attribute?.type === "relation") {
    return isPolymorphic(attribute)
      ? changedTargets(attribute, value, position)
      : relationInServiceForm(attribute, value);
  }
  if (value === null || !attribute) return value;
  if (!isArray(value) || !isList(attribute)) return itemInServiceForm(attribute, value, position);
  const former = entriesByIdentity(position.before);
  return value.map((item) =>
    itemInServiceForm(attribute, item, {
      ...position,
      before: former.get(entryIdentity(item)) ?? null,
    }),
  );
}

function itemInServiceForm(attribute: AttributeSchema, value: Json, position: FormPosition): Json {
  if (attribute.type === "media") return position.ids.get(documentIdOf(value)) ?? null;
  if (!isComponent(attribute) || !isObject(value)) return value;
  const before = isSameComponent(position.before, value) ? position.before : null;
  return attributesInServiceForm(value, attributesOf(attribute, value, position.catalog), {
    ...position,
    before,
  });
}

/** An empty relation to one document is always `null`. An empty list clears a relation to many. */
function relationInServiceForm(attribute: AttributeSchema, value: Json): Json {
  if (value === null) return isList(attribute) ? { set: [] } : null;
  const targets = (isArray(value) ? value : [value]).map((target) =>
    isObject(target) ? { documentId: textIn(target, "documentId") } : target,
  );
  return { set: targets };
}

/**
 * The targets to remove and to add. The service ignores an empty list, and a list would also remove
 * targets that the credential can't see. A target that moves is removed and added again.
 */
function changedTargets(
  attribute: AttributeSchema,
  value: Json,
  { before, catalog }: FormPosition,
): JsonObject {
  const [targets, former] = [value, before].map((list) =>
    (isArray(list) ? list : []).map((target) => namedTarget(attribute, target)),
  ) as [JsonObject[], JsonObject[]];
  const item = itemOf(attribute);
  const firstChange = former.findIndex(
    (target, at) => !isSameValue(item, target, targets[at], catalog),
  );
  const same = firstChange < 0 ? former.length : firstChange;
  return { disconnect: former.slice(same), connect: targets.slice(same) };
}
