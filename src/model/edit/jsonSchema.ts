import { visible } from "../foundation/visibleText.ts";
import type { AttributeSchema } from "../../client/index.ts";
import { roleUid } from "../foundation/address.ts";
import { isInverse, isList, targetKeysOf } from "../schemas/catalog.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import { ownIn, type Json } from "../foundation/json.ts";
import { componentSnippet, entrySnippet } from "./componentSnippet.ts";

type Schema = Readonly<Record<string, unknown>>;

export interface SchemaWords {
  /**
   * Describes an attribute, as Markdown. `spread` is set for a top-level attribute of a localized
   * document. It tells whether each localization has its own value.
   */
  describe(attribute: AttributeSchema, spread?: "localized" | "shared"): string;
  /** The description of `$`. */
  readonly facts: string;
}

/**
 * The JSON schema of a type's documents, for hovers and the completion of values in VS Code's own
 * JSON language service. That service writes most keys without a value, so our own completion has
 * the keys. The schema contains no rules that a text could break, because that service has one severity
 * only. `validate` reports the values that a save or a publish rejects. Hence `examples` and
 * `defaultSnippets`, and neither `type` nor `enum`.
 */
export function toJsonSchema(type: ContentType, catalog: Catalog, words: SchemaWords): Schema {
  const making = { catalog, words };
  const definitions = [...catalog.components].map(
    ([uid, attributes]) => [uid, { properties: propertiesOf(attributes, making) }] as const,
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: visible(type.displayName),
    properties: {
      $schema: notSuggested,
      ...propertiesOf(type.attributes, making, type),
      $: { ...notSuggested, markdownDescription: words.facts },
    },
    definitions: Object.fromEntries(definitions),
  };
}

/** A key that the JSON service doesn't suggest. */
const notSuggested = { doNotSuggest: true };

type SchemaContext = Pick<TypeInCatalog, "catalog"> & { readonly words: SchemaWords };

const propertiesOf = (attributes: Attributes, making: SchemaContext, type?: ContentType): Schema =>
  Object.fromEntries(
    [...attributes]
      .filter(([, attribute]) => !isInverse(attribute))
      .map(([name, attribute]) => {
        const markdownDescription = making.words.describe(attribute, spreadOf(attribute, type));
        return [name, { ...notSuggested, markdownDescription, ...valueOf(attribute, making) }];
      }),
  );

/** Undefined for an attribute of a component or of a type that isn't localized. */
export function spreadOf(
  { type: attributeType, pluginOptions }: AttributeSchema,
  type: ContentType | undefined,
): "localized" | "shared" | undefined {
  if (type?.localized !== true) return undefined;
  // Relations are always localized, and other attributes only if the schema says so.
  const isLocalized = attributeType === "relation" || pluginOptions?.i18n?.localized === true;
  return isLocalized ? "localized" : "shared";
}

function valueOf(attribute: AttributeSchema, making: SchemaContext): Schema {
  const { type, default: usual } = attribute;
  const item = structured.get(type)?.(attribute, making);
  if (item) return isList(attribute) ? { items: item } : item;
  // The JSON service would only suggest values that begin with the existing text.
  if (/^(?:boolean|enumeration)$/.test(type)) return {};
  // The JSON service marks this value as the default.
  const isPlain = /^(?:string|number|boolean)$/.test(typeof usual);
  return { ...ownIn(offers, type), ...(isPlain && { default: usual }) };
}

const structured = new Map<string, (attribute: AttributeSchema, making: SchemaContext) => Schema>([
  // A role is named by its id.
  ["relation", (attribute) => (attribute.target === roleUid ? {} : referenceOf(attribute))],
  ["media", referenceOf],
  [
    "component",
    ({ component: uid = "" }, { catalog }) => ({
      // The validator ignores keywords beside a $ref.
      allOf: [definitionOf(uid)],
      defaultSnippets: [namedSnippet(uid, componentSnippet(uid, catalog), catalog)],
    }),
  ],
  ["dynamiczone", ({ components = [] }, { catalog }) => zoneOf(components, catalog)],
]);

const snippet = (label: string, body: Json) => ({ label, body });

const oneSnippet = (label: string, body: Json): Schema => ({
  defaultSnippets: [snippet(label, body)],
});

/** The label of the snippet is for display only. */
function referenceOf(attribute: AttributeSchema): Schema {
  const keys = targetKeysOf(attribute);
  const label = `{ ${keys.map((key) => `"${key}": ""`).join(", ")} }`;
  const body = Object.fromEntries(keys.map((key, at) => [key, `$${at + 1}`]));
  return oneSnippet(label, body);
}

const definitionOf = (uid: string): Schema => ({
  $ref: `#/definitions/${encodeURIComponent(uid.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
});

/** Named as in Choose…, with the uid, which the user may type instead. */
function namedSnippet(uid: string, body: Json, { componentNames }: Catalog) {
  const name = componentNames.get(uid);
  return snippet(visible(name === undefined ? uid : `${name} (${uid})`), body);
}

function zoneOf(uids: readonly string[], catalog: Catalog): Schema {
  const isComponent = (uid: string) => ({
    properties: { __component: { const: uid, ...notSuggested } },
    required: ["__component"],
  });
  return {
    properties: { __component: { examples: uids } },
    defaultSnippets: uids.flatMap((uid) => {
      const body = entrySnippet(uid, catalog);
      return body ? [namedSnippet(uid, body, catalog)] : [];
    }),
    allOf: uids.map((uid) => ({ if: isComponent(uid), then: definitionOf(uid) })),
  };
}

const leaf = { type: "text", text: "$1" };
const blocks = {
  paragraph: { type: "paragraph", children: [leaf] },
  heading: { type: "heading", level: "^${2:2}", children: [leaf] },
  quote: { type: "quote", children: [leaf] },
  code: { type: "code", children: [leaf] },
  list: {
    type: "list",
    format: '^${2|"unordered","ordered"|}',
    children: [{ type: "list-item", children: [leaf] }],
  },
};

const offers: Readonly<Record<string, Schema>> = {
  json: oneSnippet("{}", "^{$1}"),
  blocks: {
    items: { defaultSnippets: Object.entries(blocks).map(([kind, body]) => snippet(kind, body)) },
  },
};
