import assert from "node:assert/strict";
import type { AttributeSchema } from "../../src/client/index.ts";
import { toJsonSchema } from "../../src/model/jsonSchema.ts";
import { kitchen, recipes } from "./kitchen.ts";

type Described = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const schema = toJsonSchema(recipes, kitchen);
const properties = schema["properties"] as Described;

/** What the schema says of one attribute, without the words for a person. */
function ruleFor(attribute: AttributeSchema): unknown {
  const type = { ...recipes, attributes: new Map([["it", attribute]]) };
  const described = toJsonSchema(type, kitchen)["properties"] as Described;
  const { description, ...rule } = described["it"] ?? {};
  return description === undefined ? undefined : rule;
}

const text = { type: ["string", "null"] };
const number = { type: ["number", "null"] };
const nothing = { type: "null" };
const reference = { anyOf: [{ type: "string" }, { type: "object", required: ["documentId"] }] };
const list = (items: unknown) => ({ type: ["array", "null"], items });
const orNothing = (item: unknown) => ({ anyOf: [item, nothing] });
const link = { $ref: "#/definitions/shared.link" };

const rules: readonly (readonly [AttributeSchema, unknown])[] = [
  ...["string", "text", "richtext", "uid", "email", "date", "time", "datetime"].map(
    (type) => [{ type }, text] as const,
  ),
  [{ type: "integer" }, { type: ["integer", "null"] }],
  [{ type: "decimal" }, number],
  [{ type: "float" }, number],
  [{ type: "biginteger" }, { type: ["string", "integer", "null"] }],
  [{ type: "boolean" }, { type: ["boolean", "null"] }],
  [{ type: "json" }, {}],
  [{ type: "blocks" }, {}],
  [{ type: "enumeration", enum: ["a", "b"] }, orNothing({ enum: ["a", "b"] })],
  [{ type: "relation", relation: "manyToOne" }, orNothing(reference)],
  [{ type: "relation", relation: "manyToMany" }, list(reference)],
  [{ type: "media" }, orNothing(reference)],
  [{ type: "media", multiple: true }, list(reference)],
  [{ type: "component", component: "shared.link" }, orNothing(link)],
  [{ type: "component", component: "shared.link", repeatable: true }, list(link)],
  [
    { type: "dynamiczone", components: ["sections.text"] },
    list({
      type: "object",
      required: ["__component"],
      properties: { __component: { enum: ["sections.text"] } },
    }),
  ],
];

describe("The JSON schema of a type", () => {
  for (const [attribute, rule] of rules) {
    const { type, relation, multiple, repeatable } = attribute;
    const what = [type, relation, (multiple ?? repeatable) && "list"].filter(Boolean).join(" ");
    it(`says what a ${what} may be`, () => {
      const said = ruleFor(attribute);

      assert.deepEqual(said, rule);
    });
  }

  it("allows anything for a kind of attribute that it does not know", () => {
    const rule = ruleFor({ type: "customField" });

    assert.deepEqual(rule, { anyOf: [{}, nothing] });
  });

  it("describes every attribute but the other sides of relations, and requires none", () => {
    const expected = [...recipes.attributes.keys()].filter((name) => name !== "menu");

    assert.deepEqual(Object.keys(properties), [...expected, "$"]);
    assert.deepEqual([schema["required"], schema["title"]], [undefined, "Recipe"]);
  });

  it("names for a person the kind, what it points to, and what all locales share", () => {
    const shared = { type: "string", pluginOptions: { i18n: { localized: false } } };
    const type = { ...recipes, attributes: new Map([["code", shared]]) };

    const { code } = toJsonSchema(type, kitchen)["properties"] as Described;

    assert.deepEqual(
      [properties["title"], properties["cook"], properties["seo"], code].map(
        (property) => property?.["description"],
      ),
      [
        "string",
        "relation · api::cook.cook",
        "component · shared.seo",
        "string · shared by all locales",
      ],
    );
  });

  it("defines every component that is referred to", () => {
    const definitions = schema["definitions"] as Described;

    const named = JSON.stringify(schema).match(/#\/definitions\/[^"]+/g) ?? [];

    assert.deepEqual(Object.keys(definitions), [...kitchen.components.keys()]);
    assert.deepEqual(
      named.filter((reference) => !(reference.slice("#/definitions/".length) in definitions)),
      [],
    );
  });
});
