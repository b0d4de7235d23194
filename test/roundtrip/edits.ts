import type { AttributeSchema } from "../../src/client/index.ts";
import type { Attributes, Catalog } from "../../src/model/schemas/catalog.ts";
import { isInverse, isUnread } from "../../src/model/schemas/catalog.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import { isArray, isObject, textIn } from "../../src/model/foundation/json.ts";
import { editsOf } from "../model/save/variants.ts";
import type { Edit as Variant } from "../model/save/variants.ts";
import { nameOf } from "../model/databaseEntities.ts";
import type { Supply } from "./supply.ts";
import type { Version } from "./whole.ts";

/** The version to edit, and the input for the edits. */
export interface Material {
  readonly catalog: Catalog;
  readonly supply: Supply;
  readonly version: Version;
}

/** An edit of an attribute. `path` is the changed part of the attribute's value, as stored in the database. */
export type Edit = Variant & { readonly path: readonly (string | number)[] };

/** Every edit of one attribute: of its value, and of each attribute in its components, at any depth. */
export function editsIn(
  [name, attribute]: readonly [string, AttributeSchema],
  value: Json | undefined,
  material: Material,
): Edit[] {
  if (value === undefined || isInverse(attribute) || isUnread(attribute)) return [];
  const { supply, version } = material;
  const drawn = { number: supply.number(), other: supply.other([name, attribute], value, version) };
  const directEdits = editsOf(attribute, value, drawn).map((edit) => ({ ...edit, path: [] }));
  return [...directEdits, ...editsWithin(attribute, value, material)];
}

/** The edits inside a value. Of each component, only the first entry is edited. */
function editsWithin(attribute: AttributeSchema, value: Json, material: Material): Edit[] {
  if (attribute.type === "component" && isObject(value)) {
    const { component = "" } = attribute;
    return editsOfComponent(component, value, material).map((edit) => at(0, edit));
  }
  if (!isArray(value) || !/^(component|dynamiczone)$/.test(attribute.type)) return [];
  const editedUids = new Set<string>();
  return value.flatMap((entry, index) => {
    const uid = isObject(entry) ? componentOf(attribute, entry) : "";
    if (!isObject(entry) || editedUids.has(uid)) return [];
    editedUids.add(uid);
    return editsOfComponent(uid, entry, material).map((edit) => ({
      ...at(index, edit),
      value: value.with(index, edit.value),
    }));
  });
}

const componentOf = ({ component }: AttributeSchema, entry: JsonObject): string =>
  component ?? textIn(entry, "__component");

type InnerEdit = Edit & { readonly value: JsonObject };

const at = <T extends Edit>(segment: string | number, edit: T): T => ({
  ...edit,
  path: [segment, ...edit.path],
});

function editsOfComponent(uid: string, value: JsonObject, material: Material): InnerEdit[] {
  const attributes: Attributes = material.catalog.components.get(uid) ?? new Map();
  return [...attributes].flatMap(([name, attribute]) =>
    editsIn([name, attribute], value[name], material).map((edit) => ({
      ...at(nameOf(name), edit),
      label: `${uid} > ${edit.label}`,
      value: withValue(value, name, edit.value),
    })),
  );
}

function withValue(value: JsonObject, name: string, now: Variant["value"]): JsonObject {
  const others = Object.entries(value).filter(([key]) => key !== name);
  return typeof now === "symbol" ? Object.fromEntries(others) : { ...value, [name]: now };
}
