import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isComponent, isInverse, isList, isStructured, isUnread } from "../../schemas/catalog.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isObject } from "../../foundation/json.ts";
import { attributesOf } from "./differing.ts";

/** A part of a document that the service holds, perhaps, and did not answer with. */
export interface MissingPart {
  /** Such as `sections[1].author`. */
  readonly path: string;
  /**
   * `absent`: it was asked for, and the answer lacks it. `route-decides`: the route of the type does not
   * answer with what it is asked for, so that a list may lack entries and a component parts.
   */
  readonly why: "absent" | "route-decides";
}

/** What was not read of each attribute of a document that was not wholly read. */
export type UnreadAttributes = ReadonlyMap<string, readonly MissingPart[]>;

/** What a document says in `$` as `readAs` that was read past its route. */
export const administrator = "administrator";

/** The key of a row that was read past its route; no attribute can be called that. */
const readAsKey = "$readAs";

export const markAdminRead = (row: JsonObject): JsonObject => ({
  ...row,
  [readAsKey]: administrator,
});

export const isAdminRead = (row: JsonObject): boolean => row[readAsKey] === administrator;

/** Of a document that is not on the service yet, and of a user. */
export const nothingUnread: UnreadAttributes = new Map();

/**
 * What is missing in a content as it was read: the service answers with a key for everything that it was
 * asked for, null where there is no value. `names` are the attributes that were asked for, all unless
 * given. A content that does not come from a service has nothing unseen.
 */
export function unreadIn(
  content: JsonObject,
  { type, catalog }: TypeInCatalog,
  names?: readonly string[],
): UnreadAttributes {
  // Of an inferred type nothing but scalars is sent.
  const { $: facts = null } = content;
  if (!isObject(facts) || catalog.source === "inferred") return nothingUnread;
  const shape = { type, catalog, isManaged: facts["readAs"] === administrator };
  const unread = new Map<string, readonly MissingPart[]>();
  for (const [name, attribute] of type.attributes) {
    if (names?.includes(name) === false || !isAlwaysAnswered(attribute, catalog)) continue;
    const found = unreadPartsOf(content, name, attribute, shape);
    if (found.length > 0) unread.set(name, found);
  }
  return unread;
}

function unreadPartsOf(
  content: JsonObject,
  name: string,
  attribute: AttributeSchema,
  shape: TypeInCatalog & { readonly isManaged: boolean },
): readonly MissingPart[] {
  return !shape.isManaged && isRouteDecided(attribute, shape)
    ? [{ path: name, why: "route-decides" }]
    : absentPaths(content, name, attribute, { catalog: shape.catalog, path: name });
}

/**
 * Whether nothing that is read of an attribute can be taken for all of it. A single relation or file is there
 * or not, whatever else its route leaves out.
 */
export const isRouteDecided = (
  attribute: AttributeSchema,
  { type, catalog }: TypeInCatalog,
): boolean =>
  catalog.decided?.has(type.uid) === true &&
  isRequested(attribute) &&
  (isComponent(attribute) || isList(attribute));

/** The paths that are missing, in the order of the attributes. */
export const missingPaths = (unread: UnreadAttributes): string[] =>
  [...unread.values()].flat().map(({ path }) => path);

/** Without what was read, and left out when the content was kept: its paths are without places. */
export function exceptOmitted(
  unread: UnreadAttributes,
  omitted: readonly string[],
): UnreadAttributes {
  const isOmitted = ({ path }: MissingPart) => omitted.includes(path.replaceAll(/\[\d+\]/g, ""));
  const left = [...unread].map(
    ([name, missing]) => [name, missing.filter((one) => !isOmitted(one))] as const,
  );
  return new Map(left.filter(([, missing]) => missing.length > 0));
}

/**
 * Whether the service answers with an attribute's key. Scalars come without being asked for by name, as far as
 * the service itself has told its schema: a project in the workspace may be ahead of it.
 */
const isAlwaysAnswered = (attribute: AttributeSchema, { source }: Catalog): boolean =>
  isStructured(attribute) || source !== "service" ? isRequested(attribute) : !isUnread(attribute);

/** Whether the service is asked for an attribute by name, and always answers with its key. */
export const isRequested = (attribute: AttributeSchema): boolean =>
  isStructured(attribute) && attribute.private !== true && !isInverse(attribute);

interface UnreadPosition {
  readonly catalog: Catalog;
  readonly path: string;
}

function absentPaths(
  from: JsonObject,
  name: string,
  attribute: AttributeSchema,
  position: UnreadPosition,
): MissingPart[] {
  const { path } = position;
  if (!Object.hasOwn(from, name)) return [{ path, why: "absent" }];
  if (!isComponent(attribute)) return [];
  const value = from[name] ?? null;
  return Array.isArray(value)
    ? value.flatMap((item: Json, at) =>
        absentInComponent(item, attribute, { ...position, path: `${path}[${at}]` }),
      )
    : absentInComponent(value, attribute, position);
}

/** In one component. What it has is not known where the schema does not know it. */
function absentInComponent(
  item: Json,
  attribute: AttributeSchema,
  position: UnreadPosition,
): MissingPart[] {
  if (!isObject(item)) return [];
  const attributes: Attributes | undefined = attributesOf(attribute, item, position.catalog);
  if (!attributes) return [{ path: position.path, why: "absent" }];
  return [...attributes]
    .filter(([, one]) => isAlwaysAnswered(one, position.catalog))
    .flatMap(([name, one]) =>
      absentPaths(item, name, one, { ...position, path: `${position.path}.${name}` }),
    );
}
