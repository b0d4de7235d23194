import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { isOmittedField, withoutOmitted } from "../../../src/model/journal/journalEntry.ts";

const redactRecipe = (recipe: JsonObject, omit: readonly string[] = []) => {
  const shape = { type: recipes, catalog: kitchen };
  const [{ en: content }, removed] = withoutOmitted({ en: recipe }, shape, omit);
  return { content, removed };
};

describe("withoutOmitted", () => {
  it("withoutOmitted keeps everything that a document shows", () => {
    const content: JsonObject = {
      $schema: "cms-schema://k3j2h4x9/recipes.json",
      title: "Tea",
      extra: { password: "part of the content", deep: [{ a: null }] },
      cook: { documentId: "c1", name: "Ada" },
      tags: [{ documentId: "t1", word: "hot" }],
      cover: { documentId: "f1", name: "tea.jpg", alternativeText: null },
      seo: { id: 1, metaTitle: "Tea", keywords: [{ id: 2, label: "cup" }] },
      sections: [{ __component: "sections.text", id: 3, heading: "Why" }],
      $: { documentId: "r1", locale: "en" },
    };

    const { content: all, removed } = redactRecipe(content);

    assert.deepEqual([all, removed], [content, []]);
  });

  it("withoutOmitted removes private attributes and passwords at any depth", () => {
    const { content, removed } = redactRecipe({
      title: "Tea",
      editorsNote: "Not for readers",
      previewPassword: "s3cret",
      seo: { id: 1, metaTitle: "Tea", secret: "s3cret" },
    });

    assert.deepEqual(content, { title: "Tea", seo: { id: 1, metaTitle: "Tea" } });
    assert.deepEqual(removed, ["editorsNote", "previewPassword", "seo.secret"]);
  });

  it("withoutOmitted removes fields of the omit setting at any depth, also inside lists", () => {
    const omit = [
      "recipes.summary",
      "recipes.seo.canonical.url",
      "recipes.seo.keywords.label",
      "recipes.sections.heading",
      "recipes.nothing",
      "cooks.title",
    ];

    const { content, removed } = redactRecipe(
      {
        title: "Tea",
        summary: "Hot",
        seo: {
          id: 1,
          canonical: { id: 2, label: "a", url: "b" },
          keywords: [{ id: 3, label: "c" }],
        },
        sections: [
          { __component: "sections.text", id: 4, heading: "d", body: "e" },
          { __component: "sections.quote", id: 4, heading: "f", text: "g" },
        ],
      },
      omit,
    );

    assert.deepEqual(content, {
      title: "Tea",
      seo: { id: 1, canonical: { id: 2, label: "a" }, keywords: [{ id: 3 }] },
      sections: [
        { __component: "sections.text", id: 4, body: "e" },
        { __component: "sections.quote", id: 4, text: "g" },
      ],
    });
    assert.deepEqual(removed, [
      "summary",
      "seo.canonical.url",
      "seo.keywords.label",
      "sections.heading",
    ]);
  });

  it("withoutOmitted removes the title of a relation's target when it is omitted for the target's type", () => {
    const { content } = redactRecipe(
      {
        cook: { documentId: "c1", name: "Ada" },
        tasters: [{ documentId: "u1", username: "grace" }],
        tags: [{ documentId: "t1", word: "hot" }],
        sections: [
          { __component: "sections.quote", id: 1, author: { documentId: "c1", name: "Ada" } },
        ],
      },
      ["cooks.name", "users.username"],
    );

    assert.deepEqual(content, {
      cook: { documentId: "c1" },
      tasters: [{ documentId: "u1" }],
      tags: [{ documentId: "t1", word: "hot" }],
      sections: [{ __component: "sections.quote", id: 1, author: { documentId: "c1" } }],
    });
  });

  it("withoutOmitted handles keys such as __proto__ as plain keys", () => {
    const content = JSON.parse('{ "__proto__": 1, "toString": 2, "unknown": 3 }') as JsonObject;

    const { content: all } = redactRecipe(content, ["recipes.constructor"]);

    assert.equal(JSON.stringify(all), JSON.stringify(content));
  });
});

describe("isOmittedField", () => {
  it("isOmittedField returns true for private fields, passwords and fields of the omit setting", () => {
    const names = ["editorsNote", "previewPassword", "title", "summary", undefined];

    const omitted = names.map((name) => isOmittedField(recipes, name, ["recipes.title"]));

    assert.deepEqual(omitted, [true, true, true, false, false]);
  });
});
