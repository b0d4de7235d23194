import type { AttributeSchema } from "../../client/index.ts";
import { chunksWithin, urlChunks } from "../foundation/chunks.ts";
import type { Catalog, ContentSchema } from "../schemas/catalog.ts";
import { attributePaths, isPrivateOn, namesOn, zoneOn } from "./attributePaths.ts";
import type { AttributePath } from "./attributePaths.ts";
import { pathText } from "../foundation/json.ts";

/** The attribute names on the path to an attribute, through components: `["seo", "metaTitle"]`. */
export type TextPath = readonly string[];

/** By the way the service can search them. */
export interface TextPaths {
  /** The type's own fields, including numbers. The service's search covers them. */
  readonly own: readonly TextPath[];
  /** Fields in single or repeatable components. A filter can search each of them. */
  readonly inner: readonly TextPath[];
  /** Blocks. A filter searches their stored JSON, including its structure. */
  readonly blocks: readonly TextPath[];
  /** Dynamic zones that contain text. The service can't search their entries. */
  readonly zones: readonly TextPath[];
}

const textTypes = new Set(["string", "text", "richtext", "email", "uid", "enumeration"]);
const numberTypes = new Set(["integer", "biginteger", "decimal", "float"]);

export const isReadableText = ({ type, private: isPrivate }: AttributeSchema): boolean =>
  textTypes.has(type) && isPrivate !== true;

export function textPathsOf(schema: ContentSchema): TextPaths {
  const paths = attributePaths(schema);
  const zones = paths
    .filter((path) => textGroupOf(path) === "zones")
    .map((path) => zoneOn(path) ?? []);
  return {
    own: pathsAt("own", paths),
    inner: pathsAt("inner", paths),
    blocks: pathsAt("blocks", paths),
    zones: [...new Map(zones.map((path) => [pathText(path), path])).values()],
  };
}

const pathsAt = (group: keyof TextPaths, paths: readonly AttributePath[]): TextPath[] =>
  paths.filter((path) => textGroupOf(path) === group).map(namesOn);

/** The paths of text in a component and its nested components, with those of blocks last. */
export function textPathsIn(uid: string, catalog: Catalog): readonly TextPath[] {
  const entry = { name: uid, attribute: { type: "component" }, component: uid };
  const attributes = catalog.components.get(uid) ?? new Map();
  const paths = attributePaths({ type: { attributes }, catalog }, [entry]);
  return [...pathsAt("inner", paths), ...pathsAt("blocks", paths)].map((path) => path.slice(1));
}

/** How the service can search a path; undefined if it leads to no text that can be read. */
function textGroupOf(path: AttributePath): keyof TextPaths | undefined {
  const { type } = path.attribute;
  const isOwn = path.steps.length === 1;
  if (isPrivateOn(path)) return undefined;
  if (isOwn && (textTypes.has(type) || numberTypes.has(type))) return "own";
  if (type !== "blocks" && (isOwn || !textTypes.has(type))) return undefined;
  if (zoneOn(path)) return "zones";
  return type === "blocks" ? "blocks" : "inner";
}

/**
 * The maximum number of tables that one request may join. SQLite joins at most 64 tables and MySQL
 * 61. Beyond that, the service returns 500. The remainder is for the service's own joins.
 */
const maxJoins = 50;

/** Splits paths into as few requests as possible. `size` is the length of the text in a URL. */
export function inRequests(paths: readonly TextPath[], size: number): TextPath[][] {
  // A path is part of both the filter and the requested fields.
  const sizeOf = (path: TextPath): number => 2 * path.join("[]").length + size + 80;
  return urlChunks(paths, sizeOf).flatMap(inJoins);
}

/** Splits paths to fields into groups, so that the service's database can join those of a group. */
export const inJoins = (paths: readonly TextPath[]): TextPath[][] =>
  // Each component or relation on the path is one table, with a second table that links it.
  chunksWithin(maxJoins, paths, (path) => 2 * (path.length - 1));
