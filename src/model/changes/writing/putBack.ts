import type { TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, serviceOwned } from "../../schemas/catalog.ts";
import { withKnownIds } from "../../content/componentIds.ts";
import { componentSchema } from "../../schemas/navigation.ts";
import type { ContentSchema } from "../../schemas/navigation.ts";
import { isSameComponent } from "./wire.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick } from "../../foundation/json.ts";

/** Values that the earlier content lacks, or that the service owns, stay as they are. */
export function restoredContent(
  kept: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): JsonObject {
  const owned = [...serviceOwned].filter((name) => !shape.type.attributes.has(name));
  const whole = { ...withMissingKeys(kept, now, shape), ...pick(now, owned) };
  const { $schema: schema = null, $: facts = null, ...content } = withKnownIds(whole, now, shape);
  return {
    ...content,
    ...(schema !== null && { $schema: now["$schema"] ?? schema }),
    ...(facts !== null && { $: now["$"] ?? facts }),
  };
}

function withMissingKeys(kept: JsonObject, now: JsonObject, schema: ContentSchema): JsonObject {
  const inner = Object.entries(kept).map(([name, value]): [string, Json] => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute || !isComponent(attribute)) return [name, value];
    const completed = (item: Json): Json => {
      const same = [now[name] ?? null].flat().find((other) => isSameComponent(other, item));
      return isObject(item) && isObject(same)
        ? withMissingKeys(item, same, componentSchema(attribute, item, schema))
        : item;
    };
    return [name, isArray(value) ? value.map(completed) : completed(value)];
  });
  const lacking = Object.keys(now).filter((name) => !Object.hasOwn(kept, name));
  return { ...Object.fromEntries(inner), ...pick(now, lacking) };
}
