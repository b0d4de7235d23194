import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { toJsonSchema } from "../../../src/model/edit/jsonSchema.ts";
import type { SchemaWords } from "../../../src/model/edit/jsonSchema.ts";
import { deepKitchen, deepest } from "../deepKitchen.ts";
import { kitchen, recipes } from "../kitchen.ts";

type Described = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const words: SchemaWords = {
  describe: ({ type }, spread) => [type, spread].filter(Boolean).join(", "),
  facts: "Facts",
};

const schema = toJsonSchema(recipes, kitchen, words);
const properties = schema["properties"] as Described;

/** The schema of an attribute, without its description. */
function offerOf(attribute: AttributeSchema): unknown {
  const type = { ...recipes, attributes: new Map([["it", attribute]]) };
  const described = toJsonSchema(type, kitchen, words)["properties"] as Described;
  const { markdownDescription, doNotSuggest, ...offer } = described["it"] ?? {};
  return markdownDescription !== undefined && doNotSuggest === true ? offer : undefined;
}

const snippets = (...all: readonly [label: string, body: unknown][]) => ({
  defaultSnippets: all.map(([label, body]) => ({ label, body })),
});
/** The snippet of a component. Here, its name is its uid, too. */
const named = (uid: string, body: unknown) => snippets([`${uid} (${uid})`, body]);
/** No suggestion. It would be an empty text, or the language service would filter it by the current value. */
const nothing = {};
const reference = snippets(['{ "documentId": "" }', { documentId: "$1" }]);
const link = {
  allOf: [{ $ref: "#/definitions/shared.link" }],
  ...named("shared.link", { label: "$1", url: "$2" }),
};
const section = { __component: "sections.text", heading: "$1", body: "$2" };

const offers: readonly (readonly [AttributeSchema, unknown])[] = [
  ...["string", "text", "richtext", "uid", "email", "customField"].map(
    (type) => [{ type }, nothing] as const,
  ),
  ...["integer", "float", "biginteger", "date", "time", "datetime", "timestamp"].map(
    (type) => [{ type }, nothing] as const,
  ),
  [{ type: "decimal", min: 2, default: 5 }, { default: 5 }],
  [{ type: "boolean" }, nothing],
  [{ type: "json" }, snippets(["{}", "^{$1}"])],
  [{ type: "enumeration", enum: ["a", "b"] }, nothing],
  [{ type: "enumeration", enum: ["a"], required: true, default: "a" }, nothing],
  [{ type: "relation", relation: "manyToOne" }, reference],
  [{ type: "relation", relation: "manyToMany" }, { items: reference }],
  [{ type: "media" }, reference],
  [{ type: "media", multiple: true }, { items: reference }],
  [{ type: "component", component: "shared.link" }, link],
  [{ type: "component", component: "shared.link", repeatable: true }, { items: link }],
  [
    { type: "dynamiczone", components: ["sections.text"] },
    {
      items: {
        properties: { __component: { examples: ["sections.text"] } },
        ...named("sections.text", section),
        allOf: [
          {
            if: {
              properties: { __component: { const: "sections.text", doNotSuggest: true } },
              required: ["__component"],
            },
            then: { $ref: "#/definitions/sections.text" },
          },
        ],
      },
    },
  ],
];

/** Keywords that don't validate. `if` only selects suggestions. */
const harmless = new Set(
  "$schema title definitions properties items allOf if then $ref examples default defaultSnippets markdownDescription doNotSuggest".split(
    " ",
  ),
);

/** The keywords in a schema and in its nested schemas. */
function keywordsIn(jsonSchema: object): string[] {
  const { properties = {}, definitions = {}, items, allOf = [], then } = jsonSchema as Inner;
  const inner = [
    ...Object.values(properties),
    ...Object.values(definitions),
    ...allOf,
    items,
    then,
  ];
  return [
    ...Object.keys(jsonSchema),
    ...inner.filter((schema) => schema !== undefined).flatMap(keywordsIn),
  ];
}

interface Inner {
  readonly properties?: Readonly<Record<string, object>>;
  readonly definitions?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly allOf?: readonly object[];
  readonly then?: object;
}

describe("JSON schema of a type", () => {
  for (const [attribute, offer] of offers) {
    const { type, relation, multiple, repeatable, default: initial } = attribute;
    const what = [
      type,
      relation,
      (multiple ?? repeatable) && "list",
      initial !== undefined && "with default",
    ]
      .filter(Boolean)
      .join(" ");
    it(`the JSON schema of a type offers values for the attribute type ${what}`, () => {
      const said = offerOf(attribute);

      assert.deepEqual(said, offer);
    });
  }

  it("the JSON schema of a type describes every attribute but inverse sides of relations", () => {
    const expected = [...recipes.attributes.keys()].filter((name) => name !== "menu");

    assert.deepEqual(Object.keys(properties), ["$schema", ...expected, "$"]);
    assert.equal(schema["title"], "Recipe");
  });

  it("the JSON schema marks attributes as shared or localized only in a localized type", () => {
    const localizedText = { type: "string", pluginOptions: { i18n: { localized: true } } };
    const attributes = new Map<string, AttributeSchema>([
      ["own", localizedText],
      ["shared", { type: "string" }],
      ["cook", { type: "relation", relation: "manyToOne" }],
    ]);

    const reported = [true, false].map((localized) => {
      const type = { ...recipes, localized, attributes };
      const all = toJsonSchema(type, kitchen, words)["properties"] as Described;
      return [...attributes.keys()].map((name) => all[name]?.["markdownDescription"]);
    });

    assert.deepEqual(reported, [
      ["string, localized", "string, shared", "relation, localized"],
      ["string", "string", "relation"],
    ]);
  });

  it("the JSON schema of a type has no validating keyword", () => {
    const keywords = [schema, toJsonSchema(deepest, deepKitchen, words)].flatMap(keywordsIn);

    const rules = keywords.filter((keyword) => !harmless.has(keyword));
    assert.deepEqual(rules, []);
    assert.ok(keywords.length > 350);
  });

  it("the JSON schema of a type defines every component that it references", () => {
    const definitions = schema["definitions"] as Described;

    const named = JSON.stringify(schema).match(/#\/definitions\/[^"]+/g) ?? [];

    assert.deepEqual(Object.keys(definitions), [...kitchen.components.keys()]);
    assert.deepEqual(
      named.filter((reference) => !(reference.slice("#/definitions/".length) in definitions)),
      [],
    );
  });
});
