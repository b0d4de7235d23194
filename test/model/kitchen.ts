import type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
} from "../../src/client/index.ts";
import { createCatalog } from "../../src/model/schemas/catalog.ts";
import type { Catalog, ContentType } from "../../src/model/schemas/catalog.ts";

type Attributes = Readonly<Record<string, AttributeSchema>>;

const component = (uid: string, attributes: Attributes): ComponentSchema => ({
  uid,
  schema: { displayName: uid, attributes },
});

const toOne = (target: string, more: Partial<AttributeSchema> = {}): AttributeSchema => ({
  type: "relation",
  relation: "manyToOne",
  target,
  ...more,
});

const toMany = (target: string, more: Partial<AttributeSchema> = {}): AttributeSchema =>
  toOne(target, { relation: "manyToMany", ...more });

const components = [
  component("shared.link", { label: { type: "string" }, url: { type: "string" } }),
  component("shared.seo", {
    metaTitle: { type: "string" },
    metaDescription: { type: "text" },
    shareImage: { type: "media" },
    canonical: { type: "component", component: "shared.link" },
    keywords: { type: "component", component: "shared.link", repeatable: true },
    secret: { type: "string", private: true },
  }),
  component("sections.text", { heading: { type: "string" }, body: { type: "richtext" } }),
  component("sections.quote", {
    text: { type: "text" },
    heading: { type: "string" },
    author: toOne("api::cook.cook"),
  }),
];

const recipe: Attributes = {
  summary: { type: "text" },
  title: { type: "string" },
  slug: { type: "uid" },
  servings: { type: "integer" },
  weight: { type: "biginteger" },
  price: { type: "decimal" },
  vegan: { type: "boolean" },
  season: { type: "enumeration", enum: ["winter", "summer"] },
  cookedOn: { type: "date" },
  extra: { type: "json" },
  steps: { type: "blocks" },
  editorsNote: { type: "string", private: true },
  previewPassword: { type: "password" },
  cook: toOne("api::cook.cook", { inversedBy: "recipes" }),
  tags: toMany("api::tag.tag"),
  tasters: toMany("plugin::users-permissions.user", { relation: "oneToMany" }),
  menu: toOne("api::menu.menu", { relation: "oneToOne", mappedBy: "dessert" }),
  cover: { type: "media" },
  gallery: { type: "media", multiple: true },
  seo: { type: "component", component: "shared.seo" },
  links: { type: "component", component: "shared.link", repeatable: true },
  sections: { type: "dynamiczone", components: ["sections.text", "sections.quote"] },
};

interface Made {
  readonly kind?: "collectionType" | "singleType";
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly displayName?: string;
}

const typeSchema = (
  uid: string,
  pluralName: string,
  attributes: Attributes,
  {
    kind = "collectionType",
    draftAndPublish = true,
    localized = false,
    displayName = "",
  }: Made = {},
): ContentTypeSchema => ({
  uid,
  schema: {
    displayName,
    singularName: uid.slice(uid.indexOf(".") + 1),
    pluralName,
    kind,
    draftAndPublish,
    pluginOptions: { i18n: { localized } },
    attributes,
  },
});

const contentTypes = [
  typeSchema("api::recipe.recipe", "recipes", recipe, { localized: true, displayName: "Recipe" }),
  typeSchema("api::cook.cook", "cooks", {
    born: { type: "date" },
    name: { type: "string" },
    recipes: toMany("api::recipe.recipe", { relation: "oneToMany", mappedBy: "cook" }),
  }),
  typeSchema("api::tag.tag", "tags", { word: { type: "string" } }, { draftAndPublish: false }),
  typeSchema("api::menu.menu", "set-menus", {
    secret: { type: "string", private: true },
    note: { type: "text" },
    dessert: toOne("api::recipe.recipe", { relation: "oneToOne", inversedBy: "menu" }),
  }),
  typeSchema(
    "api::front-door.front-door",
    "front-doors",
    { label: { type: "string" } },
    {
      kind: "singleType",
      displayName: "The Front Door",
    },
  ),
  typeSchema("plugin::users-permissions.user", "users", { username: { type: "string" } }),
];

/** The catalog of a service for recipes, with an attribute of every type. */
export const kitchen: Catalog = createCatalog({
  contentTypes,
  components,
  locales: [
    { code: "fr", name: "French", isDefault: false },
    { code: "en", name: "English", isDefault: true },
  ],
});

export function typeOf(name: string): ContentType {
  const type = kitchen.types.get(name);
  if (!type) throw new Error(`The kitchen has no ${name}.`);
  return type;
}

export const recipes = typeOf("recipes");
