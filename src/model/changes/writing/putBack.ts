import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, serviceOwned } from "../../schemas/catalog.ts";
import { withKnownIds } from "../../content/componentIds.ts";
import { attributesOf } from "../../schemas/navigation.ts";
import { isSameComponent } from "./wire.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";

/**
 * Restores an earlier content over the current one. Values that the earlier content lacks, and
 * values that the service owns, stay as they are.
 */
export function restoredContent(
  kept: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): JsonObject {
  const { type, catalog } = shape;
  const owned = [...serviceOwned].filter((name) => !type.attributes.has(name));
  const whole = {
    ...withMissingKeys(kept, now, type.attributes, catalog),
    ...pick(now, owned),
  };
  const { $schema: schema = null, $: facts = null, ...content } = withKnownIds(whole, now, shape);
  return {
    ...content,
    ...(schema !== null && { $schema: now["$schema"] ?? schema }),
    ...(facts !== null && { $: now["$"] ?? facts }),
  };
}

function withMissingKeys(
  kept: JsonObject,
  now: JsonObject,
  attributes: Attributes | undefined,
  catalog: Catalog,
): JsonObject {
  const inner = Object.entries(kept).map(([name, value]): [string, Json] => {
    const attribute = attributes?.get(name);
    if (!attribute || !isComponent(attribute)) return [name, value];
    return [name, valueWithMissingKeys(value, now[name] ?? null, attribute, catalog)];
  });
  const lacking = Object.keys(now).filter((name) => !Object.hasOwn(kept, name));
  return { ...Object.fromEntries(inner), ...pick(now, lacking) };
}

/** Matches components by their ids. */
function valueWithMissingKeys(
  value: Json,
  now: Json,
  attribute: AttributeSchema,
  catalog: Catalog,
): Json {
  if (isArray(value))
    return value.map((item) => valueWithMissingKeys(item, now, attribute, catalog));
  const same = [now].flat().find((item) => isSameComponent(item, value));
  if (!isObject(value) || !isObject(same)) return value;
  return withMissingKeys(value, same, attributesOf(attribute, value, catalog), catalog);
}
