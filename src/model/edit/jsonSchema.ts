import { visible } from "../foundation/visibleText.ts";
import type { AttributeSchema } from "../../client/index.ts";
import { roleUid } from "../foundation/address.ts";
import { isInverse, isList, targetKeysOf } from "../schemas/catalog.ts";
import type { Attributes, Catalog, ContentType } from "../schemas/catalog.ts";
import { ownIn, type Json } from "../foundation/json.ts";
import { componentSnippet, entrySnippet } from "./componentSnippet.ts";

export type Schema = Readonly<Record<string, unknown>>;

export interface SchemaWords {
  /**
   * Describes an attribute, as Markdown. `spread` is set for a top-level attribute of a localized
   * document. It tells whether each localization has its own value.
   */
  describe(attribute: AttributeSchema, spread?: "localized" | "shared"): string;
  /** The description of `$`. */
  readonly facts: string;
}

/** How a text has the values of attributes, and what its schema says about them. */
export interface SchemaForm {
  readonly document: (properties: Schema, words: SchemaWords) => Schema;
  readonly component: (properties: Schema) => Schema;
  readonly property: (value: Schema, description: string) => Schema;
  readonly list: (items: Schema) => Schema;
  /** A relation or a media file, or one of a list. */
  readonly reference: (attribute: AttributeSchema, catalog: Catalog) => Schema;
  /** The value of an attribute that is a component, beside the schema of the component. */
  readonly componentValue: (uid: string, catalog: Catalog) => Schema;
  /** An entry of a dynamic zone, beside the schemas of the components. */
  readonly zoneEntry: (uids: readonly string[], catalog: Catalog) => Schema;
  readonly scalar: (attribute: AttributeSchema) => Schema;
}

/** The JSON schema of a type's texts. It defines the components of the catalog. */
export function toJsonSchema(
  type: ContentType,
  catalog: Catalog,
  words: SchemaWords,
  form = editedForm,
): Schema {
  const context = { catalog, words, form };
  const definitions = [...catalog.components].map(
    ([uid, attributes]) => [uid, form.component(propertiesOf(attributes, context))] as const,
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: visible(type.displayName),
    ...form.document(propertiesOf(type.attributes, context, type), words),
    definitions: Object.fromEntries(definitions),
  };
}

interface SchemaContext {
  readonly catalog: Catalog;
  readonly words: SchemaWords;
  readonly form: SchemaForm;
}

const propertiesOf = (attributes: Attributes, context: SchemaContext, type?: ContentType): Schema =>
  Object.fromEntries(
    [...attributes]
      .filter(([, attribute]) => !isInverse(attribute))
      .map(([name, attribute]) => {
        const description = context.words.describe(attribute, spreadOf(attribute, type));
        return [name, context.form.property(valueOf(attribute, context), description)];
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

function valueOf(attribute: AttributeSchema, { catalog, form }: SchemaContext): Schema {
  const { component = "", components = [] } = attribute;
  const listOr = (item: Schema) => (isList(attribute) ? form.list(item) : item);
  switch (attribute.type) {
    case "relation":
    case "media":
      return listOr(form.reference(attribute, catalog));
    case "component": {
      // The validator ignores keywords beside a $ref.
      const allOf = [definitionOf(component)];
      return listOr({ allOf, ...form.componentValue(component, catalog) });
    }
    case "dynamiczone": {
      const allOf = components.map((uid) => ({ if: isComponent(uid), then: definitionOf(uid) }));
      return listOr({ ...form.zoneEntry(components, catalog), allOf });
    }
    default:
      return form.scalar(attribute);
  }
}

const isComponent = (uid: string): Schema => ({
  properties: { __component: { const: uid, ...notSuggested } },
  required: ["__component"],
});

const definitionOf = (uid: string): Schema => ({
  $ref: `#/definitions/${encodeURIComponent(uid.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
});

/** A key that the JSON service doesn't suggest. */
const notSuggested = { doNotSuggest: true };

/**
 * The text of an open document, for hovers and the completion of values in VS Code's own JSON
 * language service. That service writes most keys without a value, so our own completion has the
 * keys. The schema contains no rules that a text could break, because that service has one severity
 * only. `validate` reports the values that a save or a publish rejects. Hence `examples` and
 * `defaultSnippets`, and neither `type` nor `enum`.
 */
const editedForm: SchemaForm = {
  document: (properties, words) => ({
    properties: {
      $schema: notSuggested,
      ...properties,
      $: { ...notSuggested, markdownDescription: words.facts },
    },
  }),
  component: (properties) => ({ properties }),
  property: (value, markdownDescription) => ({ ...notSuggested, markdownDescription, ...value }),
  list: (items) => ({ items }),
  // A role is named by its id.
  reference: (attribute) => (attribute.target === roleUid ? {} : referenceOf(attribute)),
  componentValue: (uid, catalog) => ({
    defaultSnippets: [namedSnippet(uid, componentSnippet(uid, catalog), catalog)],
  }),
  zoneEntry: (uids, catalog) => ({
    properties: { __component: { examples: uids } },
    defaultSnippets: uids.flatMap((uid) => {
      const body = entrySnippet(uid, catalog);
      return body ? [namedSnippet(uid, body, catalog)] : [];
    }),
  }),
  scalar: ({ type, default: usual }) => {
    // The JSON service would only suggest values that begin with the existing text.
    if (/^(?:boolean|enumeration)$/.test(type)) return {};
    // The JSON service marks this value as the default.
    const isPlain = /^(?:string|number|boolean)$/.test(typeof usual);
    return { ...ownIn(offers, type), ...(isPlain && { default: usual }) };
  },
};

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

/** Named as in Choose…, with the uid, which the user may type instead. */
function namedSnippet(uid: string, body: Json, { componentNames }: Catalog) {
  const name = componentNames.get(uid);
  return snippet(visible(name === undefined ? uid : `${name} (${uid})`), body);
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
