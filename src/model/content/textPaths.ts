import type { AttributeSchema } from "../../client/index.ts";
import { urlChunks } from "../foundation/chunks.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";

/** The attribute names on the path to an attribute, through components: `["seo", "metaTitle"]`. */
export type TextPath = readonly string[];

/** The paths of text in documents of one type, by the way the service can search them. */
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

const texts = new Set(["string", "text", "richtext", "email", "uid", "enumeration"]);
const numbers = new Set(["integer", "biginteger", "decimal", "float"]);

/** Whether an attribute is a text that can be read and so requested. */
export const isReadableText = ({ type, private: isPrivate }: AttributeSchema): boolean =>
  texts.has(type) && isPrivate !== true;

export function textPathsOf(attributes: Attributes, catalog: Catalog): TextPaths {
  return pathsIn(attributes, { catalog, path: [], above: [] });
}

/** The paths of text in a component and its nested components, including blocks. */
export function textPathsIn(uid: string, catalog: Catalog): readonly TextPath[] {
  const { inner, blocks } = inComponent(uid, { catalog, path: [uid], above: [] });
  return [...inner, ...blocks].map((path) => path.slice(1));
}

/**
 * The maximum number of tables that one request may join. SQLite joins at most 64 tables and MySQL
 * 61. Beyond that, the service returns 500. The remainder is for the service's own joins.
 */
const mostJoins = 50;

/** Each component on the path is one table, with a second table that links it. */
const joinsOf = (path: TextPath): number => 2 * (path.length - 1);

/**
 * Splits paths into as few requests as the service can answer. `size` is the length of the search
 * text in a URL, in characters.
 */
export function inRequests(paths: readonly TextPath[], size: number): TextPath[][] {
  // A path is part of both the filter and the requested fields.
  const sizeOf = (path: TextPath): number => 2 * path.join("[]").length + size + 80;
  return urlChunks(paths, sizeOf).flatMap(withinJoins);
}

function withinJoins(paths: readonly TextPath[]): TextPath[][] {
  const requests: TextPath[][] = [];
  let left = 0;
  for (const path of paths) {
    left -= joinsOf(path);
    const last = requests.at(-1);
    if (last && left >= 0) last.push(path);
    else {
      requests.push([path]);
      left = mostJoins - joinsOf(path);
    }
  }
  return requests;
}

interface Walk {
  readonly catalog: Catalog;
  readonly path: TextPath;
  /**
   * The components on the path so far. They prevent endless recursion where a component contains
   * itself.
   */
  readonly above: readonly string[];
}

function pathsIn(attributes: Attributes, walk: Walk): TextPaths {
  const found = [...attributes]
    .filter(([, attribute]) => attribute.private !== true)
    .map(([name, attribute]) => pathsOf(attribute, { ...walk, path: [...walk.path, name] }));
  return {
    own: found.flatMap(({ own }) => own),
    inner: found.flatMap(({ inner }) => inner),
    blocks: found.flatMap(({ blocks }) => blocks),
    zones: found.flatMap(({ zones }) => zones),
  };
}

const none: TextPaths = { own: [], inner: [], blocks: [], zones: [] };

function pathsOf(attribute: AttributeSchema, walk: Walk): TextPaths {
  const { path } = walk;
  switch (attribute.type) {
    case "component":
      return inComponent(attribute.component, walk);
    case "dynamiczone":
      return hasText(attribute, walk) ? { ...none, zones: [path] } : none;
    case "blocks":
      return { ...none, blocks: [path] };
    default:
      if (path.length > 1) return isReadableText(attribute) ? { ...none, inner: [path] } : none;
      return isSearched(attribute) ? { ...none, own: [path] } : none;
  }
}

const isSearched = ({ type }: AttributeSchema): boolean => texts.has(type) || numbers.has(type);

const hasText = ({ components = [] }: AttributeSchema, walk: Walk): boolean =>
  components.some((uid) => {
    const { inner, blocks } = inComponent(uid, walk);
    return inner.length + blocks.length > 0;
  });

function inComponent(uid = "", walk: Walk): TextPaths {
  const attributes = walk.catalog.components.get(uid);
  if (!attributes || walk.above.includes(uid)) return none;
  return pathsIn(attributes, { ...walk, above: [...walk.above, uid] });
}
