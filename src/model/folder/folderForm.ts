import { createHash } from "node:crypto";
import type { AttributeSchema } from "../../client/index.ts";
import { inOneNotation, valueKey } from "../content/equality.ts";
import { isArray, isObject, omit, pick, textIn, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { attributesOf, isReference, isStructured, withTargetType } from "../schemas/catalog.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { Digests } from "./heads.ts";

/** How files name what they refer to. */
export interface ReferenceNames {
  /** Such as `categories/travel`. */
  readonly target: (type: string, documentId: string) => string;
  /** Such as `kettle.jpg`. */
  readonly file: (documentId: string, name: string) => string;
}

/**
 * The attributes of a row as a file has them, in the order of the schema. Empty values are absent.
 * Relations and media files are names. Row ids are absent. Times and numbers have one notation, and the
 * keys of JSON are sorted, because databases differ in them.
 */
export function folderContent(
  row: JsonObject,
  attributes: Attributes,
  context: { readonly catalog: Catalog; readonly names: ReferenceNames },
): JsonObject {
  const { catalog, names } = context;
  const reference = (attribute: AttributeSchema, item: JsonObject): string => {
    const documentId = textIn(item, "documentId");
    return attribute.type === "media"
      ? names.file(documentId, textIn(item, "name"))
      : names.target(withTargetType(attribute, item).target ?? "", documentId);
  };
  const itemOf = (attribute: AttributeSchema, item: Json): Json => {
    if (!isObject(item)) return item;
    if (isReference(attribute)) return reference(attribute, item);
    const inner = attributesOf(attribute, item, catalog) ?? new Map();
    return { ...pick(item, ["__component"]), ...folderContent(item, inner, context) };
  };
  const valueOf = (attribute: AttributeSchema, value: Json): Json => {
    if (!isStructured(attribute)) return withSortedKeys(inOneNotation(attribute, value));
    if (!isArray(value)) return itemOf(attribute, value);
    const items = value.map((item) => itemOf(attribute, item));
    // The service may return a target twice.
    return isReference(attribute) ? [...new Set(items)] : items;
  };
  const content = new Map<string, Json>();
  for (const [name, attribute] of attributes) {
    const value = valueOf(attribute, valueIn(row, name));
    if (digestOfValue(attribute, value, catalog) !== undefined) content.set(name, value);
  }
  return Object.fromEntries(content);
}

/**
 * The values of a file as a record of an import has them. What a component of `before` has and the
 * file lacks is null. Attributes of components that only the whole catalog has are left out.
 */
export function recordValues(
  content: JsonObject,
  attributes: Attributes,
  context: {
    readonly catalog: Pick<Catalog, "components">;
    readonly whole: Pick<Catalog, "components">;
    readonly reference: (attribute: AttributeSchema, name: string) => Json;
  },
  before: JsonObject = {},
): JsonObject {
  const itemOf = (attribute: AttributeSchema, item: Json, earlier: Json): Json => {
    if (isReference(attribute))
      return typeof item === "string" ? context.reference(attribute, item) : item;
    if (!isObject(item)) return item;
    const inner = attributesOf(attribute, item, context.catalog) ?? new Map();
    const whole = [...(attributesOf(attribute, item, context.whole) ?? [])];
    const leftOut = whole.flatMap(([name]) => (inner.has(name) ? [] : name));
    const isSame = isObject(earlier) && earlier["__component"] === item["__component"];
    return recordValues(omit(item, leftOut), inner, context, isSame ? earlier : {});
  };
  const valueOf = (name: string, value: Json): Json => {
    const attribute = attributes.get(name);
    const earlier = valueIn(before, name);
    if (!attribute || !isStructured(attribute)) return value;
    if (!isArray(value)) return itemOf(attribute, value, earlier);
    const items = isArray(earlier) ? earlier : [];
    return value.map((item, at) => itemOf(attribute, item, items[at] ?? null));
  };
  return Object.fromEntries([
    ...Object.keys(omit(before, Object.keys(content))).map((name) => [name, null] as const),
    ...Object.entries(content).map(([name, value]) => [name, valueOf(name, value)] as const),
  ]);
}

function withSortedKeys(value: Json, textOf = (text: string) => text): Json {
  if (typeof value === "string") return textOf(value);
  if (isArray(value)) return value.map((item) => withSortedKeys(item, textOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(valueIn(value, key), textOf)]),
  );
}

const withPlainLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/**
 * The digests of the values in a content in the form of a file. A key that is no attribute has one as
 * JSON.
 */
export const contentDigests = (
  content: JsonObject,
  attributes: Attributes,
  catalog: Pick<Catalog, "components">,
): Digests =>
  new Map(
    Object.entries(content).flatMap(([name, value]) => {
      const digest = digestOfValue(attributes.get(name) ?? { type: "json" }, value, catalog);
      return digest === undefined ? [] : [[name, digest]];
    }),
  );

/**
 * The first 60 bits of a SHA-256 in 12 characters. Equal values have the same digest, as
 * content/equality.ts defines it, whatever their line ends. An empty value has none, so that a new
 * attribute changes no state file. The number in cms.json names this algorithm.
 */
function digestOfValue(
  attribute: AttributeSchema,
  value: Json,
  catalog: Pick<Catalog, "components">,
): string | undefined {
  const key = valueKey(attribute, withSortedKeys(value, withPlainLineEnds), catalog);
  if (key === valueKey(attribute, null, catalog)) return undefined;
  const bits = createHash("sha256").update(key).digest().readBigUInt64BE() >> 4n;
  return bits.toString(32).padStart(12, "0");
}
