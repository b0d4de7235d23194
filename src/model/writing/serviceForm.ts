import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isList,
  isPolymorphic,
  isReadOnly,
  attributesOf,
  itemOf,
} from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, textIn, valueIn, pathText } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { documentIdOf, valuesIn } from "../content/attributePositions.ts";
import { readFileIds } from "../reading/fileReader.ts";
import { isSameValue } from "../content/equality.ts";
import { dataToSend, type ExpectedChange } from "./changedFields.ts";
import { entriesByIdentity, entryIdentity } from "../content/componentIds.ts";
import { isSameComponent, namedTarget } from "./sentValues.ts";

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
  const files = valuesIn(data, ({ type }) => type === "media", service)
    .filter(({ value }) => value !== null)
    .map(({ value, path }) => ({ documentId: documentIdOf(value), path }));
  const documentIds = files.map(({ documentId }) => documentId);
  const [failure, fileIds] = await readFileIds(service, documentIds);
  if (failure) return failed(failure);
  const missing = files.filter(({ documentId }) => !fileIds.has(documentId));
  if (missing.length > 0) {
    return failed({
      code: "no-such-file",
      paths: missing.map(({ path }) => pathText(path)),
      documentIds: missing.map(({ documentId }) => documentId),
    });
  }
  const form = new ServiceForm(service.catalog, fileIds);
  return done(form.attributes(data, service.type.attributes, before));
}

/** With all fields if the type is set so. */
export const toRequestData = (
  service: TypedService,
  change: ExpectedChange,
): ChangeResult<JsonObject> =>
  toServiceForm(service, dataToSend(service, change), change.before.content);

/** The role stays a number, which the route of users requires. */
export async function toUserForm(
  service: TypedService,
  { role, ...data }: JsonObject,
  before?: JsonObject,
): ChangeResult<JsonObject> {
  const [failure, inForm] = await toServiceForm(service, data, before);
  if (failure) return failed(failure);
  return done(role === undefined ? inForm : { ...inForm, role });
}

/** `before` is the value at the same position until now. */
class ServiceForm {
  readonly #catalog: Catalog;
  /** By documentId. */
  readonly #fileIds: ReadonlyMap<string, number>;

  constructor(catalog: Catalog, fileIds: ReadonlyMap<string, number>) {
    this.#catalog = catalog;
    this.#fileIds = fileIds;
  }

  attributes(content: JsonObject, attributes: Attributes | undefined, before: Json): JsonObject {
    return Object.fromEntries(
      Object.entries(content).flatMap(([name, value]) => {
        const attribute = attributes?.get(name);
        if (attribute && isReadOnly(attribute)) return [];
        const former = isObject(before) ? valueIn(before, name) : null;
        return [[name, attribute ? this.#value(attribute, value, former) : value]];
      }),
    );
  }

  #value(attribute: AttributeSchema, value: Json, before: Json): Json {
    if (attribute.type === "relation") {
      if (isPolymorphic(attribute)) return this.#changedTargets(attribute, value, before);
      // An empty relation to one document is always null. An empty list clears a relation to many.
      if (value === null) return isList(attribute) ? { set: [] } : null;
      const targets = (isArray(value) ? value : [value]).map((target) =>
        isObject(target) ? { documentId: textIn(target, "documentId") } : target,
      );
      return { set: targets };
    }
    if (value === null) return value;
    if (!isArray(value) || !isList(attribute)) return this.#item(attribute, value, before);
    const former = entriesByIdentity(before);
    return value.map((item) =>
      this.#item(attribute, item, former.get(entryIdentity(item)) ?? null),
    );
  }

  #item(attribute: AttributeSchema, value: Json, before: Json): Json {
    if (attribute.type === "media") return this.#fileIds.get(documentIdOf(value)) ?? null;
    if (!isComponent(attribute) || !isObject(value)) return value;
    const attributes = attributesOf(attribute, value, this.#catalog);
    return this.attributes(value, attributes, isSameComponent(before, value) ? before : null);
  }

  /**
   * The targets to remove and to add. The service ignores an empty list, and a list would also
   * remove targets that the credential can't see. A target that moves is removed and added again.
   */
  #changedTargets(attribute: AttributeSchema, value: Json, before: Json): JsonObject {
    const targetsIn = (list: Json) =>
      (isArray(list) ? list : []).map((target) => namedTarget(attribute, target));
    const [targets, former] = [targetsIn(value), targetsIn(before)];
    const item = itemOf(attribute);
    const firstChange = former.findIndex(
      (target, at) => !isSameValue(item, target, targets[at], this.#catalog),
    );
    const same = firstChange < 0 ? former.length : firstChange;
    return { disconnect: former.slice(same), connect: targets.slice(same) };
  }
}
