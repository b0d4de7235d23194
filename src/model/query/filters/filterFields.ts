import type { AttributeSchema } from "../../../client/index.ts";
import { usersType, userUid } from "../../foundation/address.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isList } from "../../schemas/catalog.ts";
import { defaultUserAttributes } from "../../schemas/userType.ts";

/** What a field can be asked, and by which values; `entity` is what has fields itself. */
export type FilterFieldKind =
  | "text"
  | "choice"
  | "number"
  /** Too large for a number: digits in a text. */
  | "whole"
  | "flag"
  | "date"
  | "time"
  | "moment"
  | "json"
  | "entity";

/** Something that documents can be filtered by. */
export interface FilterField {
  readonly kind: FilterFieldKind;
  /** Of the attribute, such as `integer`. */
  readonly type: string;
  /** The values of a choice; empty for every other kind. */
  readonly choices: readonly string[];
  /** The uid of the type that a relation points to. */
  readonly target?: string | undefined;
  /** Whether there may be several of it. */
  readonly isList: boolean;
  /** The fields of a relation's target, a component or a file; made when asked for: types may point in a circle. */
  readonly inside: () => FilterFields;
}

export type FilterFields = ReadonlyMap<string, FilterField>;

/**
 * What the documents of a type, or the users, can be filtered by: not by private attributes and zones,
 * which the service refuses, nor by locale and publishedAt, which would take the place of those that are
 * listed.
 */
export function fieldsOf(typeName: string, catalog: Catalog): FilterFields {
  const attributes =
    typeName === usersType
      ? (catalog.targets.get(userUid)?.attributes ?? defaultUserAttributes)
      : (catalog.types.get(typeName)?.attributes ?? none);
  return fieldsIn(attributes, ofEntities, catalog);
}

/** A field by its path from the document on. */
export interface FilterFieldPath extends FilterField {
  readonly path: readonly string[];
}

/** The fields of documents, and behind them those of what they hold or point to. */
export function filterFieldPaths(fields: FilterFields): readonly FilterFieldPath[] {
  const own = [...fields].map(([name, field]) => ({ ...field, path: [name] }));
  const inner = own.flatMap(({ path, inside }) =>
    [...inside()]
      .filter(([, { kind }]) => kind !== "entity")
      .map(([name, field]) => ({ ...field, path: [...path, name] })),
  );
  return [...own, ...inner];
}

const files = "plugin::upload.file";

const none: Attributes = new Map();

/** What the service itself keeps, which no schema lists. */
const ofComponents: Attributes = new Map([["id", { type: "integer" }]]);
const ofEntities: Attributes = new Map([
  ...ofComponents,
  ["documentId", { type: "string" }],
  ["createdAt", { type: "datetime" }],
  ["updatedAt", { type: "datetime" }],
]);

function fieldsIn(attributes: Attributes, kept: Attributes, catalog: Catalog): FilterFields {
  const fields = [...attributes, ...kept].flatMap(([name, attribute]) => {
    const kind = attribute.private === true ? undefined : kinds.get(attribute.type);
    return kind ? [[name, toField(kind, attribute, catalog)] as const] : [];
  });
  return new Map(fields);
}

const toField = (
  kind: FilterFieldKind,
  attribute: AttributeSchema,
  catalog: Catalog,
): FilterField => ({
  kind,
  type: attribute.type,
  ...(attribute.type === "relation" && { target: attribute.target }),
  choices: attribute.enum ?? [],
  isList: isList(attribute),
  inside: () => fieldsInside(attribute, catalog),
});

function fieldsInside(
  { type, component, target }: AttributeSchema,
  catalog: Catalog,
): FilterFields {
  if (type === "component") {
    return fieldsIn(catalog.components.get(component ?? "") ?? none, ofComponents, catalog);
  }
  const uid = type === "media" ? files : target;
  const entity = uid === undefined ? undefined : catalog.targets.get(uid);
  return entity ? fieldsIn(entity.attributes, ofEntities, catalog) : new Map();
}

const kinds: ReadonlyMap<string, FilterFieldKind> = new Map([
  ["string", "text"],
  ["text", "text"],
  ["richtext", "text"],
  ["uid", "text"],
  ["email", "text"],
  ["enumeration", "choice"],
  ["integer", "number"],
  ["decimal", "number"],
  ["float", "number"],
  ["biginteger", "whole"],
  ["boolean", "flag"],
  ["date", "date"],
  ["time", "time"],
  ["datetime", "moment"],
  ["timestamp", "moment"],
  ["json", "json"],
  ["blocks", "json"],
  ["relation", "entity"],
  ["component", "entity"],
  ["media", "entity"],
]);
