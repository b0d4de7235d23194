import { isComponent, componentSchema, type ContentSchema } from "../schemas/catalog.ts";
import { isArray, isObject, pick, type Json, type JsonObject, ownIn } from "../foundation/json.ts";

/**
 * The identity of a list entry, used as a map key so that long lists are not searched for each
 * entry. Each component type numbers its ids separately, so it includes the component of a zone.
 */
export const entryIdentity = (entry: Json): string =>
  isObject(entry)
    ? `${idText(entry["__component"])} ${idText(entry["id"])}`
    : JSON.stringify(entry);

/** The service accepts an id as a number or as a string. */
const idText = (value: Json | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

/** The entries of a list by their identity; empty for a value that isn't a list. */
export const entriesByIdentity = (list: Json | undefined): ReadonlyMap<string, Json> =>
  new Map((isArray(list) ? list : []).map((entry) => [entryIdentity(entry), entry]));

/**
 * Keeps only the component ids that the document has now in the same place: the service rejects any
 * other id. Other components are created, with their contents.
 */
export function withKnownIds(
  content: JsonObject,
  currentContent: JsonObject,
  schema: ContentSchema,
): JsonObject {
  const fields = Object.entries(content).map(([name, value]): [string, Json] => {
    const attribute = schema.type.attributes.get(name);
    if (!attribute || !isComponent(attribute)) return [name, value];
    const entries = entriesByIdentity([ownIn(currentContent, name) ?? []].flat());
    const withIds = (entry: Json): Json => {
      if (!isObject(entry)) return entry;
      const inner = componentSchema(attribute, entry, schema);
      const { id, ...values } = entry;
      const currentEntry = entries.get(entryIdentity(entry)) ?? null;
      if (!isObject(currentEntry) || id === undefined) return withKnownIds(values, {}, inner);
      const valuesWithIds = withKnownIds(values, currentEntry, inner);
      // `__component` comes first: the service rejects it after a relation that has a value.
      return { ...pick(valuesWithIds, ["__component"]), id, ...valuesWithIds };
    };
    return [name, isArray(value) ? value.map(withIds) : withIds(value)];
  });
  return Object.fromEntries(fields);
}

/** Removes all component ids, so that all components are created. */
export const withoutIds = (content: JsonObject, schema: ContentSchema): JsonObject =>
  withKnownIds(content, {}, schema);
