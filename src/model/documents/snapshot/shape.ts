import type { Result, ShapeParams, AttributeSchema } from "../../../client/index.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, pick, textIn } from "../../foundation/json.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isInverse, titleOfTarget } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Route } from "../../schemas/routes.ts";
import { hasRouteChosenFields } from "./probe.ts";

type RowOrRows = JsonObject | readonly JsonObject[];

/** How often a document is read anew that somebody has changed between two parts of it. */
const attempts = 5;

/**
 * Reads a document, or several, with all that is in them: in as many requests as the type needs, which is
 * one for most. Where somebody writes without end, parts of two versions may come: the next look sees it.
 * An answer that shows that its route decides by itself is told to `service.routes`.
 */
export async function readWhole<T extends RowOrRows, M>(
  service: TypedService,
  read: (shape: ShapeParams) => Promise<Result<T, M>>,
  route: Route = "one",
): Promise<Result<T, M>> {
  const { type, catalog, routes } = service;
  const result = await readParts(shapesOf(service), read);
  const [, rows] = result;
  const isChosen =
    catalog.source !== "inferred" &&
    [rows ?? []].flat().some((row) => hasRouteChosenFields(row, type.attributes, catalog));
  if (isChosen && routes.decides(route, type.uid) !== true) routes.learn(route, type.uid, true);
  if (result[0] || isArray(result[1])) return result;
  return [null, (await withLocalizations(service, result[1])) as T, result[2]];
}

/**
 * A document with the versions of its other localizations, which are asked for by themselves where an answer
 * hides them: without them a delete could not tell whether one of them was changed.
 */
async function withLocalizations(service: TypedService, row: JsonObject): Promise<JsonObject> {
  const { type, catalog } = service;
  const isHidden = type.localized && !Object.hasOwn(row, "localizations");
  if (!isHidden || catalog.source === "inferred") return row;
  const [error, rows] = await (type.kind === "single" ? listSingles : listDrafts)(service, row);
  if (error) return row;
  return { ...row, localizations: rows.filter(({ locale }) => locale !== row["locale"]) };
}

const versionFields = { fields: ["updatedAt", "locale"], status: "draft" } as const;

type Versions = Result<readonly JsonObject[], unknown>;

const listDrafts = ({ cms, type }: TypedService, row: JsonObject): Promise<Versions> =>
  cms.collection<JsonObject>(type.name).findMany({
    params: {
      ...versionFields,
      filters: { documentId: { $eq: textIn(row, "documentId") } },
      locale: "*",
      pagination: { pageSize: 100, withCount: false },
    },
  });

/** A single type has no list route: one question for each locale. */
async function listSingles({ cms, type, catalog }: TypedService): Promise<Versions> {
  const single = cms.single<JsonObject>(type.name);
  const found = await Promise.all(
    catalog.locales.map(({ code }) => single.find({ params: { ...versionFields, locale: code } })),
  );
  const error = found.find(([problem]) => problem && problem.name !== "NotFoundError")?.[0];
  const rows = found.map(([, version]) => version).filter((row) => row !== null);
  return error ? [error, null, null] : [null, rows, null];
}

/** What one answer can't hold comes in several, each with parts of it. */
export type Shapes = readonly [ShapeParams, ...ShapeParams[]];

/** Reads a document, or several, in some parts; each must ask for what `momentOf` looks at. */
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

/** What came of a write. */
interface WriteAnswer<M> {
  /** What the service made of it, whole; or why that is not known. */
  readonly answer: Result<JsonObject, M>;
  /** Whether it was written, though what came of it may not be known. */
  readonly isWritten: boolean;
}

/** Writes, and gives what the service made of it; where one answer can't hold that, it is read. */
export async function writeWhole<M>(
  service: TypedService,
  write: (shape: ShapeParams) => Promise<Result<JsonObject, M>>,
  read: (shape: ShapeParams, written: JsonObject) => Promise<Result<JsonObject, M>>,
): Promise<WriteAnswer<M>> {
  const [shape, ...more] = shapesOf(service);
  const answer = await write(more.length > 0 ? {} : shape);
  const [error, written] = answer;
  if (error) return { answer, isWritten: false };
  if (more.length === 0) {
    const whole = await withLocalizations(service, written);
    return { answer: [null, whole, answer[2]], isWritten: true };
  }
  return { answer: await readWhole(service, (part) => read(part, written)), isWritten: true };
}

/** How a document is asked for; in several parts where the whole is too much for one request. */
function shapesOf({ catalog, type }: TypedService): Shapes {
  if (catalog.source === "inferred") return [{ populate: "*" }];
  const [first, ...more] = splitPopulate(populateOf(type.attributes, catalog));
  const populate = {
    ...first,
    ...(type.localized && { localizations: { fields: ["updatedAt", "locale"] } }),
  };
  return [{ populate }, ...more.map((part) => ({ populate: part }))];
}

/** All that tells versions apart. */
const versionKey = (rows: RowOrRows): string =>
  JSON.stringify([rows].flat().map((row) => pick(row, ["documentId", "locale", "updatedAt"])));

/** Two parts of the same, each with attributes that the other was not asked for. */
function overlay(one: Json, other: Json): Json {
  if (isArray(one) && isArray(other))
    return one.map((item, at) => overlay(item, other[at] ?? item));
  if (!isObject(one) || !isObject(other)) return one;
  const names = Object.keys({ ...one, ...other });
  return Object.fromEntries(
    names.map((name) => [name, overlay(one[name] ?? other[name] ?? null, other[name] ?? null)]),
  );
}

/** What to ask for, by name: `true`, some `fields`, what to `populate` below it, or in a zone what is `on` each component. */
export type PopulateTree = Readonly<Record<string, unknown>>;

/** Which fields are asked for of a file, and of what a relation points to. */
export interface ReferenceFields {
  readonly media: readonly string[];
  readonly relation: (of: AttributeSchema, catalog: Catalog) => readonly string[];
}

/** What a person knows them by. */
const displayFields: ReferenceFields = {
  media: ["name", "alternativeText"],
  relation: (of, catalog) => [titleOfTarget(of, catalog) ?? "documentId"],
};

/**
 * What to ask for so that a document comes whole: components and zones to their full depth, what a
 * relation points to by its title, media by name. Inverse sides stay out: they are never sent.
 */
export function populateOf(
  attributes: Attributes,
  catalog: Catalog,
  fields = displayFields,
  above: readonly string[] = [],
): PopulateTree {
  const nested = (uid: string): unknown => {
    const component = catalog.components.get(uid);
    // A component that holds itself would have no end.
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
  ["relation", (of, catalog, { fields }) => ({ fields: fields.relation(of, catalog) })],
  ["component", ({ component = "" }, _, { nested }) => nested(component)],
  [
    "dynamiczone",
    ({ components = [] }, _, { nested }) => ({
      on: Object.fromEntries(components.map((uid) => [uid, nested(uid)])),
    }),
  ],
]);

/**
 * How long what one request asks for may be, in characters of its URL. A service reads 16 KB of a request
 * with its headers, and many a proxy on the way takes no first line of more than 8 KB.
 */
const maxUrlPartLength = 6_000;

/**
 * The same in parts that are short enough for one request each; most are one. Each asks for all entries of
 * every dynamic zone, so that the answers can be laid upon each other.
 */
export function splitPopulate(whole: PopulateTree): readonly PopulateTree[] {
  const leaves = [...leavesOf(whole)];
  if (sizeOf(leaves) <= maxUrlPartLength) return [whole];
  const zones = leaves
    .filter(({ path }) => path[1] === "on")
    .map(zoneEntryOf)
    .reduce(withLeaf, {});
  // Where the zones alone are too long, nothing helps but to try.
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

/** An attribute of which nothing below is asked for. */
interface Leaf {
  /** In the query: `zone`, `on`, `shared.link`, `populate`, `file`. */
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

/** An attribute may be called `fields` too: then that is no list. */
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

/** `populate[zone][on][shared.link][populate][file][fields][0]=name&`, of each field. */
const sizeOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { path, part }) => {
    const key = path.reduce((length, name) => length + encodeURIComponent(name).length + 2, 10);
    const fields = fieldsOf(part);
    const values = fields?.map((name) => `[fields][0]${name}`) ?? ["true"];
    return sum + values.length * key + values.join("").length;
  }, 0);
