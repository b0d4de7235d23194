import type { AttributeSchema, ShapeParams } from "../../client/index.ts";
import { chunksWithin, sizedChunks } from "../foundation/chunks.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../schemas/catalog.ts";
import {
  isComponent,
  isPolymorphic,
  isStructured,
  isUnread,
  localeFieldOf,
  titleOfTarget,
} from "../schemas/catalog.ts";
import { attributePaths } from "./attributePaths.ts";
import { isRequested } from "./unreadAttributes.ts";
import { ownIn } from "../foundation/json.ts";

/** The parameters of several requests, if one response can't hold all parts. */
export type Shapes = readonly [ShapeParams, ...ShapeParams[]];

/** The most fields that a service takes in one request. */
export const maxFieldsPerRequest = 100;

/**
 * The parameters to request documents, in as many parts as their type needs.
 * @param names The attributes to read; all if undefined.
 * @param references By default, the fields that are shown to the user.
 * @param hasLocalizations Whether each row names its other localizations and when they were changed.
 */
export function shapesFor(
  { catalog, type }: TypeInCatalog,
  {
    names,
    references,
    hasLocalizations = false,
  }: {
    readonly names?: readonly string[] | undefined;
    readonly references?: ReferenceFields | undefined;
    readonly hasLocalizations?: boolean;
  } = {},
): Shapes {
  if (catalog.source === "inferred") return [{ populate: "*" }];
  const chosenNames = new Set(names ?? type.attributes.keys());
  const requestedAttributes = new Map(
    [...type.attributes].filter(([name]) => chosenNames.has(name)),
  );
  const [first = {}, ...more] = splitPopulate(populateOf(requestedAttributes, catalog, references));
  const localizations = { fields: ["updatedAt", "locale"] };
  const populates = [
    { ...first, ...(hasLocalizations && type.localized && { localizations }) },
    ...more,
  ];
  const always = ["createdAt", "updatedAt", ...localeFieldOf(type)];
  const scalars = [...type.attributes].flatMap(([name, attribute]) =>
    isStructured(attribute) || isUnread(attribute) ? [] : [name],
  );
  const fields = scalars.filter((name) => chosenNames.has(name));
  // Without a list of fields, the service returns all of them.
  const lists: (readonly string[] | undefined)[] =
    fields.length === scalars.length
      ? [undefined]
      : sizedChunks(fields, maxFieldsPerRequest - always.length).map((chunk) => [
          ...chunk,
          ...always,
        ]);
  const partCount = Math.max(populates.length, lists.length);
  const partAt = (at: number): ShapeParams => {
    const list = at < lists.length ? lists[at] : always;
    return { ...(list && { fields: list }), populate: populates[at] ?? {} };
  };
  return [partAt(0), ...Array.from({ length: partCount - 1 }, (_, at) => partAt(at + 1))];
}

export const wholeShapes = (service: TypeInCatalog): Shapes =>
  shapesFor(service, { hasLocalizations: true });

/** The parts to request, by name: `true`, some `fields`, a nested `populate`, or a zone's `on`. */
export type PopulateTree = Readonly<Record<string, unknown>>;

export interface ReferenceFields {
  readonly media: readonly string[];
  readonly relation: (attribute: AttributeSchema, catalog: Catalog) => readonly string[];
}

const displayFields: ReferenceFields = {
  media: ["name", "alternativeText"],
  relation: (attribute, catalog) => [titleOfTarget(attribute, catalog) ?? "documentId"],
};

/**
 * The parameters to request a whole document: components and zones to their full depth, relations
 * by their target's title, media files by name. Inverse sides are never sent, so they are left out.
 */
export function populateOf(
  attributes: Attributes,
  catalog: Catalog,
  fields = displayFields,
  above: readonly string[] = [],
): PopulateTree {
  const nested = (uid: string): unknown => {
    const component = catalog.components.get(uid);
    // Prevents endless recursion where a component contains itself.
    if (!component || above.includes(uid)) return true;
    const populate = populateOf(component, catalog, fields, [...above, uid]);
    return Object.keys(populate).length > 0 ? { populate } : true;
  };
  const partOf = (attribute: AttributeSchema): unknown => {
    const { component = "", components = [] } = attribute;
    if (attribute.type === "media") return { fields: fields.media };
    if (attribute.type === "component") return nested(component);
    if (isComponent(attribute)) return zoneOf(components.map((uid) => [uid, nested(uid)]));
    // The service ignores a polymorphic relation with fields, without an error.
    return isPolymorphic(attribute) || { fields: fields.relation(attribute, catalog) };
  };
  const requested = [...attributes].filter(([, attribute]) => isRequested(attribute));
  return Object.fromEntries(requested.map(([name, attribute]) => [name, partOf(attribute)]));
}

/** A zone can have no component: a project may have deleted the last one. */
const zoneOf = (parts: readonly (readonly [uid: string, part: unknown])[]): unknown =>
  parts.length === 0 || { on: Object.fromEntries(parts) };

/** All attributes of a document, and in another request all attributes of its components. */
export function starShapes({ type, catalog }: TypeInCatalog): Shapes {
  const all = { populate: "*" } as const;
  const components = [...type.attributes].flatMap(([name, attribute]): [string, unknown][] => {
    if (!isComponent(attribute) || isUnread(attribute)) return [];
    const { components: uids = [] } = attribute;
    const knownUids = uids.filter((uid) => catalog.components.has(uid));
    const zone = zoneOf(knownUids.map((uid) => [uid, all]));
    return [[name, attribute.type === "component" ? all : zone]];
  });
  const fields = ["updatedAt", ...localeFieldOf(type)];
  const first = { fields, ...all };
  return components.length > 0
    ? [first, { fields, populate: Object.fromEntries(components) }]
    : [first];
}

/** The parameters that request a field of a type or component; undefined if nothing leads there. */
export function fieldShape(
  service: TypeInCatalog,
  uid: string,
  name: string,
): ShapeParams | undefined {
  const fields = [name];
  if (uid === service.type.uid) return { fields };
  const path = attributePaths(service).find(
    ({ steps }) =>
      steps.at(-1)?.component === uid && steps.every(({ attribute }) => !isUnread(attribute)),
  );
  const shape = path?.steps.reduceRight<PopulateTree>(
    (part, { name: above, attribute, component = "" }) => ({
      populate: { [above]: attribute.type === "component" ? part : { on: { [component]: part } } },
    }),
    { fields },
  );
  return shape && { fields: ["documentId"], ...shape };
}

/**
 * The maximum length of one request's parameters, in characters of its URL. A service reads 16 KB
 * of a request with its headers. Many proxies accept a first line of at most 8 KB.
 */
const maxUrlPartLength = 6_000;

/**
 * Splits the parameters into parts that are short enough for one request each. Most have one part.
 * Each part requests all entries of every dynamic zone, so that the responses can be merged.
 */
export function splitPopulate(tree: PopulateTree): readonly PopulateTree[] {
  const leaves = [...leavesOf(tree)];
  if (sizeOf(leaves) <= maxUrlPartLength) return [tree];
  const zones = leaves
    .filter(({ path }) => path[1] === "on")
    .map(({ path }) => ({ path: path.slice(0, 3), part: true }))
    .reduce(withLeaf, {});
  // If the zones alone are too long, the request is sent anyway.
  const spare = Math.max(maxUrlPartLength - sizeOf([...leavesOf(zones)]), maxUrlPartLength / 2);
  const chunks = chunksWithin(spare, leaves, (leaf) => sizeOf([leaf]));
  return chunks.map((chunk) => chunk.reduce(withLeaf, zones));
}

/** An attribute for which nothing below is requested. */
interface Leaf {
  /** The path in the query: `zone`, `on`, `shared.link`, `populate`, `file`. */
  readonly path: readonly string[];
  readonly part: unknown;
}

function* leavesOf(tree: PopulateTree, above: readonly string[] = []): Generator<Leaf> {
  for (const [name, part] of Object.entries(tree)) {
    const path = [...above, name];
    if (isTree(part)) yield* leavesOf(part, path);
    else yield { path, part };
  }
}

/** An attribute may also be named `fields`. Its part is not a list. */
const isTree = (part: unknown): part is PopulateTree =>
  typeof part === "object" && part !== null && fieldsOf(part) === undefined;

function fieldsOf(part: unknown): readonly string[] | undefined {
  const { fields } = part as { readonly fields?: unknown };
  return Array.isArray(fields) ? (fields as string[]) : undefined;
}

const withLeaf = (tree: PopulateTree, { path, part }: Leaf): PopulateTree => {
  const [name = "", ...subpath] = path;
  const below = ownIn(tree, name);
  const inner = isTree(below) ? below : {};
  return {
    ...tree,
    [name]: subpath.length === 0 ? part : withLeaf(inner, { path: subpath, part }),
  };
};

/** The length of `populate[zone][on][shared.link][populate][file][fields][0]=name&` by field. */
const sizeOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { path, part }) => {
    const key = path.reduce((length, name) => length + encodeURIComponent(name).length + 2, 10);
    const fields = fieldsOf(part);
    const values = fields?.map((name) => `[fields][0]${name}`) ?? ["true"];
    return sum + values.length * key + values.join("").length;
  }, 0);
