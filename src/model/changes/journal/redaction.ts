import type { Contents } from "./journalEntry.ts";
import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, isUnread } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";

/** Where a value stands, and what is collected on the way through it. */
interface Place {
  readonly catalog: Catalog;
  /** Such as `articles.seo`. */
  readonly path: string;
  readonly omit: ReadonlySet<string>;
  readonly removed: Set<string>;
}

/**
 * A content as it may be kept: without private and password fields, and without those that the user
 * wants left out, named from their type on: `users.email`, `articles.seo.metaTitle`. `removed` has the
 * paths that were there.
 */
export function redact(
  content: JsonObject,
  { type, catalog }: TypeInCatalog,
  omit: Iterable<string>,
): { readonly content: JsonObject; readonly removed: readonly string[] } {
  const removed = new Set<string>();
  const place = { catalog, path: type.name, omit: new Set(omit), removed };
  return {
    content: fields(content, type.attributes, place),
    removed: [...removed].map((path) => path.slice(type.name.length + 1)),
  };
}

/** Whether a field of a type is not to be kept. */
export const isOmitted = (
  type: ContentType,
  name: string | undefined,
  omit: readonly string[],
): boolean =>
  name !== undefined &&
  (isSecret(type.attributes.get(name)) || omit.includes(`${type.name}.${name}`));

function fields(from: JsonObject, attributes: Attributes | undefined, place: Place): JsonObject {
  const kept = new Map<string, Json>();
  for (const [name, value] of Object.entries(from)) {
    const attribute = attributes?.get(name);
    const path = `${place.path}.${name}`;
    if (isSecret(attribute) || place.omit.has(path)) place.removed.add(path);
    else kept.set(name, attribute ? inside(value, attribute, { ...place, path }) : value);
  }
  return Object.fromEntries(kept);
}

const isSecret = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined && isUnread(attribute);

function inside(value: Json, attribute: AttributeSchema, place: Place): Json {
  if (isArray(value)) return value.map((item) => inside(item, attribute, place));
  if (!isObject(value)) return value;
  const { components, targets } = place.catalog;
  if (attribute.type === "relation") {
    // The title of what is linked to is a field of that type.
    const target = targets.get(attribute.target ?? "");
    return target ? fields(value, target.attributes, { ...place, path: target.name }) : value;
  }
  if (!isComponent(attribute)) return value;
  return fields(value, components.get(attribute.component ?? textIn(value, "__component")), place);
}

/** Contents of a document without what is to be left out of each, and the paths of it. */
export function withoutOmitted(
  contents: Contents,
  shape: TypeInCatalog,
  omit: readonly string[],
): readonly [contents: Contents, removed: readonly string[]] {
  const kept = new Map<string, JsonObject>();
  const all = new Set<string>();
  for (const [locale, whole] of Object.entries(contents)) {
    const { content, removed } = redact(whole, shape, omit);
    kept.set(locale, content);
    for (const path of removed) all.add(path);
  }
  return [Object.fromEntries(kept), [...all]];
}
