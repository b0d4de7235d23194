import type { AttributeSchema, ComponentSchema } from "../../src/client/index.ts";
import { createCatalog } from "../../src/model/schemas/catalog.ts";
import type { Catalog, ContentType } from "../../src/model/schemas/catalog.ts";

type Attributes = Readonly<Record<string, AttributeSchema>>;

/** An attribute of every type, except components and dynamic zones. */
export const everyKind: Attributes = {
  string: { type: "string", maxLength: 20 },
  text: { type: "text", maxLength: 20 },
  richtext: { type: "richtext" },
  uid: { type: "uid" },
  email: { type: "email" },
  password: { type: "password" },
  hidden: { type: "string", private: true },
  enumeration: { type: "enumeration", enum: ["a", "b,c"] },
  usual: { type: "enumeration", enum: ["a", "b"], default: "a" },
  boolean: { type: "boolean", default: false },
  integer: { type: "integer", max: 5 },
  mustInteger: { type: "integer", required: true },
  biginteger: { type: "biginteger" },
  decimal: { type: "decimal" },
  float: { type: "float" },
  date: { type: "date" },
  time: { type: "time" },
  datetime: { type: "datetime" },
  timestamp: { type: "timestamp" },
  json: { type: "json" },
  blocks: { type: "blocks" },
  mustBlocks: { type: "blocks", required: true },
  file: { type: "media" },
  files: { type: "media", multiple: true },
  one: { type: "relation", relation: "oneToOne", target: "api::deep.deep" },
  many: { type: "relation", relation: "oneToMany", target: "api::deep.deep" },
};

const levels = ["one", "two", "three", "four"];

/**
 * A component with an attribute of every type. It contains the component of the next level twice: once as a single
 * component and once in a list.
 */
const level = (name: string, at: number): ComponentSchema => {
  const next = levels[at + 1];
  const component = `level.${next ?? name}`;
  const inner: Attributes =
    next === undefined
      ? { mustParts: { type: "component", component, repeatable: true, required: true } }
      : {
          must: { type: "component", component, required: true },
          parts: { type: "component", component, repeatable: true },
        };
  const attributes = { ...everyKind, ...inner };
  return { uid: `level.${name}`, schema: { displayName: name, attributes } };
};

const endless: ComponentSchema = {
  uid: "level.endless",
  schema: {
    displayName: "Endless",
    attributes: {
      name: { type: "string" },
      must: { type: "component", component: "level.endless", required: true },
    },
  },
};

const components = [...levels.map(level), endless];
const zone = components.map(({ uid }) => uid);

/** Attributes of every type, four levels deep, in a component, a list and a dynamic zone. */
export const deepSchemas = {
  components,
  contentTypes: [
    {
      uid: "api::deep.deep",
      schema: {
        displayName: "Deep",
        singularName: "deep",
        pluralName: "articles",
        kind: "collectionType" as const,
        draftAndPublish: true,
        pluginOptions: { i18n: { localized: true } },
        attributes: {
          title: { type: "string" },
          ...everyKind,
          part: { type: "component", component: "level.one" },
          parts: { type: "component", component: "level.one", repeatable: true },
          zone: { type: "dynamiczone", components: zone },
        },
      },
    },
  ],
};

export const deepKitchen: Catalog = createCatalog({ ...deepSchemas, locales: [] });

export const deepest: ContentType = deepKitchen.types.get("articles")!;
