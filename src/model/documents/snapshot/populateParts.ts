import type { PopulateTree } from "./populate.ts";

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
