import { isDeepStrictEqual } from "node:util";
import type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
} from "../../client/index.ts";
import { titleLine } from "../foundation/legible.ts";

export type Attributes = ReadonlyMap<string, AttributeSchema>;

/** A type of content: a collection or a single type. */
export interface ContentType {
  /** Such as `api::article.article`. */
  readonly uid: string;
  /** The name that its URL uses. */
  readonly name: string;
  readonly displayName: string;
  readonly kind: "collection" | "single";
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: Attributes;
  /** The attribute that a person knows a document by; undefined where it has none. */
  readonly titleField: string | undefined;
}

/**
 * Where a catalog is from: the service itself, a Strapi project in the workspace, or documents. In one
 * that is inferred, only scalar attributes may be sent: nobody has seen the others whole.
 */
export type SchemaSource = "service" | "workspace" | "inferred";

/** What a schema says and its service does not know. */
export interface UnknownKey {
  /** Of a type or component. */
  readonly uid: string;
  readonly attribute: string;
  /** A component that the service's zone does not take; else the attribute itself is not there. */
  readonly component?: string;
}

/** A Strapi project of a workspace that has several. */
export interface ChosenProject {
  /** The URI of one of its files. */
  readonly file: string;
  /** How many there are to choose from. */
  readonly among: number;
}

/** What one service holds: its types, their components and its locales. */
export interface Catalog {
  readonly source: SchemaSource;
  /** When it was read there, in milliseconds; 0 where that is not known. */
  readonly readAt: number;
  /** The project that it is from, where the workspace has several. */
  readonly project?: ChosenProject;
  /** What the schema says and the service was found not to know: it is left out here. */
  readonly unknown?: readonly UnknownKey[];
  /** The types, by uid, whose route was found to decide by itself what it answers with. */
  readonly decided?: ReadonlySet<string>;
  /** The project's own types, by the name of their URL. */
  readonly types: ReadonlyMap<string, ContentType>;
  /** Every type by uid, the plugins' included: what relations point to. */
  readonly targets: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Attributes>;
  /** What a person calls each component, by uid. */
  readonly componentNames: ReadonlyMap<string, string>;
  readonly locales: readonly Locale[];
  readonly defaultLocale: string | undefined;
}

/** A type, and the catalog that it is in. */
export interface TypeInCatalog {
  readonly type: ContentType;
  readonly catalog: Catalog;
}

/** What was found of a route. */
export interface RouteRecord {
  /** Whether it decides by itself what it answers with, whatever it is asked for. */
  readonly decides: boolean;
  /** When that was found, in milliseconds. */
  readonly at: number;
}

/** By route and uid, such as `one api::article.article`. */
export type RouteRecords = Readonly<Record<string, RouteRecord>>;

/** What a catalog is made of, as the service writes it. */
export interface RawSchemas extends Partial<Pick<Catalog, "source" | "readAt" | "project">> {
  /** What an earlier window has found of the routes of its types. */
  readonly routes?: RouteRecords;
  readonly contentTypes: readonly ContentTypeSchema[];
  readonly components: readonly ComponentSchema[];
  readonly locales: readonly Locale[];
}

export function createCatalog(schemas: RawSchemas): Catalog {
  const { contentTypes, components, locales, source = "service", readAt = 0, project } = schemas;
  const all = contentTypes.map(toContentType);
  return {
    source,
    readAt,
    ...(project && { project }),
    types: new Map(all.filter(isOwn).map((type) => [type.name, type])),
    targets: new Map(all.map((type) => [type.uid, type])),
    components: new Map(
      components.map(({ uid, schema }) => [uid, new Map(Object.entries(schema.attributes))]),
    ),
    componentNames: new Map(components.map(({ uid, schema }) => [uid, schema.displayName])),
    locales,
    defaultLocale: locales.find((locale) => locale.isDefault)?.code,
  };
}

/** Whether two catalogs say the same, whenever they were read. */
export const isSameCatalog = (one: Catalog, other: Catalog): boolean =>
  isDeepStrictEqual({ ...one, readAt: 0 }, { ...other, readAt: 0 });

function toContentType({ uid, schema }: ContentTypeSchema): ContentType {
  const kind = schema.kind === "singleType" ? "single" : "collection";
  const attributes = new Map(Object.entries(schema.attributes));
  return {
    uid,
    name: kind === "single" ? schema.singularName : schema.pluralName,
    displayName: titleLine(schema.displayName),
    kind,
    draftAndPublish: schema.draftAndPublish,
    localized: schema.pluginOptions?.i18n?.localized === true,
    attributes,
    titleField: titleFieldOf(attributes),
  };
}

const isOwn = ({ uid }: ContentType): boolean => uid.startsWith("api::");

/** The names that people give such a field, else the first short text, else the first uid, else the first email. */
export function titleFieldOf(attributes: Attributes): string | undefined {
  const isOpen = (attribute: AttributeSchema | undefined, type: string) =>
    attribute?.type === type && !attribute.private;
  const usual = ["title", "name", "label", "subject"].find((name) =>
    isOpen(attributes.get(name), "string"),
  );
  const [first] = ["string", "uid", "email"].flatMap((type) =>
    [...attributes].filter(([, attribute]) => isOpen(attribute, type)),
  );
  return usual ?? first?.[0];
}

/** How many letters the plural in a URL may add to the display name: `ies` in `categories`. */
const longestEnding = 3;

/**
 * The name of a type as a heading. A single type has its display name. A collection has its display name with the
 * plural ending of its URL, such as "FAQs" for the display name "FAQ" and the URL `faqs`. Where the two do not belong
 * together, it has its display name as it is.
 */
export function headingOf({
  kind,
  name,
  displayName,
}: Pick<ContentType, "kind" | "name" | "displayName">): string {
  if (kind === "single") return displayName;
  if (displayName === "" || displayName === name) return capitalized(name.replaceAll("-", " "));
  return withEnding(
    displayName,
    lettersOf(name).map(({ letter }) => letter),
  );
}

function withEnding(displayName: string, plural: readonly string[]): string {
  const letters = lettersOf(displayName);
  const differs = letters.findIndex(({ letter }, at) => letter !== plural[at]);
  const common = differs < 0 ? letters.length : differs;
  const ending = plural.slice(common);
  const isPlural = common > 0 && common >= letters.length - 1 && ending.length <= longestEnding;
  if (!isPlural || ending.length === 0) return displayName;
  return displayName.slice(0, letters[common]?.at) + ending.join("");
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The letters and digits of a name as a URL would have them, and where each is in the name. */
const lettersOf = (name: string): { readonly letter: string; readonly at: number }[] =>
  [...name.matchAll(/[\p{L}\p{N}]/gu)].map(({ 0: letter, index }) => ({
    letter: letter.normalize("NFD").charAt(0).toLowerCase(),
    at: index,
  }));

/** The attribute that a relation's target is known by. */
export const titleOfTarget = (
  { target = "" }: AttributeSchema,
  { targets }: Catalog,
): string | undefined => targets.get(target)?.titleField;

/**
 * Whether a relation is not ours to show and send: the other side of one, kept by the documents that
 * point here, or one to documents of any type, which a documentId alone does not name.
 */
export const isInverse = ({ type, mappedBy, relation = "" }: AttributeSchema): boolean =>
  type === "relation" && (mappedBy !== undefined || relation.startsWith("morph"));

/** Whether a relation, component or media attribute holds a list. */
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

/** Whether an attribute points to documents or files, and is ours to show and send. */
export const isOwnReference = (attribute: AttributeSchema): boolean =>
  attribute.type === "media" || (attribute.type === "relation" && !isInverse(attribute));

/** Whether an attribute can be written and never read. */
export const isUnread = ({ type, private: isPrivate }: AttributeSchema): boolean =>
  isPrivate === true || type === "password";

/** What the service sets, where a type has no attribute of that name. */
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
 * Whether an attribute has one value for all localizations of a document: a save of one makes the service
 * copy it to the drafts of the others. Relations and UIDs are each localization's own, whatever the schema says.
 */
export const isShared = (
  { type, pluginOptions }: AttributeSchema,
  { localized }: Pick<ContentType, "localized">,
): boolean =>
  localized && !/^(relation|uid)$/.test(type) && pluginOptions?.i18n?.localized !== true;
