import type { LocalizedContents } from "./journalEntry.ts";
import type { AttributeSchema } from "../../client/index.ts";
import { isComponent, isUnread, withTargetType, attributesOf } from "../schemas/catalog.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import { isArray, isObject, type Json, type JsonObject } from "../foundation/json.ts";

interface RedactionPosition {
  readonly catalog: Catalog;
  /** Such as `articles.seo`. */
  readonly path: string;
  readonly omit: ReadonlySet<string>;
  readonly removed: Set<string>;
}

/**
 * Removes private fields, password fields and the fields that the user wants to omit from
 * contents. Fields are named from their type on: `users.email`, `articles.seo.metaTitle`. `removed`
 * has the paths that were present.
 */
export function withoutOmitted(
  contents: LocalizedContents,
  { type, catalog }: TypeInCatalog,
  omit: readonly string[],
): readonly [contents: LocalizedContents, removed: readonly string[]] {
  const removed = new Set<string>();
  const position = { catalog, path: type.name, omit: new Set(omit), removed };
  const remaining = Object.entries(contents).map(([locale, content]) => [
    locale,
    redactFields(content, type.attributes, position),
  ]);
  const relativePaths = [...removed].map((path) => path.slice(type.name.length + 1));
  return [Object.fromEntries(remaining), relativePaths];
}

export const isOmittedField = (
  type: ContentType,
  name: string | undefined,
  omit: readonly string[],
): boolean =>
  name !== undefined &&
  (isSecret(type.attributes.get(name)) || omit.includes(`${type.name}.${name}`));

function redactFields(
  content: JsonObject,
  attributes: Attributes | undefined,
  position: RedactionPosition,
): JsonObject {
  const remainingFields = Object.entries(content).flatMap(([name, value]): [string, Json][] => {
    const attribute = attributes?.get(name);
    const path = `${position.path}.${name}`;
    if (isSecret(attribute) || position.omit.has(path)) {
      position.removed.add(path);
      return [];
    }
    return [[name, attribute ? redactValue(value, attribute, { ...position, path }) : value]];
  });
  return Object.fromEntries(remainingFields);
}

const isSecret = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined && isUnread(attribute);

function redactValue(value: Json, attribute: AttributeSchema, position: RedactionPosition): Json {
  if (isArray(value)) return value.map((item) => redactValue(item, attribute, position));
  if (!isObject(value)) return value;
  const { components, targets } = position.catalog;
  if (attribute.type === "relation") {
    // The title of a relation target is a field of the target's type.
    const target = targets.get(withTargetType(attribute, value).target ?? "");
    return target
      ? redactFields(value, target.attributes, { ...position, path: target.name })
      : value;
  }
  if (!isComponent(attribute)) return value;
  return redactFields(value, attributesOf(attribute, value, { components }), position);
}
