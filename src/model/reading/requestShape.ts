import type { Result, ShapeParams, AttributeSchema } from "../../client/index.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isArray, isObject, pick } from "../foundation/json.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../schemas/catalog.ts";
import {
  isInverse,
  isPolymorphic,
  isStructured,
  isUnread,
  titleOfTarget,
} from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { Route } from "../schemas/routes.ts";
import { hasRouteChosenFields } from "./routeProbe.ts";

/** One version of one localization of a document. */
export interface VersionRequest {
  /** Absent for a single type. */
  readonly documentId?: string | undefined;
  /** The default locale if undefined. */
  readonly locale?: string | undefined;
  readonly status: "draft" | "published";
}

type RowOrRows = JsonObject | readonly JsonObject[];

/** How many attempts are made to read a document that changes between two parts of a read. */
const attempts = 5;

/**
 * Reads one or several documents with all of their content, in as many requests as the type needs.
 * Most types need one. If other clients write continuously, the result may mix parts of two
 * versions. The next read corrects it. A response that shows that the route decides by itself is
 * recorded in `service.routes`.
 */
export async function readWhole<T extends RowOrRows, M>(
  service: TypedService,
  read: (shape: ShapeParams) => Promise<Result<T, M>>,
  route: Route = "one",
): Promise<Result<T, M>> {
  const result = await readParts(wholeShapes(service), read);
  noteRouteChoice(service, [result[1] ?? []].flat(), route);
  return result;
}

/** Records whether rows that were read whole show that their route decides by itself. */
export function noteRouteChoice(
  { type, catalog, routes }: TypedService,
  rows: readonly JsonObject[],
  route: Route,
): void {
  if (catalog.source === "inferred" || routes.decides(route, type.uid) === true) return;
  const isChosen = rows.some((row) => hasRouteChosenFields(row, type.attributes, catalog));
  if (isChosen) routes.learn(route, type.uid, true);
}

/** The parameters of several requests, if one response can't hold all parts. */
export type Shapes = readonly [ShapeParams, ...ShapeParams[]];

/**
 * Reads one or several documents in parts. Each part must request the fields that `versionKey`
 * reads.
 */
export async function readParts<T extends RowOrRows, M>(
  [shape, ...more]: Shapes,
  read: (shape: ShapeParams) => Promise<Result<T, M>>,
): Promise<Result<T, M>> {
  for (let attempt = 1; ; attempt += 1) {
    const [first, ...others] = await Promise.all([shape, ...more].map(read));
    if (!first || first[0]) return first ?? read(shape);
    const failed = others.find(([error]) => error);
    if (failed) return failed;
    const parts = others.flatMap(([, part]) => (part ? [part] : []));
    const isSameVersion = parts.every((part) => versionKey(part) === versionKey(first[1]));
    if (isSameVersion || attempt === attempts) {
      return [null, parts.reduce<Json>(overlay, first[1]) as T, first[2]];
    }
  }
}

/** What to read of documents. */
export interface ShapeRequest {
  /** The attributes to read; all if undefined. */
  readonly names?: readonly string[] | undefined;
  /** By default, the fields that are shown to the user. */
  readonly references?: ReferenceFields | undefined;
  /** Whether each row names its other localizations and when they were changed. */
  readonly hasLocalizations?: boolean | undefined;
}

/** The most fields that a service takes in one request. */
const maxFieldsPerRequest = 100;

/** The parameters to request documents, in as many parts as their type needs. */
export function shapesFor(
  { catalog, type }: TypeInCatalog,
  { names, references, hasLocalizations = false }: ShapeRequest = {},
): Shapes {
  if (catalog.source === "inferred") return [{ populate: "*" }];
  const chosen = new Set(names ?? type.attributes.keys());
  const wanted = new Map([...type.attributes].filter(([name]) => chosen.has(name)));
  const [first = {}, ...more] = splitPopulate(populateOf(wanted, catalog, references));
  const localizations = { fields: ["updatedAt", "locale"] };
  const populates = [
    { ...first, ...(hasLocalizations && type.localized && { localizations }) },
    ...more,
  ];
  const always = ["createdAt", "updatedAt", ...(type.localized ? ["locale"] : [])];
  const scalars = [...type.attributes].flatMap(([name, of]) =>
    isStructured(of) || isUnread(of) ? [] : [name],
  );
  const fields = scalars.filter((name) => chosen.has(name));
  // Without a list of fields, the service returns all of them.
  const lists: (readonly string[] | undefined)[] =
    fields.length === scalars.length
      ? [undefined]
      : inGroups(fields, maxFieldsPerRequest - always.length).map((some) => [...some, ...always]);
  const partCount = Math.max(populates.length, lists.length);
  const partAt = (at: number): ShapeParams => {
    const list = at < lists.length ? lists[at] : always;
    return { ...(list && { fields: list }), populate: populates[at] ?? {} };
  };
  return [partAt(0), ...Array.from({ length: partCount - 1 }, (_, at) => partAt(at + 1))];
}

/** Groups of at most `size` values; one empty group if there are none. */
const inGroups = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.max(1, Math.ceil(values.length / size)) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );

/** The parameters to request a document with all of its content. */
export const wholeShapes = (service: TypeInCatalog): Shapes =>
  shapesFor(service, { hasLocalizations: true });

/** The fields that tell versions apart. */
const versionKey = (rows: RowOrRows): string =>
  JSON.stringify([rows].flat().map((row) => pick(row, ["documentId", "locale", "updatedAt"])));

/** Merges two parts of the same document, each with attributes that the other doesn't have. */
function overlay(one: Json, other: Json): Json {
  if (isArray(one) && isArray(other))
    return one.map((item, at) => overlay(item, other[at] ?? item));
  if (!isObject(one) || !isObject(other)) return one;
  const names = Object.keys({ ...one, ...other });
  return Object.fromEntries(
    names.map((name) => [name, overlay(one[name] ?? other[name] ?? null, other[name] ?? null)]),
  );
}

/**
 * The parts to request, by name: `true`, some `fields`, a nested `populate`, or for a zone an `on`
 * for each component.
 */
export type PopulateTree = Readonly<Record<string, unknown>>;

/** The fields to request of a media file and of a relation's target. */
export interface ReferenceFields {
  readonly media: readonly string[];
  readonly relation: (of: AttributeSchema, catalog: Catalog) => readonly string[];
}

/** The fields that are shown to the user. */
const displayFields: ReferenceFields = {
  media: ["name", "alternativeText"],
  relation: (of, catalog) => [titleOfTarget(of, catalog) ?? "documentId"],
};

/**
 * The parameters to request a whole document: components and zones to their full depth, relations
 * by the title of their target, media files by name. Inverse sides are left out, because they are
 * never sent.
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
  const tree = new Map<string, unknown>();
  for (const [name, attribute] of attributes) {
    const part = populateAttribute(attribute, catalog, { nested, fields });
    if (part !== undefined) tree.set(name, part);
  }
  return Object.fromEntries(tree);
}

interface PopulateContext {
  readonly nested: (uid: string) => unknown;
  readonly fields: ReferenceFields;
}

function populateAttribute(
  attribute: AttributeSchema,
  catalog: Catalog,
  context: PopulateContext,
): unknown {
  const hidden = attribute.private === true || isInverse(attribute);
  return hidden ? undefined : populators.get(attribute.type)?.(attribute, catalog, context);
}

const populators = new Map<
  string,
  (of: AttributeSchema, catalog: Catalog, context: PopulateContext) => unknown
>([
  ["media", (_, _catalog, { fields }) => ({ fields: fields.media })],
  [
    "relation",
    // The service ignores a polymorphic relation with fields, without an error.
    (of, catalog, { fields }) => isPolymorphic(of) || { fields: fields.relation(of, catalog) },
  ],
  ["component", ({ component = "" }, _, { nested }) => nested(component)],
  [
    "dynamiczone",
    ({ components = [] }, _, { nested }) => ({
      on: Object.fromEntries(components.map((uid) => [uid, nested(uid)])),
    }),
  ],
]);

/**
 * The maximum length of one request's parameters, in characters of its URL. A service reads 16 KB
 * of a request with its headers. Many proxies accept a first line of at most 8 KB.
 */
const maxUrlPartLength = 6_000;

/**
 * Splits the parameters into parts that are short enough for one request each. Most have one part.
 * Each part requests all entries of every dynamic zone, so that the responses can be merged.
 */
export function splitPopulate(whole: PopulateTree): readonly PopulateTree[] {
  const leaves = [...leavesOf(whole)];
  if (sizeOf(leaves) <= maxUrlPartLength) return [whole];
  const zones = leaves
    .filter(({ path }) => path[1] === "on")
    .map(zoneEntryOf)
    .reduce(withLeaf, {});
  // If the zones alone are too long, the request is sent anyway.
  const spare = Math.max(maxUrlPartLength - sizeOf([...leavesOf(zones)]), maxUrlPartLength / 2);
  const parts: PopulateTree[] = [];
  let room = 0;
  for (const leaf of leaves) {
    const size = sizeOf([leaf]);
    if (size > room) {
      parts.push(zones);
      room = spare;
    }
    room -= size;
    parts.push(withLeaf(parts.pop() ?? zones, leaf));
  }
  return parts;
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

const zoneEntryOf = ({ path }: Leaf): Leaf => ({ path: path.slice(0, 3), part: true });

const withLeaf = (tree: PopulateTree, { path, part }: Leaf): PopulateTree => {
  const [name = "", ...rest] = path;
  const below = tree[name];
  const inner = isTree(below) ? below : {};
  return { ...tree, [name]: rest.length === 0 ? part : withLeaf(inner, { path: rest, part }) };
};

/**
 * The length of `populate[zone][on][shared.link][populate][file][fields][0]=name&` for each field.
 */
const sizeOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { path, part }) => {
    const key = path.reduce((length, name) => length + encodeURIComponent(name).length + 2, 10);
    const fields = fieldsOf(part);
    const values = fields?.map((name) => `[fields][0]${name}`) ?? ["true"];
    return sum + values.length * key + values.join("").length;
  }, 0);
