import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import {
  createCatalog,
  headingOf,
  isInverse,
  isList,
  isPolymorphic,
  isReadOnly,
  titleFieldOf,
} from "../../../src/model/schemas/catalog.ts";
import { kitchen, recipes, typeOf } from "../kitchen.ts";

describe("Catalog", () => {
  it("a catalog lists the project's types by plural name, and types of plugins only as relation targets", () => {
    const typeNames = [...kitchen.types.keys()];
    const targets = [...kitchen.targets.keys()].filter((uid) => !uid.startsWith("api::"));

    assert.deepEqual(typeNames, ["recipes", "cooks", "tags", "set-menus", "front-door"]);
    assert.deepEqual(targets, ["plugin::users-permissions.user"]);
  });

  it("a catalog has kind, draftAndPublish and localized for each type", () => {
    const facts = [...kitchen.types.values()].map(({ name, kind, draftAndPublish, localized }) => [
      name,
      kind,
      draftAndPublish,
      localized,
    ]);

    assert.deepEqual(facts, [
      ["recipes", "collection", true, true],
      ["cooks", "collection", true, false],
      ["tags", "collection", false, false],
      ["set-menus", "collection", true, false],
      ["front-door", "single", true, false],
    ]);
  });

  it("a catalog finds the title field of each type", () => {
    const titles = [...kitchen.types.values()].map(({ name, titleField }) => [name, titleField]);

    assert.deepEqual(titles, [
      ["recipes", "title"],
      ["cooks", "name"],
      ["tags", "word"],
      ["set-menus", undefined],
      ["front-door", "label"],
    ]);
  });

  it("a catalog has a default locale only when the service has locales", () => {
    const none = createCatalog({ contentTypes: [], components: [], locales: [] });

    assert.deepEqual([kitchen.defaultLocale, none.defaultLocale], ["en", undefined]);
  });

  const ownTitles: readonly (readonly [
    attributes: Readonly<Record<string, AttributeSchema>>,
    titleField: string | undefined,
  ])[] = [
    [{ path: { type: "uid" }, note: { type: "text" } }, "path"],
    [{ contact: { type: "email" }, path: { type: "uid" } }, "path"],
    [{ contact: { type: "email" } }, "contact"],
    [{ word: { type: "string" }, path: { type: "uid" } }, "word"],
    [{ note: { type: "string" }, code: { type: "string", unique: true } }, "code"],
    [{ code: { type: "string", unique: true }, word: { type: "string", required: true } }, "word"],
    [
      {
        word: { type: "string", required: true },
        key: { type: "string", required: true, unique: true },
      },
      "key",
    ],
    [{ key: { type: "string", required: true, unique: true }, name: { type: "string" } }, "name"],
    [{ path: { type: "uid", private: true }, contact: { type: "email" } }, "contact"],
    [{ note: { type: "text" } }, undefined],
  ];
  for (const [attributes, titleField] of ownTitles) {
    it(`a catalog uses ${titleField ?? "no field"} as the title field of a type with ${Object.keys(attributes).join(" and ")}`, () => {
      assert.equal(titleFieldOf(new Map(Object.entries(attributes))), titleField);
    });
  }

  it("a catalog uses the main field of the admin panel as the title field, if it is a readable text", () => {
    const attributes = new Map<string, AttributeSchema>([
      ...[["name", { type: "string" }] as const, ["place", { type: "text" }] as const],
      ...[["count", { type: "integer" }] as const],
      ["secret", { type: "string", private: true }],
    ]);
    const titles = ["place", "count", "secret", "id", "gone", undefined].map((mainField) =>
      titleFieldOf(attributes, mainField),
    );

    assert.deepEqual(titles, ["place", "name", "name", "name", "name", "name"]);
  });

  const ownHeadings: readonly (readonly [displayName: string, name: string, heading: string])[] = [
    ["FAQ", "faqs", "FAQs"],
    ["FAQs", "faqs", "FAQs"],
    ["Article", "articles", "Articles"],
    ["Category", "categories", "Categories"],
    ["Blog Post", "blog-posts", "Blog Posts"],
    ["Příběh", "pribehy", "Příběhy"],
    ["Help Center Item", "faqs", "Help Center Item"],
    ["Person", "people", "Person"],
    ["News", "news", "News"],
    ["API", "api-keys-of-partners", "API"],
    ["iPhone", "iphones", "iPhones"],
    ["", "blog-posts", "Blog posts"],
    ["blog-posts", "blog-posts", "Blog posts"],
  ];
  for (const [displayName, name, heading] of ownHeadings) {
    it(`a catalog shows the collection ${name} with the display name "${displayName}" as ${heading}`, () => {
      const type = { kind: "collection", name, displayName } as const;

      assert.equal(headingOf(type), heading);
    });
  }

  it("a catalog has a heading for each type", () => {
    const headings = [...kitchen.types.values()].map(headingOf);

    assert.deepEqual(headings, ["Recipes", "Cooks", "Tags", "Set menus", "The Front Door"]);
  });

  it("a catalog tells lists and inverse sides of relations from other attributes", () => {
    const names = [...recipes.attributes];

    const lists = names.filter(([, attribute]) => isList(attribute)).map(([name]) => name);
    const inverse = names.filter(([, attribute]) => isInverse(attribute)).map(([name]) => name);

    assert.deepEqual(lists, ["tags", "tasters", "gallery", "links", "sections"]);
    assert.deepEqual(inverse, ["menu"]);
  });

  it("a catalog counts a polymorphic relation as an inverse side only if other documents own it", () => {
    const kinds = ["morphToOne", "morphToMany", "morphOne", "morphMany"];

    const facts = kinds.map((relation) => {
      const attribute = { type: "relation", relation };
      return [isInverse, isPolymorphic, isReadOnly].map((is) => is(attribute));
    });

    assert.deepEqual(facts, [
      [false, true, true],
      [false, true, false],
      [true, false, false],
      [true, false, false],
    ]);
  });

  it("a catalog accepts a type named constructor", () => {
    const schema = {
      displayName: "Constructor",
      singularName: "constructor",
      pluralName: "constructors",
      kind: "singleType",
      draftAndPublish: false,
      attributes: {},
    } as const;
    const contentTypes = [{ uid: "api::constructor.constructor", schema }];

    const catalog = createCatalog({ contentTypes, components: [], locales: [] });

    assert.deepEqual(
      [catalog.types.get("constructor")?.displayName, kitchen.types.get("constructor")],
      ["Constructor", undefined],
    );
    assert.throws(() => typeOf("toString"));
  });
});
