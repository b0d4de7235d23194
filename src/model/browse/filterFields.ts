import { usersType, userUid } from "../foundation/address.ts";
import type { JsonPath } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { isList, type Attributes, type Catalog } from "../schemas/catalog.ts";
import { mediaFileUid } from "../schemas/mediaFileType.ts";
import { defaultUserAttributes } from "../schemas/userType.ts";

/** The kind of a field decides its operators and values. */
export type FilterFieldKind = keyof typeof typesOfKinds;

/** The types of attributes of each kind. Others can't be filtered. */
const typesOfKinds = {
  text: ["string", "text", "richtext", "uid", "email"],
  choice: ["enumeration"],
  number: ["integer", "decimal", "float"],
  /** Integers that may be too large for a number, as digits in a text. */
  whole: ["biginteger"],
  flag: ["boolean"],
  date: ["date"],
  time: ["time"],
  moment: ["datetime", "timestamp"],
  json: ["json", "blocks"],
  /** Have fields of their own. */
  entity: ["relation", "component", "media"],
};

const kinds = Object.keys(typesOfKinds) as FilterFieldKind[];

export interface FilterField {
  readonly kind: FilterFieldKind;
  /** The type of the attribute, such as `integer`. */
  readonly type: string;
  /** The values of a choice; empty for other kinds. */
  readonly choices: readonly string[];
  /** The uid of a relation's target type. */
  readonly target?: string | undefined;
  /** Whether the field can have several values. */
  readonly isList: boolean;
  /** The fields of an entity, on demand: types can refer to each other in a circle. */
  readonly inside: () => FilterFields;
}

export type FilterFields = ReadonlyMap<string, FilterField>;

/**
 * The fields by which the documents of a type, or the users, can be filtered. Private attributes
 * and dynamic zones are left out, because the service rejects them. So are locale and publishedAt,
 * which would override the locale and status of the list.
 */
export function fieldsOf(typeName: string, catalog: Catalog): FilterFields {
  const attributes =
    typeName === usersType
      ? (catalog.targets.get(userUid)?.attributes ?? defaultUserAttributes)
      : (catalog.types.get(typeName)?.attributes ?? noAttributes);
  return fieldsIn(attributes, ofEntities, catalog);
}

/** The path to a field that doesn't exist, and the names that its last part could be. */
export interface MissingField {
  readonly code: "no-field";
  readonly path: JsonPath;
  readonly known: readonly string[];
}

/** The field at a path such as `category.name`, or the first part that doesn't exist. */
export function fieldAt(
  [name = "", ...innerNames]: readonly string[],
  fields: FilterFields,
  above: JsonPath = [],
): Outcome<FilterField, MissingField> {
  const field = fields.get(name);
  const path = [...above, name];
  if (!field) return failed({ code: "no-field", path, known: [...fields.keys()] });
  return innerNames.length === 0 ? done(field) : fieldAt(innerNames, field.inside(), path);
}

/** For a path that ends too early: at a relation, component or file. */
export const unnamedField = (path: JsonPath, { inside }: FilterField): MissingField => ({
  code: "no-field",
  path: [...path, ""],
  known: [...inside().keys()],
});

export interface FilterFieldPath extends FilterField {
  readonly path: readonly string[];
}

/** The fields of documents, followed by the fields of their components, relations and files. */
export function filterFieldPaths(fields: FilterFields): readonly FilterFieldPath[] {
  const ownFields = [...fields].map(([name, field]) => ({ ...field, path: [name] }));
  const inner = ownFields.flatMap(({ path, inside }) =>
    [...inside()]
      .filter(([, { kind }]) => kind !== "entity")
      .map(([name, field]) => ({ ...field, path: [...path, name] })),
  );
  return [...ownFields, ...inner];
}

const noAttributes: Attributes = new Map();

/** Attributes that the service itself keeps and no schema lists. */
const ofComponents: Attributes = new Map([["id", { type: "integer" }]]);
const ofEntities: Attributes = new Map([
  ...ofComponents,
  ["documentId", { type: "string" }],
  ["createdAt", { type: "datetime" }],
  ["updatedAt", { type: "datetime" }],
]);

function fieldsIn(attributes: Attributes, system: Attributes, catalog: Catalog): FilterFields {
  const fields = [...attributes, ...system].flatMap(([name, attribute]) => {
    const kind = kinds.find((candidate) => typesOfKinds[candidate].includes(attribute.type));
    if (!kind || attribute.private === true) return [];
    const field: FilterField = {
      kind,
      type: attribute.type,
      target: attribute.type === "relation" ? attribute.target : undefined,
      choices: attribute.enum ?? [],
      isList: isList(attribute),
      inside: () => {
        const { component = "" } = attribute;
        if (attribute.type === "component")
          return fieldsIn(catalog.components.get(component) ?? noAttributes, ofComponents, catalog);
        const uid = attribute.type === "media" ? mediaFileUid : attribute.target;
        const entity = uid === undefined ? undefined : catalog.targets.get(uid);
        return entity ? fieldsIn(entity.attributes, ofEntities, catalog) : new Map();
      },
    };
    return [[name, field] as const];
  });
  return new Map(fields);
}
