import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import { isObject } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";

/** A value, and where it stands in a record. */
export interface FieldValue {
  readonly path: readonly string[];
  readonly value: Json;
}

/**
 * The record that has these values at their places. Whether a component is there its own value says; one that
 * is named by its parts alone has these, empty ones too. A relation with nothing but empty places is not there.
 */
export function assembleRecord(all: readonly FieldValue[], shape: Shape): JsonObject {
  const groups = new Map<string, FieldValue[]>();
  for (const { path, value } of all) {
    const [first = "", ...rest] = path;
    groups.set(first, [...(groups.get(first) ?? []), { path: rest, value }]);
  }
  return Object.fromEntries(
    [...groups].map(([name, parts]) => [name, assembleValue(name, parts, shape)]),
  );
}

interface Shape {
  readonly attributes: Attributes;
  readonly catalog: Catalog;
}

function assembleValue(
  name: string,
  parts: readonly FieldValue[],
  { attributes, catalog }: Shape,
): Json {
  const attribute = attributes.get(name);
  const own = parts.find(({ path }) => path.length === 0);
  const inner = parts.filter(({ path }) => path.length > 0);
  const below = assembleRecord(inner, { attributes: attributesBelow(attribute, catalog), catalog });
  const isInParts = own === undefined && attribute !== undefined && isComponent(attribute);
  return isInParts ? below : withParts(own?.value ?? null, below);
}

const attributesBelow = (attribute: AttributeSchema | undefined, catalog: Catalog): Attributes =>
  (attribute && attributesOf(attribute, {}, catalog)) ?? new Map();

function withParts(whole: Json, below: JsonObject): Json {
  if (isObject(whole)) return { ...whole, ...below };
  const isThere = whole === null && Object.values(below).some((value) => value !== null);
  return isThere ? below : whole;
}
