import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";
import { isInverse, isList, isStructured, isUnread } from "../../schemas/catalog.ts";
import { isFullyKnown } from "../../changes/writing/changes.ts";
import { keyFieldsOf } from "../formats/record.ts";

/** A place of a record that a key or column of a file can fill. */
export interface MappableField {
  /** As a file may name it: `title`, `seo.metaTitle`, `category.slug`. */
  readonly name: string;
  readonly path: readonly string[];
  /** What its value is like. */
  readonly attribute: AttributeSchema;
  /** Of a list of relations: the attribute that each of its values names a target by. */
  readonly by?: string;
}

/** The place of that name; undefined where there is none, or the service or another document keeps it. */
export function mappableFieldAt(name: string, shape: TypeInCatalog): MappableField | undefined {
  if (identityFields(shape).includes(name))
    return { name, path: [name], attribute: { type: "string" } };
  const found = positionIn(shape.type.attributes, name.split("."), shape.catalog);
  return found && { name, ...found };
}

/** What a person may choose from: of what relations point to, that which tells it from others. */
export const mappableFieldsOf = (shape: TypeInCatalog): readonly MappableField[] =>
  [...identityFields(shape), ...namesIn(shape.type.attributes, shape.catalog, [])].flatMap(
    (name) => mappableFieldAt(name, shape) ?? [],
  );

/** What a record says of its document beside the attributes. */
const identityFields = ({ type }: TypeInCatalog): readonly string[] =>
  type.localized ? ["documentId", "locale"] : ["documentId"];

type FieldPosition = Omit<MappableField, "name">;

function positionIn(
  attributes: Attributes,
  [first = "", second, ...rest]: readonly string[],
  catalog: Catalog,
): FieldPosition | undefined {
  const attribute = attributes.get(first);
  if (!attribute || !isFillable(attribute, catalog)) return undefined;
  if (second === undefined) return { path: [first], attribute };
  if (attribute.type === "relation")
    return relationKeyAt(attribute, [first, second, ...rest], catalog);
  const below = positionIn(componentAttributes(attribute, catalog), [second, ...rest], catalog);
  return below && { ...below, path: [first, ...below.path] };
}

/** A field by which a relation names its targets. */
function relationKeyAt(
  relation: AttributeSchema,
  path: NestedPath,
  catalog: Catalog,
): FieldPosition | undefined {
  const [first, by] = path;
  const attribute = relationKeysOf(relation, catalog).get(by);
  if (!attribute || path.length > 2) return undefined;
  return isList(relation) ? { path: [first], attribute, by } : { path, attribute };
}

type NestedPath = readonly [first: string, second: string, ...rest: string[]];

function relationKeysOf({ target = "" }: AttributeSchema, { targets }: Catalog): Attributes {
  const { attributes = [] } = targets.get(target) ?? {};
  const scalars = [...attributes].filter(([, one]) => !isStructured(one) && !isUnread(one));
  return new Map([["documentId", { type: "string" }], ...scalars]);
}

const isFillable = (attribute: AttributeSchema, catalog: Catalog): boolean =>
  !isInverse(attribute) && attribute.type !== "password" && isFullyKnown(attribute, catalog);

/** The attributes of a component that there is one of. */
const componentAttributes = (attribute: AttributeSchema, { components }: Catalog): Attributes =>
  (isList(attribute) ? undefined : components.get(attribute.component ?? "")) ?? new Map();

function namesIn(attributes: Attributes, catalog: Catalog, inside: readonly string[]): string[] {
  return [...attributes].flatMap(([name, attribute]) => {
    const { type, component = "", target = "" } = attribute;
    const below = (names: readonly string[]) => names.map((inner) => `${name}.${inner}`);
    const keys = catalog.targets.get(target);
    if (type === "relation" && keys) return [name, ...below(["documentId", ...keyFieldsOf(keys)])];
    // A component that holds itself would have no end.
    if (inside.includes(component)) return [name];
    return [
      name,
      ...below(namesIn(componentAttributes(attribute, catalog), catalog, [...inside, component])),
    ];
  });
}
