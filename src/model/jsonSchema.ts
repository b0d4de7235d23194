import type { AttributeSchema } from "../client/index.ts";
import { isInverse, isList } from "./catalog.ts";
import type { Attributes, Catalog, ContentType } from "./catalog.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON schema of a type's documents, for completion and squiggles: what the service takes in a
 * draft. Nothing is required, since a draft may be unfinished, and every value may be null.
 */
export function toJsonSchema(type: ContentType, catalog: Catalog): Schema {
  const components = [...catalog.components].map(([uid, attributes]) => [
    uid,
    { type: "object", properties: propertiesOf(attributes) },
  ]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: type.displayName,
    type: "object",
    properties: {
      ...propertiesOf(type.attributes),
      $: { type: "object", description: "Set by the service: never sent." },
    },
    definitions: Object.fromEntries(components) as Schema,
  };
}

const propertiesOf = (attributes: Attributes): Schema =>
  Object.fromEntries(
    [...attributes]
      .filter(([, attribute]) => !isInverse(attribute))
      .map(([name, attribute]) => [name, propertyOf(attribute)]),
  );

function propertyOf(attribute: AttributeSchema): Schema {
  const { type } = attribute;
  const item = itemOf(attribute);
  const isOneOfMany = isList(attribute);
  const value = isOneOfMany ? { type: ["array", "null"], items: item } : { anyOf: [item, nothing] };
  return { ...(type in scalars ? item : value), description: kindOf(attribute) };
}

const nothing = { type: "null" };
const text = { type: ["string", "null"] };
const reference = {
  anyOf: [{ type: "string" }, { type: "object", required: ["documentId"] }],
};

const scalars: Readonly<Record<string, Schema>> = {
  string: text,
  text,
  richtext: text,
  uid: text,
  email: text,
  password: text,
  date: text,
  time: text,
  datetime: text,
  timestamp: text,
  integer: { type: ["integer", "null"] },
  decimal: { type: ["number", "null"] },
  float: { type: ["number", "null"] },
  biginteger: { type: ["string", "integer", "null"] },
  boolean: { type: ["boolean", "null"] },
  json: {},
  blocks: {},
};

const itemOf = (attribute: AttributeSchema): Schema =>
  items.get(attribute.type)?.(attribute) ?? scalars[attribute.type] ?? {};

const items = new Map<string, (of: AttributeSchema) => Schema>([
  ["relation", () => reference],
  ["media", () => reference],
  ["enumeration", (of) => ({ enum: of.enum ?? [] })],
  ["component", ({ component = "" }) => ({ $ref: `#/definitions/${component}` })],
  [
    "dynamiczone",
    ({ components = [] }) => ({
      type: "object",
      required: ["__component"],
      properties: { __component: { enum: components } },
    }),
  ],
]);

/** The service's own words: kind, what it points to, and its limits. */
const kindOf = ({ type, target, component, pluginOptions }: AttributeSchema): string =>
  [type, target ?? component, pluginOptions?.i18n?.localized === false && "shared by all locales"]
    .filter(Boolean)
    .join(" · ");
