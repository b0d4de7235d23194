import type { AttributeSchema } from "../../../client/index.ts";
import { mediaFileUid } from "../../schemas/mediaFileType.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";

/** Where in documents of one type a relation to another type, or a media file, may stand. */
export interface RelationPaths {
  /** Through components, single or repeated: the service can search them. */
  readonly searchable: readonly (readonly string[])[];
  /** In dynamic zones, or to any type: the service can't. */
  readonly hidden: readonly (readonly string[])[];
}

interface Walk {
  readonly catalog: Catalog;
  /** The uid of the type that is pointed to. */
  readonly target: string;
  readonly path: readonly string[];
  /** The components that are being walked: one that holds itself would have no end. */
  readonly above: readonly string[];
}

/** The owning sides alone: the other sides are kept by the documents that they point to. */
export function relationPathsTo(
  target: string,
  attributes: Attributes,
  catalog: Catalog,
): RelationPaths {
  return pathsIn(attributes, { catalog, target, path: [], above: [] });
}

function pathsIn(attributes: Attributes, walk: Walk): RelationPaths {
  const found = [...attributes].map(([name, attribute]) =>
    pathsOf(attribute, { ...walk, path: [...walk.path, name] }),
  );
  return {
    searchable: found.flatMap(({ searchable }) => searchable),
    hidden: found.flatMap(({ hidden }) => hidden),
  };
}

const none: RelationPaths = { searchable: [], hidden: [] };

function pathsOf(attribute: AttributeSchema, walk: Walk): RelationPaths {
  const { type, component = "", components = [] } = attribute;
  if (type === "relation") return relation(attribute, walk);
  if (type === "media") return walk.target === mediaFileUid ? inMedia(walk) : none;
  if (type === "component") return inComponent(component, walk);
  if (type !== "dynamiczone") return none;
  const inside = components.map((uid) => inComponent(uid, walk));
  const isSomewhere = inside.some(
    ({ searchable, hidden }) => searchable.length + hidden.length > 0,
  );
  return isSomewhere ? { searchable: [], hidden: [walk.path] } : none;
}

const inMedia = ({ path }: Walk): RelationPaths => ({ searchable: [path], hidden: [] });

function relation({ relation: kind = "", mappedBy, target }: AttributeSchema, walk: Walk) {
  if (kind.startsWith("morphTo")) return { searchable: [], hidden: [walk.path] };
  const isOwn = mappedBy === undefined && target === walk.target;
  return isOwn ? { searchable: [walk.path], hidden: [] } : none;
}

function inComponent(uid: string, walk: Walk): RelationPaths {
  const attributes = walk.catalog.components.get(uid);
  if (!attributes || walk.above.includes(uid)) return none;
  return pathsIn(attributes, { ...walk, above: [...walk.above, uid] });
}
