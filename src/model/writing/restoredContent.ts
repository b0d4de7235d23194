import type { TypeInCatalog } from "../schemas/catalog.ts";
import { isComponent, serviceOwned } from "../schemas/catalog.ts";
import { entriesByIdentity, entryIdentity, withKnownIds } from "../content/componentIds.ts";
import { componentSchema } from "../schemas/navigation.ts";
import type { ContentSchema } from "../schemas/navigation.ts";
import { isSameComponent } from "./sentValues.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, omit, pick } from "../foundation/json.ts";

/** Values that the earlier content lacks, or that the service owns, stay as they are. */
export function restoredContent(
  earlierContent: JsonObject,
  now: JsonObject,
  shape: TypeInCatalog,
): JsonObject {
  const ownedNames = [...serviceOwned].filter((name) => !shape.type.attributes.has(name));
  const completedContent = {
    ...withMissingKeys(earlierContent, now, shape),
    ...pick(now, ownedNames),
  };
  const {
    $schema: schema = null,
    $: facts = null,
    ...content
  } = withKnownIds(completedContent, now, shape);
  return {
    ...content,
    ...(schema !== null && { $schema: now["$schema"] ?? schema }),
    ...(facts !== null && { $: now["$"] ?? facts }),
  };
}

function withMissingKeys(
  earlierContent: JsonObject,
  now: JsonObject,
  schema: ContentSchema,
): JsonObject {
  const entries = Object.entries(earlierContent).map(([name, value]): [string, Json] => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute || !isComponent(attribute)) return [name, value];
    const currentEntries = entriesByIdentity([now[name] ?? []].flat());
    const completed = (item: Json): Json => {
      const current = currentEntries.get(entryIdentity(item)) ?? null;
      return isObject(item) && isObject(current) && isSameComponent(current, item)
        ? withMissingKeys(item, current, componentSchema(attribute, item, schema))
        : item;
    };
    return [name, isArray(value) ? value.map(completed) : completed(value)];
  });
  return { ...Object.fromEntries(entries), ...omit(now, Object.keys(earlierContent)) };
}
