import { attributeAt } from "../content/attributePositions.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { unreadIn, type UnreadAttributes } from "../content/unreadAttributes.ts";
import { attributeNameOf, segmentsOf, type JsonObject } from "../foundation/json.ts";
import { withRouteKnowledge } from "../reading/routeProbe.ts";
import { isComponent, type ContentType, type TypeInCatalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { Side } from "./documentPairs.ts";

/**
 * A part of a document that a side did not return. Its attribute is neither compared nor copied: a
 * value that was not read in full is never written, and a part of a list can't be written alone.
 */
export interface UnreadPart {
  readonly type: string;
  /** Without indexes, such as `sections.author`. */
  readonly path: string;
  readonly side: Side;
  /**
   * `route`: the type's route ignores what a request asks for. `permission`: the credential may not
   * read the targets of the relation. `absent`: the reason is unknown.
   */
  readonly why: "route" | "permission" | "absent";
  /** Such as `author.find`. Only for `permission`. */
  readonly permission?: string | undefined;
}

export interface CountedUnreadPart extends UnreadPart {
  readonly code: "unread";
  readonly documents: number;
}

/** Whose row was read: a service, and its schema, limited to the attributes that both have. */
export interface ReadSide extends TypeInCatalog {
  readonly service: TypedService;
  readonly side: Side;
}

/** The parts of a row that the service did not return, by attribute. */
export function unreadAttributesOf(
  row: JsonObject,
  { service, type, catalog }: ReadSide,
): UnreadAttributes {
  const { decided } = withRouteKnowledge(service, routeOf(type)).catalog;
  return unreadIn(
    { ...row, $: {} },
    { type, catalog: { ...catalog, ...(decided && { decided }) } },
  );
}

/** The same, each path once, with the reasons. */
export function unreadPartsOf(
  row: JsonObject,
  read: ReadSide,
  unread: UnreadAttributes = unreadAttributesOf(row, read),
): readonly UnreadPart[] {
  const { service, type, catalog, side } = read;
  const isDecided = service.routes.decides(routeOf(type), type.uid) === true;
  const parts = [...unread.values()].flat().map(({ path: fieldPath }): UnreadPart => {
    const part = { type: type.uid, path: fieldPath.replaceAll(/\[\d+\]/g, ""), side };
    if (isDecided) return { ...part, why: "route" };
    const relation = attributeAt(catalog, type, segmentsOf(fieldPath), row);
    const target = catalog.targets
      .get(relation?.attribute.target ?? "")
      ?.uid.split(".")
      .at(-1);
    if (target === undefined) return { ...part, why: "absent" };
    return { ...part, why: "permission", permission: `${target}.find` };
  });
  return eachPathOnce(parts);
}

const routeOf = ({ kind }: ContentType) => (kind === "single" ? "one" : "list");

export const eachPathOnce = (parts: readonly UnreadPart[]): readonly UnreadPart[] => [
  ...new Map(parts.map((part) => [`${part.side} ${part.path}`, part])).values(),
];

/**
 * Whether a document would lack something that belongs to it: a required attribute, a component or a
 * dynamic zone. Other relations and files are less.
 */
export const lacksContent = (
  unread: readonly UnreadPart[],
  { attributes }: Pick<ContentType, "attributes">,
): boolean =>
  unread.some((part) => {
    const attribute = attributes.get(attributeNameOf(part.path));
    return attribute !== undefined && (isComponent(attribute) || attribute.required === true);
  });

/** Counts the documents that lack each part. A document may be given several times. */
export function countUnread(
  documents: readonly (readonly [document: object, unread: readonly UnreadPart[]])[],
): readonly CountedUnreadPart[] {
  const lacks = documents.flatMap(([document, unread]) =>
    unread.map((part) => ({ document, part })),
  );
  return [...groupedBy(lacks, ({ part }) => JSON.stringify(part)).values()].map((group) => {
    const lacking = new Set(group.map(({ document }) => document));
    return { code: "unread", ...group[0].part, documents: lacking.size };
  });
}
