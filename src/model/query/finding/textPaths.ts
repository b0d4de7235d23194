import type { AttributeSchema } from "../../../client/index.ts";
import { urlChunks } from "../../foundation/chunks.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";

/** The names that lead to an attribute, through components: `["seo", "metaTitle"]`. */
export type TextPath = readonly string[];

/** Where in documents of one type text may stand, by how the service can be asked for it. */
export interface TextPaths {
  /** The type's own fields, those with numbers included: its search looks there. */
  readonly own: readonly TextPath[];
  /** In components, single or repeated: a filter can ask for each. */
  readonly inner: readonly TextPath[];
  /** Texts with paragraphs: a filter sees them as they are kept, their structure included. */
  readonly blocks: readonly TextPath[];
  /** Dynamic zones with text in them: the service can't search their entries. */
  readonly zones: readonly TextPath[];
}

const texts = new Set(["string", "text", "richtext", "email", "uid", "enumeration"]);
const numbers = new Set(["integer", "biginteger", "decimal", "float"]);

/** Whether an attribute is a text that may be read, and so asked for. */
export const isReadableText = ({ type, private: isPrivate }: AttributeSchema): boolean =>
  texts.has(type) && isPrivate !== true;

export function textPathsOf(attributes: Attributes, catalog: Catalog): TextPaths {
  return pathsIn(attributes, { catalog, path: [], above: [] });
}

/** Where text is in a component, or in those within it; blocks are included. */
export function textPathsIn(uid: string, catalog: Catalog): readonly TextPath[] {
  const { inner, blocks } = inComponent(uid, { catalog, path: [uid], above: [] });
  return [...inner, ...blocks].map((path) => path.slice(1));
}

/**
 * The most tables that one request may join. SQLite joins 64 at once and MySQL 61: beyond that, the service answers with
 * a 500. The rest is for what the service joins itself.
 */
const mostJoins = 50;

/** Each component on the way is one table, and another one that links it. */
const joinsOf = (path: TextPath): number => 2 * (path.length - 1);

/** Paths in as few requests as the service can answer, for a text that takes that many characters of a URL. */
export function inRequests(paths: readonly TextPath[], size: number): TextPath[][] {
  // A place is named in the question and in what is asked of the answer.
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
  /** The components that are being walked: one that holds itself would have no end. */
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
