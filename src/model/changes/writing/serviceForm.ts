import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent, isList } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { documentIdOf, valuesIn } from "../../content/attributePlaces.ts";
import { readFileIds } from "../../reading/fileReader.ts";
import { attributesOf } from "../../schemas/navigation.ts";

/**
 * Converts attributes to the form that every supported version of Strapi accepts: files by numeric
 * id, relations as `{ set: [{ documentId }] }`, at every depth. Files with an unknown id cost one
 * request.
 */
export async function toServiceForm(
  service: TypedService,
  data: JsonObject,
): Promise<Outcome<JsonObject, ChangeFailure>> {
  const { type, catalog } = service;
  const { attributes } = type;
  const files = valuesIn(data, (one) => one.type === "media", { attributes, catalog }).flatMap(
    ({ value, path }) => (value === null ? [] : [{ documentId: documentIdOf(value), path }]),
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
  return done(attributesInServiceForm(data, attributes, { catalog, ids }));
}

/** Returns a path in the form `seo.images[1]`. */
const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`,
    "",
  );

interface FileIds {
  readonly catalog: Catalog;
  /** The numeric id of each file, by documentId. */
  readonly ids: ReadonlyMap<string, number>;
}

const attributesInServiceForm = (
  from: JsonObject,
  attributes: Attributes | undefined,
  files: FileIds,
): JsonObject =>
  Object.fromEntries(
    Object.entries(from).map(([name, value]) => [
      name,
      valueInServiceForm(attributes?.get(name), value, files),
    ]),
  );

function valueInServiceForm(
  attribute: AttributeSchema | undefined,
  value: Json,
  files: FileIds,
): Json {
  if (attribute?.type === "relation") return relationInServiceForm(attribute, value);
  if (value === null || !attribute) return value;
  if (isArray(value) && isList(attribute)) {
    return value.map((item) => itemInServiceForm(attribute, item, files));
  }
  return itemInServiceForm(attribute, value, files);
}

function itemInServiceForm(attribute: AttributeSchema, value: Json, files: FileIds): Json {
  if (attribute.type === "media") return files.ids.get(documentIdOf(value)) ?? null;
  return isComponent(attribute) && isObject(value)
    ? attributesInServiceForm(value, attributesOf(attribute, value, files.catalog), files)
    : value;
}

/** An empty relation to one document is always `null`. An empty list clears a relation to many. */
function relationInServiceForm(attribute: AttributeSchema, value: Json): Json {
  if (value === null) return isList(attribute) ? { set: [] } : null;
  const targets = (isArray(value) ? value : [value]).map((target) =>
    isObject(target) ? { documentId: textIn(target, "documentId") } : target,
  );
  return { set: targets };
}
