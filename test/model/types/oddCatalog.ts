import type {
  AttributeSchema,
  ComponentSchema,
  ContentTypeSchema,
} from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { Catalog } from "../../../src/model/schemas/catalog.ts";

type Attributes = Readonly<Record<string, AttributeSchema>>;

const component = (uid: string, attributes: Attributes, displayName = uid): ComponentSchema => ({
  uid,
  schema: { displayName, attributes },
});

const collection = (
  singularName: string,
  attributes: Attributes = {},
  more: Partial<ContentTypeSchema["schema"]> = {},
): ContentTypeSchema => ({
  uid: `api::${singularName}.${singularName}`,
  schema: {
    displayName: singularName,
    singularName,
    pluralName: `${singularName}s`,
    kind: "collectionType",
    draftAndPublish: true,
    attributes,
    ...more,
  },
});

const text = { type: "string" };
const comment = "*/ export const broken = true; /*";

/** Names that are not identifiers or that already have a meaning. `__proto__` needs brackets. */
export const oddNames: Attributes = {
  "1st": text,
  "with space": text,
  "kebab-case": text,
  'in "quotes"': text,
  "back\\slash": text,
  "two\nlines": text,
  "line\u2028separator": text,
  "": text,
  ["__proto__"]: text,
  constructor: text,
  toString: text,
  class: text,
  größe: text,
  "🫖": text,
  [comment]: text,
  // The service reserves these names.
  documentId: { type: "integer" },
  locale: { type: "integer" },
  localizations: { type: "integer" },
};

/** The values of an enumeration. */
export const oddValues = [
  'say "so"',
  "it's",
  "back\\slash",
  "two\nlines",
  "\u2028",
  "${x}",
  "`",
  comment,
  "",
  "same",
  "same",
];

const zone = (...components: string[]): AttributeSchema => ({ type: "dynamiczone", components });
const part = (uid: string, repeatable = false): AttributeSchema => ({
  type: "component",
  component: uid,
  repeatable,
});
const toOne = (target?: string): AttributeSchema => ({
  type: "relation",
  relation: target === undefined ? "morphToOne" : "oneToOne",
  ...(target !== undefined && { target }),
});

/** Types with names that TypeScript, its libraries, the client or the generated file also use. */
const namesOfOthers = [
  ...["class", "default", "string", "any", "null", "enum", "interface", "new", "type"],
  ...["date", "array", "object", "record", "readonly", "promise", "event", "symbol", "partial"],
  ...["collection", "single", "users", "status", "filters", "connection", "locale", "result"],
  ...["cms-content-types", "json-value", "blocks", "blocks-node", "shared-seo", "404", "größe"],
];

const components = [
  component("shared.seo", { title: text, branches: part("tree.branch", true) }, comment),
  // A branch contains branches, and they also occur in its dynamic zone.
  component("tree.branch", {
    name: text,
    parent: part("tree.branch"),
    branches: part("tree.branch", true),
    leaves: zone("tree.branch", "tree.leaf"),
    id: { type: "string" },
  }),
  component("tree.leaf", { owner: toOne("api::odd.odd"), __component: text }),
  component("tree.leaf-entry", { name: text }),
  component("tree.leaf_entry", { name: text }),
  component("nobody.needs-it", { name: text }),
];

/** A service with names that break careless code generation. */
export const oddCatalog: Catalog = createCatalog({
  contentTypes: [
    collection(
      "odd",
      {
        ...oddNames,
        kind: { type: "enumeration", enum: oddValues },
        kindless: { type: "enumeration", enum: [] },
        pattern: { ...text, regex: comment, default: comment },
        secret: { type: "string", private: true },
        password: { type: "password" },
        colour: { type: "customField" },
        data: { type: "json" },
        content: { type: "blocks" },
        seo: part("shared.seo"),
        unknownPart: part("gone.gone"),
        unknownTarget: toOne("api::gone.gone"),
        anything: toOne(),
        unknownEntries: zone("gone.gone", "tree.leaf"),
        empty: zone(),
        leaves: zone("tree.leaf", "tree.leaf-entry", "tree.leaf_entry"),
        cover: { type: "media" },
      },
      { displayName: comment, pluginOptions: { i18n: { localized: true } } },
    ),
    // Two types have the same name, each in its own API.
    { ...collection("twin"), uid: "api::one.twin" },
    { ...collection("twin", {}, { pluralName: "other twins" }), uid: "api::other.twin" },
    ...namesOfOthers.map((name) =>
      collection(name, { own: { type: "boolean" }, next: toOne("api::event.event") }),
    ),
  ],
  components,
  locales: [],
});
