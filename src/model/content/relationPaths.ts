import type { AttributeSchema } from "../../client/index.ts";
import { mediaFileUid } from "../schemas/mediaFileType.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";

/**
 * The paths at which documents of one type can have a relation to another type, or a media file.
 */
export interface RelationPaths {
  /** Paths through single or repeatable components, which the service can search. */
  readonly searchable: readonly (readonly string[])[];
  /** Paths in dynamic zones and relations to any type, which the service can't search. */
  readonly unsearchable: readonly (readonly string[])[];
}

interface PathSearch {
  readonly catalog: Catalog;
  /** The uid of the target type. */
  readonly target: string;
  readonly path: readonly string[];
  /**
   * The components on the path so far. They prevent endless recursion where a component contains
   * itself.
   */
  readonly above: readonly string[];
}

/** Only owning sides. Inverse sides are kept by the documents that they point to. */
export function relationPathsTo(
  target: string,
  attributes: Attributes,
  catalog: Catalog,
): RelationPaths {
  return pathsIn(attributes, { catalog, target, path: [], above: [] });
}

function pathsIn(attributes: Attributes, walk: PathSearch): RelationPaths {
  const found = [...attributes].map(([name, attribute]) =>
    pathsOf(attribute, { ...walk, path: [...walk.path, name] }),
  );
  return {
    searchable: found.flatMap(({ searchable }) => searchable),
    unsearchable: found.flatMap(({ unsearchable }) => unsearchable),
  };
}

const none: RelationPaths = { searchable: [], unsearchable: [] };

function pathsOf(attribute: AttributeSchema, walk: PathSearch): RelationPaths {
  const { type, component = "", components = [] } = attribute;
  if (type === "relation") return relationPath(attribute, walk);
  if (type === "media") return walk.target === mediaFileUid ? mediaPath(walk) : none;
  if (type === "component") return componentPaths(component, walk);
  if (type !== "dynamiczone") return none;
  const inside = components.map((uid) => componentPaths(uid, walk));
  const isSomewhere = inside.some(
    ({ searchable, unsearchable }) => searchable.length + unsearchable.length > 0,
  );
  return isSomewhere ? { searchable: [], unsearchable: [walk.path] } : none;
}

const mediaPath = ({ path }: PathSearch): RelationPaths => ({
  searchable: [path],
  unsearchable: [],
});

function relationPath(
  { relation: kind = "", mappedBy, target }: AttributeSchema,
  walk: PathSearch,
) {
  if (kind.startsWith("morphTo")) return { searchable: [], unsearchable: [walk.path] };
  const isOwn = mappedBy === undefined && target === walk.target;
  return isOwn ? { searchable: [walk.path], unsearchable: [] } : none;
}

function componentPaths(uid: string, walk: PathSearch): RelationPaths {
  const attributes = walk.catalog.components.get(uid);
  if (!attributes || walk.above.includes(uid)) return none;
  return pathsIn(attributes, { ...walk, above: [...walk.above, uid] });
}
