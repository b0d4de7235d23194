import type { AttributeSchema } from "../../client/index.ts";
import { mediaFileUid } from "../schemas/mediaFileType.ts";
import { isPolymorphic } from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { attributePaths, namesOn, zoneOn } from "./attributePaths.ts";
import type { AttributePath } from "./attributePaths.ts";

/**
 * The paths at which documents of one type can have a relation to another type, or a media file.
 */
export interface RelationPaths {
  /** Paths through single or repeatable components, which the service can search. */
  readonly searchable: readonly (readonly string[])[];
  /** Paths in dynamic zones and relations to any type, which the service can't search. */
  readonly unsearchable: readonly (readonly string[])[];
}

/** Only owning sides. Inverse sides are kept by the documents that they point to. */
export function relationPathsTo(
  target: string,
  attributes: Attributes,
  catalog: Catalog,
): RelationPaths {
  const paths = attributePaths(attributes, catalog).filter((path) =>
    canPointTo(target, path.attribute),
  );
  const isSearchable = (path: AttributePath) => !zoneOn(path) && !isPolymorphic(path.attribute);
  const others = paths
    .filter((path) => !isSearchable(path))
    .map((path) => zoneOn(path) ?? namesOn(path));
  return {
    searchable: paths.filter(isSearchable).map(namesOn),
    unsearchable: [...new Map(others.map((path) => [path.join("."), path])).values()],
  };
}

function canPointTo(target: string, attribute: AttributeSchema): boolean {
  if (attribute.type === "media") return target === mediaFileUid;
  if (isPolymorphic(attribute)) return true;
  const { type, mappedBy } = attribute;
  return type === "relation" && mappedBy === undefined && attribute.target === target;
}
