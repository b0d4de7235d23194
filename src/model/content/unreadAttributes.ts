import type { AttributeSchema } from "../../client/index.ts";
import {
  isComponent,
  isInverse,
  isList,
  isReadOnly,
  isStructured,
  isUnread,
  attributesOf,
  componentSchema,
} from "../schemas/catalog.ts";
import type { Catalog, TypeInCatalog, ContentSchema } from "../schemas/catalog.ts";
import { isArray, isObject, valueIn, pathBelow, type JsonObject } from "../foundation/json.ts";
import { isUndetermined } from "../schemas/hiddenAttributes.ts";

/** A part of a document that the service may hold but did not return. */
export interface MissingPart {
  /** Such as `sections[1].author`. */
  readonly path: string;
  /**
   * `absent`: it was requested, and the response lacks it. `route-decides`: the type's route
   * doesn't return what was requested, so lists may lack entries and components may lack parts.
   */
  readonly why: "absent" | "route-decides";
}

/** The missing parts of each attribute that was not read in full. */
export type UnreadAttributes = ReadonlyMap<string, readonly MissingPart[]>;

/** The value of `readAs` in `$` of a document that was read with an administrator's permissions. */
export const administrator = "administrator";

/** The key that marks such a row. No attribute can have this name. */
const readAsKey = "$readAs";

export const markAdminRead = (row: JsonObject): JsonObject => ({
  ...row,
  [readAsKey]: administrator,
});

export const isAdminRead = (row: JsonObject): boolean => row[readAsKey] === administrator;

/** For a document that doesn't exist on the service yet, and for a user. */
export const nothingUnread: UnreadAttributes = new Map();

/**
 * The missing parts of a content as it was read. The service returns a key for everything that was
 * requested, null if there is no value. `names` are the requested attributes, all by default. A
 * content that doesn't come from a service has no missing parts.
 */
export function unreadIn(
  content: JsonObject,
  { type, catalog }: TypeInCatalog,
  names?: readonly string[],
): UnreadAttributes {
  // Only scalars of an inferred type are sent.
  const { $: facts } = content;
  if (!isObject(facts) || catalog.source === "inferred") return nothingUnread;
  const isManaged = facts["readAs"] === administrator;
  const unread = new Map<string, readonly MissingPart[]>();
  for (const [name, attribute] of type.attributes) {
    if (names?.includes(name) === false || !isAlwaysAnswered(attribute, catalog)) continue;
    const missingParts: MissingPart[] =
      !isManaged && isRouteDecided(attribute, { type, catalog })
        ? [{ path: pathBelow("", name), why: "route-decides" }]
        : absentPaths(content, name, attribute, catalog);
    if (missingParts.length > 0) unread.set(name, missingParts);
  }
  return unread;
}

/**
 * Whether a value may be incomplete because the route decides what it returns. A single relation or
 * file exists or not, whatever else the route omits.
 */
export const isRouteDecided = (attribute: AttributeSchema, shape: TypeInCatalog): boolean =>
  shape.catalog.decided?.has(shape.type.uid) === true &&
  isRequested(attribute) &&
  (isComponent(attribute) || isList(attribute));

export const missingPaths = (unread: UnreadAttributes): string[] =>
  [...unread.values()].flat().map(({ path }) => path);

/**
 * The paths that are lost when a document is created again from a content: attributes that were not
 * read, that the service never returns, and that it returns but rejects.
 */
export const lackingPaths = (
  content: JsonObject,
  shape: TypeInCatalog,
  unread = unreadIn(content, shape),
): string[] => [...new Set([...missingPaths(unread), ...unkeptPaths(content, shape)])];

/** The same in new components. One that keeps its id also keeps what is not returned. */
export const lackingInNewComponents = (content: JsonObject, schema: ContentSchema): string[] => [
  ...new Set(unkeptPaths(content, schema, "", false)),
];

/** Paths without indexes, such as `links.note`. `isNew` tells whether the owner is created. */
const unkeptPaths = (
  content: JsonObject,
  schema: ContentSchema,
  above = "",
  isNew = true,
): string[] =>
  [...schema.type.attributes].flatMap(([name, attribute]) => {
    const path = pathBelow(above, name);
    const value = valueIn(content, name);
    const isUnkept = isUnread(attribute) ? value === null : isReadOnly(attribute) && value !== null;
    if (isUnkept) return isNew ? [path] : [];
    if (!isComponent(attribute)) return [];
    return [value].flat().flatMap((item) => {
      if (!isObject(item)) return [];
      const isNewItem = isNew || !Object.hasOwn(item, "id");
      return unkeptPaths(item, componentSchema(attribute, item, schema), path, isNewItem);
    });
  });

/** Excludes parts that were read, but omitted from what was kept. Their paths have no indexes. */
export function exceptOmitted(
  unread: UnreadAttributes,
  omitted: readonly string[],
): UnreadAttributes {
  const isOmitted = ({ path }: MissingPart) => omitted.includes(path.replaceAll(/\[\d+\]/g, ""));
  const remainingParts = [...unread].map(
    ([name, missing]) => [name, missing.filter((part) => !isOmitted(part))] as const,
  );
  return new Map(remainingParts.filter(([, missing]) => missing.length > 0));
}

/**
 * Whether the service always returns an attribute's key. Scalars are returned without being
 * requested by name, if the schema comes from the service. The schema of a project in the workspace
 * may be ahead of the service.
 */
const isAlwaysAnswered = (attribute: AttributeSchema, { source }: Catalog): boolean =>
  isStructured(attribute) || source !== "service"
    ? isRequested(attribute)
    : !isUnread(attribute) && !isUndetermined(attribute);

/** Whether an attribute is requested by name and its key always returned. */
export const isRequested = (attribute: AttributeSchema): boolean =>
  isStructured(attribute) && attribute.private !== true && !isInverse(attribute);

/** The missing parts of one attribute. Those of a component that the schema lacks are unknown. */
function absentPaths(
  content: JsonObject,
  name: string,
  attribute: AttributeSchema,
  catalog: Catalog,
  path = pathBelow("", name),
): MissingPart[] {
  if (!Object.hasOwn(content, name)) return [{ path, why: "absent" }];
  if (!isComponent(attribute)) return [];
  const value = valueIn(content, name);
  const items = isArray(value)
    ? value.map((item, at) => [item, pathBelow(path, at)] as const)
    : [[value, path] as const];
  return items.flatMap(([item, itemPath]): MissingPart[] => {
    if (!isObject(item)) return [];
    const attributes = attributesOf(attribute, item, catalog);
    if (!attributes) return [{ path: itemPath, why: "absent" }];
    return [...attributes]
      .filter(([, innerAttribute]) => isAlwaysAnswered(innerAttribute, catalog))
      .flatMap(([key, innerAttribute]) =>
        absentPaths(item, key, innerAttribute, catalog, pathBelow(itemPath, key)),
      );
  });
}
