import { usersType } from "../foundation/address.ts";
import { isObject, textIn, isArray, type Json, type JsonObject } from "../foundation/json.ts";
import { isDeepStrictEqual } from "node:util";
import type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
} from "../../client/index.ts";

export type Attributes = ReadonlyMap<string, AttributeSchema>;

export interface ContentType {
  /** For example, `api::article.article`. */
  readonly uid: string;
  /** The name in the type's URL. */
  readonly name: string;
  readonly displayName: string;
  readonly kind: "collection" | "single";
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: Attributes;
  /** The attribute that serves as the title of a document; undefined if there is none. */
  readonly titleField: string | undefined;
}

/**
 * The source of a catalog: the service itself, a Strapi project in the workspace, or documents.
 * With an inferred catalog, only scalar attributes can be sent: the others may be incomplete.
 */
export type SchemaSource = "service" | "workspace" | "inferred";

/** A key that the schema has and the service does not. */
export interface UnknownKey {
  readonly uid: string;
  readonly attribute: string;
  /** A component that the service's zone does not accept; absent if the attribute is missing. */
  readonly component?: string;
}

/** The schema of a service: its types, their components and its locales. */
export interface Catalog {
  readonly source: SchemaSource;
  /** When the schema was read, in milliseconds; 0 if unknown. */
  readonly readAt: number;
  /** A file of the project that the schema comes from, if the workspace has several (`among`). */
  readonly project?: { readonly file: string; readonly among: number };
  /** Keys of the schema that the service does not know. They are omitted from this catalog. */
  readonly unknown?: readonly UnknownKey[];
  /** Keys that answers contain and that are no attributes, such as `api::page.page readingTime`. */
  readonly extraKeys?: ReadonlySet<string>;
  /** The uids of types whose route ignores what a request asks for. */
  readonly decided?: ReadonlySet<string>;
  /** The project's own types, by the name in their URL. */
  readonly types: ReadonlyMap<string, ContentType>;
  /** All types by uid, including those of plugins: the targets of relations. */
  readonly targets: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Attributes>;
  /** The display name of each component, by uid. */
  readonly componentNames: ReadonlyMap<string, string>;
  readonly locales: readonly Locale[];
  readonly defaultLocale: string | undefined;
}

export interface TypeInCatalog {
  readonly type: ContentType;
  readonly catalog: Catalog;
}

/**
 * By route and uid, such as `one api::article.article`: whether the route ignores what a request asks
 * for and returns its own selection, and when this was found, in milliseconds.
 */
export type RouteRecords = Readonly<
  Record<string, { readonly decides: boolean; readonly at: number }>
>;

export interface RawSchemas extends Partial<Pick<Catalog, "source" | "readAt" | "project">> {
  /** The findings of an earlier window about the routes of its types. */
  readonly routes?: RouteRecords;
  /** The title attribute in the admin panel, by uid, if an administrator is or was signed in. */
  readonly mainFields?: Readonly<Partial<Record<string, string>>>;
  readonly contentTypes: readonly ContentTypeSchema[];
  readonly components: readonly ComponentSchema[];
  readonly locales: readonly Locale[];
}

export function createCatalog(schemas: RawSchemas): Catalog {
  const { contentTypes, components, locales, source = "service", readAt = 0, project } = schemas;
  const { mainFields = {} } = schemas;
  const types = contentTypes.map(({ uid, schema }): ContentType => {
    const kind = schema.kind === "singleType" ? "single" : "collection";
    const attributes = new Map(Object.entries(schema.attributes));
    // The text of a document has these keys itself.
    for (const name of ["$", "$schema"]) attributes.delete(name);
    return {
      uid,
      name: kind === "single" ? schema.singularName : schema.pluralName,
      displayName: schema.displayName.trim(),
      kind,
      draftAndPublish: schema.draftAndPublish,
      localized: schema.pluginOptions?.i18n?.localized === true,
      attributes,
      titleField: titleFieldOf(attributes, isOwn({ uid }) ? mainFields[uid] : undefined),
    };
  });
  return {
    source,
    readAt,
    ...(project && { project }),
    ...typeMaps(types),
    components: new Map(
      components.map(({ uid, schema }) => [uid, new Map(Object.entries(schema.attributes))]),
    ),
    componentNames: new Map(components.map(({ uid, schema }) => [uid, schema.displayName])),
    locales,
    defaultLocale: locales.find((locale) => locale.isDefault)?.code,
  };
}

const typeMaps = (types: readonly ContentType[]): Pick<Catalog, "types" | "targets"> => ({
  types: new Map(types.filter(isOwn).map((type) => [type.name, type])),
  targets: new Map(types.map((type) => [type.uid, type])),
});

/** A catalog whose types and components have other attributes. */
export function withAttributes(
  catalog: Catalog,
  change: (uid: string, attributes: Attributes) => Attributes,
): Catalog {
  const types = [...catalog.targets.values()].map((type): ContentType => {
    const attributes = change(type.uid, type.attributes);
    return { ...type, attributes, titleField: titleFieldOf(attributes, type.titleField) };
  });
  return {
    ...catalog,
    ...typeMaps(types),
    components: new Map(
      [...catalog.components].map(([uid, attributes]) => [uid, change(uid, attributes)]),
    ),
  };
}

/** Whether two catalogs have the same content, regardless of when they were read. */
export const isSameCatalog = (catalog: Catalog, other: Catalog): boolean =>
  isDeepStrictEqual({ ...catalog, readAt: 0 }, { ...other, readAt: 0 });

const isOwn = ({ uid }: Pick<ContentType, "uid">): boolean => uid.startsWith("api::");

/**
 * The title attribute: the main field of the admin panel, else a common name for titles, else the
 * text that most surely tells a document from others.
 */
export function titleFieldOf(attributes: Attributes, mainField?: string): string | undefined {
  const publicAttributes = [...attributes].filter(([, attribute]) => attribute.private !== true);
  const isTitle = (name: string | undefined, types: RegExp) =>
    publicAttributes.some(([key, { type }]) => key === name && types.test(type));
  if (isTitle(mainField, /^(string|text|uid|email|enumeration)$/)) return mainField;
  const usualName = ["title", "name", "label", "subject"].find((name) => isTitle(name, /^string$/));
  if (usualName !== undefined) return usualName;
  for (const isSuch of titleKinds) {
    const [name] = publicAttributes.find(([, attribute]) => isSuch(attribute)) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The kinds of attributes that can be a title, the best first. */
const titleKinds: readonly ((attribute: AttributeSchema) => boolean)[] = [
  ({ type, required, unique }) => type === "string" && required === true && unique === true,
  ({ type, required }) => type === "string" && required === true,
  ({ type, unique }) => type === "string" && unique === true,
  ({ type }) => type === "string",
  ({ type }) => type === "uid",
  ({ type }) => type === "email",
];

/** The most letters that a plural in a URL may add to the display name: `ies` in `categories`. */
const maxEndingLength = 3;

/**
 * The name of a type as a heading. A single type has its display name. A collection type has its
 * display name with the plural ending of its URL. For example, the display name "FAQ" and the URL
 * `faqs` give "FAQs". If the two do not match, the display name is unchanged.
 */
export function headingOf(type: Pick<ContentType, "kind" | "name" | "displayName">): string {
  const { kind, name, displayName } = type;
  if (kind === "single") return displayName;
  if (displayName === "" || displayName === name) {
    const words = name.replaceAll("-", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  const letters = lettersOf(displayName);
  const plural = lettersOf(name).map(({ letter }) => letter);
  const differs = letters.findIndex(({ letter }, at) => letter !== plural[at]);
  const commonLength = differs < 0 ? letters.length : differs;
  const ending = plural.slice(commonLength);
  const isPlural =
    commonLength > 0 && commonLength >= letters.length - 1 && ending.length <= maxEndingLength;
  if (!isPlural || ending.length === 0) return displayName;
  return displayName.slice(0, letters[commonLength]?.at) + ending.join("");
}

/** The letters and digits of a name as in a URL, with their positions in the name. */
const lettersOf = (name: string): { readonly letter: string; readonly at: number }[] =>
  [...name.matchAll(/[\p{L}\p{N}]/gu)].map(({ 0: letter, index }) => ({
    letter: letter.normalize("NFD").charAt(0).toLowerCase(),
    at: index,
  }));

/** The title attribute of a relation's target. Undefined if the target can be of any type. */
export const titleOfTarget = (
  { target = "" }: AttributeSchema,
  { targets }: Catalog,
): string | undefined => targets.get(target)?.titleField;

/** Whether a relation is an inverse side, which the documents that point here own. */
export const isInverse = ({ type, mappedBy, relation = "" }: AttributeSchema): boolean =>
  type === "relation" && (mappedBy !== undefined || /^morph(One|Many)$/.test(relation));

/** Whether the targets of a relation can be of any type. Each names its type in `__type`. */
export const isPolymorphic = ({ type, relation = "" }: AttributeSchema): boolean =>
  type === "relation" && relation.startsWith("morphTo");

/** Whether an attribute can be read, but the service rejects it in every write. */
export const isReadOnly = ({ type, relation }: AttributeSchema): boolean =>
  type === "relation" && relation === "morphToOne";

/** A relation with the type of one of its targets, even if its targets can be of any type. */
export const withTargetType = (attribute: AttributeSchema, target: Json): AttributeSchema =>
  isPolymorphic(attribute) && isObject(target)
    ? { ...attribute, target: textIn(target, "__type") }
    : attribute;

export const targetKeysOf = (attribute: AttributeSchema): readonly string[] =>
  isPolymorphic(attribute) ? ["__type", "documentId"] : ["documentId"];

export function isList(attribute: AttributeSchema): boolean {
  const { type, relation = "", repeatable, multiple } = attribute;
  if (type === "relation") return relation.endsWith("Many");
  return type === "dynamiczone" || repeatable === true || multiple === true;
}

/** Whether an attribute holds documents, files or components. */
export const isStructured = ({ type }: AttributeSchema): boolean =>
  /^(relation|media|component|dynamiczone)$/.test(type);

export const isComponent = ({ type }: AttributeSchema): boolean =>
  type === "component" || type === "dynamiczone";

/** The components that a type uses, directly or inside other components, by uid. */
export function componentsUsedBy(
  attributes: Iterable<readonly [string, AttributeSchema]>,
  { components }: Pick<Catalog, "components">,
  uids = new Set<string>(),
): ReadonlySet<string> {
  for (const [, attribute] of attributes) {
    if (!isComponent(attribute)) continue;
    for (const uid of [attribute.component ?? [], attribute.components ?? []].flat()) {
      if (uids.has(uid)) continue;
      uids.add(uid);
      componentsUsedBy(components.get(uid) ?? new Map(), { components }, uids);
    }
  }
  return uids;
}

/** Whether an attribute is a relation or media attribute that can be shown and sent. */
export const isOwnReference = (attribute: AttributeSchema): boolean =>
  attribute.type === "media" || (attribute.type === "relation" && !isInverse(attribute));

/** Whether an attribute can be written but never read. */
export const isUnread = ({ type, private: isPrivate }: AttributeSchema): boolean =>
  isPrivate === true || type === "password";

/** The attributes that the service sets, unless a type has its own attribute of that name. */
export const serviceOwned = new Set([
  "id",
  "documentId",
  "createdAt",
  "updatedAt",
  "publishedAt",
  "createdBy",
  "updatedBy",
  "locale",
  "localizations",
]);

/**
 * Whether an attribute has one value for all localizations of a document. When one is saved, the
 * service copies the value to the drafts of the others. Relations and UIDs are never shared,
 * whatever the schema says.
 */
export const isShared = (
  { type, pluginOptions }: AttributeSchema,
  { localized }: Pick<ContentType, "localized">,
): boolean =>
  localized && !/^(relation|uid)$/.test(type) && pluginOptions?.i18n?.localized !== true;

/** The field that tells localizations of a document apart; empty if the type has none. */
export const localeFieldOf = ({ localized }: Pick<ContentType, "localized">): readonly string[] =>
  localized ? ["locale"] : [];

/** Whether the documents of a type can be listed by its name. */
export const isListable = ({ name, kind }: ContentType, { types }: Catalog): boolean =>
  kind === "collection" && types.has(name);

/** Whether a type is the type of user accounts, which have a route of their own. */
export const isUsers = ({ uid, name }: ContentType): boolean =>
  uid.startsWith("plugin::users-permissions.") && name === usersType;

/** Whether an attribute may be sent. An inferred one may have parts that are unknown. */
export const isFullyKnown = (
  attribute: AttributeSchema | undefined,
  { source }: Pick<Catalog, "source">,
): boolean =>
  source !== "inferred" ||
  (attribute !== undefined && attribute.type !== "unknown" && !isStructured(attribute));

export const isReference = ({ type }: AttributeSchema): boolean =>
  type === "relation" || type === "media";

/** Whether an attribute holds a list of relations, files or components. */
export const isListOfItems = (attribute: AttributeSchema): boolean =>
  (isReference(attribute) || isComponent(attribute)) && isList(attribute);

/** The attribute of one entry of a list. */
export function itemOf(attribute: AttributeSchema): AttributeSchema {
  if (attribute.type === "dynamiczone") return { type: "component" };
  if (attribute.type === "relation")
    return { ...attribute, relation: isPolymorphic(attribute) ? "morphToOne" : "manyToOne" };
  return { ...attribute, repeatable: false, multiple: false };
}

/** The uid of a component, which an entry of a dynamic zone names itself; empty if it does not. */
export const componentUidOf = ({ component }: AttributeSchema, value: JsonObject): string =>
  component ?? textIn(value, "__component");

/** The attributes of a component; undefined if the service has no such component. */
export const attributesOf = (
  attribute: AttributeSchema,
  value: JsonObject,
  { components }: Pick<Catalog, "components">,
): Attributes | undefined => components.get(componentUidOf(attribute, value));

/** The attributes of a type or component, and the catalog with those of its components. */
export type ContentSchema = Pick<TypeInCatalog, "catalog"> & {
  readonly type: Pick<ContentType, "attributes">;
};

/** The schema of a component, without attributes if the service has no such component. */
export const componentSchema = (
  attribute: AttributeSchema,
  value: JsonObject,
  { catalog }: ContentSchema,
): ContentSchema => ({
  type: { attributes: attributesOf(attribute, value, catalog) ?? new Map() },
  catalog,
});

/** Null is an empty list; undefined for other values that are not lists. */
export const listIn = (value: Json): readonly Json[] | undefined =>
  value === null ? [] : isArray(value) ? value : undefined;
