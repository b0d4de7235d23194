import type { AttributeSchema } from "../../client/index.ts";
import { isNew, isUser, localizationTarget, type Address } from "../foundation/address.ts";
import { baselineOf } from "../content/baseline.ts";
import { isComponent, isInverse, isList, isReadOnly, componentSchema } from "../schemas/catalog.ts";
import type { Attributes, Catalog, TypeInCatalog, ContentSchema } from "../schemas/catalog.ts";
import { withoutIds } from "../content/componentIds.ts";
import { lackingPaths, type UnreadAttributes } from "../content/unreadAttributes.ts";
import { isArray, isEmptyValue, isObject, pick, pathBelow } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isExclusive } from "../writing/otherDocuments/takeovers.ts";

const maxTemplateDepth = 4;

/** The service also requires a role, by its id. */
export const userTemplate: JsonObject = {
  username: "",
  email: "",
  confirmed: true,
  blocked: false,
  role: null,
};

/** The template of a new document: required attributes, defaults, slugs and the title. */
export function templateOf(address: Address, { type, catalog }: TypeInCatalog): JsonObject {
  return {
    ...initialContent(type.attributes, catalog, 0, type.titleField),
    ...baselineOf(address).content,
  };
}

function initialContent(
  attributes: Attributes,
  catalog: Catalog,
  depth: number,
  titleField?: string,
): JsonObject {
  const initialAttributes = [...attributes].filter(([name, attribute]) => {
    const { required, default: defaultValue, targetField } = attribute;
    const isInitial =
      name === titleField ||
      required === true ||
      (defaultValue !== undefined && defaultValue !== null) ||
      targetField !== undefined;
    return isInitial && !isInverse(attribute);
  });
  return Object.fromEntries(
    initialAttributes.map(([name, attribute]) => [name, initialValue(attribute, catalog, depth)]),
  );
}

function initialValue(attribute: AttributeSchema, catalog: Catalog, depth: number): Json {
  // Defaults come from the service's JSON answers.
  const defaultValue = (attribute.default ?? null) as Json;
  if (defaultValue !== null) return defaultValue;
  if (isList(attribute) || attribute.type === "blocks") return [];
  const component = catalog.components.get(attribute.component ?? "");
  if (component && depth < maxTemplateDepth) return initialContent(component, catalog, depth + 1);
  return /^(?:string|text|richtext|email|uid)$/.test(attribute.type) ? "" : null;
}

/** The content of a new document with every attribute that can be sent, in the schema's order. */
export function withAllFields(content: JsonObject, { type, catalog }: TypeInCatalog): JsonObject {
  const missing = [...type.attributes].filter(
    ([name, attribute]) =>
      !Object.hasOwn(content, name) && !isInverse(attribute) && !isReadOnly(attribute),
  );
  const fields = missing.map(([name, attribute]) => {
    const isOptional =
      attribute.required !== true && /^(?:component|blocks|email)$/.test(attribute.type);
    const value = isOptional && !isList(attribute) ? null : initialValue(attribute, catalog, 0);
    return [name, value] as const;
  });
  const keys = new Set([...type.attributes.keys(), ...Object.keys(content)]);
  return pick({ ...content, ...Object.fromEntries(fields) }, [...keys]);
}

/** Whether a document starts from a template: it was never saved, and is no localization or user. */
export const isFromTemplate = (address: Address): boolean =>
  isNew(address) && !isUser(address) && !localizationTarget(address);

/**
 * The content of a new document without its empty fields, also in components: a text of a template
 * that nobody filled must not be stored as an empty text. What has a default may be empty on purpose.
 */
export const filledContent = (content: JsonObject, schema: ContentSchema): JsonObject =>
  Object.fromEntries(
    Object.entries(content).flatMap(([name, value]): [string, Json][] => {
      const attribute = schema.type.attributes.get(name);
      if (!attribute || (attribute.default ?? null) !== null) return [[name, value]];
      // In JSON, an empty text or list is a value.
      const isEmpty = isEmptyValue(value) || value === "";
      if (isEmpty && (attribute.type !== "json" || value === null)) return [];
      const filledItem = (item: Json): Json =>
        isComponent(attribute) && isObject(item)
          ? filledContent(item, componentSchema(attribute, item, schema))
          : item;
      return [[name, isArray(value) ? value.map(filledItem) : filledItem(value)]];
    }),
  );

/** The content of a new document or localization, made from another one. */
export interface Copy {
  readonly content: JsonObject;
  /** What the copy can't have: unique attributes, or relations that the locale lacks. */
  readonly omitted: readonly string[];
  /** Paths that the service does not return or accept. */
  readonly unread: readonly string[];
}

/** Copies a document's content without `$`, component ids and unique attributes. */
export function contentToCopy(
  whole: JsonObject,
  shape: TypeInCatalog,
  unread?: UnreadAttributes,
): Copy {
  const omitted: string[] = [];
  const content = withoutIds(pick(whole, [...shape.type.attributes.keys()]), shape);
  return {
    content: withoutUnique(content, shape, omitted),
    omitted,
    unread: lackingPaths(whole, shape, unread),
  };
}

/** Adds the paths of the attributes that it removes to `omitted`. */
function withoutUnique(
  content: JsonObject,
  schema: ContentSchema,
  omitted: string[],
  above = "",
): JsonObject {
  const entries = Object.entries(content).flatMap(([name, value]): [string, Json][] => {
    const attribute = schema.type.attributes.get(name);
    const path = pathBelow(above, name);
    if (!attribute || value === null) return [[name, value]];
    if (isReadOnly(attribute)) return [];
    const isUnique = attribute.unique === true || attribute.type === "uid";
    if (isUnique || (above === "" && isExclusive(attribute))) {
      omitted.push(path);
      return [];
    }
    const itemWithoutUnique = (item: Json, itemPath: string): Json => {
      if (!isComponent(attribute) || !isObject(item)) return item;
      const inner = componentSchema(attribute, item, schema);
      return withoutUnique(item, inner, omitted, itemPath);
    };
    const remainder = isArray(value)
      ? value.map((item, at) => itemWithoutUnique(item, pathBelow(path, at)))
      : itemWithoutUnique(value, path);
    return [[name, remainder]];
  });
  return Object.fromEntries(entries);
}
