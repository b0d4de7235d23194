import type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
  Locale,
} from "../client/index.ts";

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

/** What one service holds: its types, their components and its locales. */
export interface Catalog {
  /** The project's own types, by the name of their URL. */
  readonly types: ReadonlyMap<string, ContentType>;
  /** Every type by uid, the plugins' included: what relations point to. */
  readonly targets: ReadonlyMap<string, ContentType>;
  readonly components: ReadonlyMap<string, Attributes>;
  readonly locales: readonly Locale[];
  readonly defaultLocale: string | undefined;
}

interface Schemas {
  readonly contentTypes: readonly ContentTypeSchema[];
  readonly components: readonly ComponentSchema[];
  readonly locales: readonly Locale[];
}

export function createCatalog({ contentTypes, components, locales }: Schemas): Catalog {
  const all = contentTypes.map(toContentType);
  return {
    types: new Map(all.filter(isOwn).map((type) => [type.name, type])),
    targets: new Map(all.map((type) => [type.uid, type])),
    components: new Map(
      components.map(({ uid, schema }) => [uid, new Map(Object.entries(schema.attributes))]),
    ),
    locales,
    defaultLocale: locales.find((locale) => locale.isDefault)?.code,
  };
}

function toContentType({ uid, schema }: ContentTypeSchema): ContentType {
  const kind = schema.kind === "singleType" ? "single" : "collection";
  const attributes = new Map(Object.entries(schema.attributes));
  return {
    uid,
    name: kind === "single" ? schema.singularName : schema.pluralName,
    displayName: schema.displayName,
    kind,
    draftAndPublish: schema.draftAndPublish,
    localized: schema.pluginOptions?.i18n?.localized === true,
    attributes,
    titleField: titleFieldOf(attributes),
  };
}

const isOwn = ({ uid }: ContentType): boolean => uid.startsWith("api::");

/** The names that people give such a field, else the first short text. */
function titleFieldOf(attributes: Attributes): string | undefined {
  const isTitle = (attribute: AttributeSchema | undefined) =>
    attribute?.type === "string" && !attribute.private;
  const usual = ["title", "name", "label", "subject"].find((name) => isTitle(attributes.get(name)));
  return usual ?? [...attributes].find(([, attribute]) => isTitle(attribute))?.[0];
}

/** The name of a type as a heading: `blog-posts` is "Blog posts"; a single type has its own name. */
export function headingOf({ kind, name, displayName }: ContentType): string {
  if (kind === "single") return displayName;
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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
