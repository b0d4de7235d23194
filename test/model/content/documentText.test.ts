import assert from "node:assert/strict";
import { fromText, toContent, toText } from "../../../src/model/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";

const shape = { connection: "k3j2h4x9", type: recipes, catalog: kitchen };
const facts = { documentId: "tea1", updatedAt: "2026-03-02T08:00:00.000Z" };
const contentOf = (draft: JsonObject) => toContent(draft, facts, shape);

/** The content without `$schema` and `$`. */
function attributesOf(draft: JsonObject): JsonObject {
  const { $schema, $, ...attributes } = contentOf(draft);
  assert.ok($schema !== undefined && $ !== undefined);
  return attributes;
}

const system = { id: 7, createdAt: "…", publishedAt: null, localizations: [] };
const file = {
  id: 1,
  documentId: "pic1",
  name: "kettle.jpg",
  alternativeText: "A kettle",
  size: 9,
};
const shownFile = { documentId: "pic1", name: "kettle.jpg", alternativeText: "A kettle" };

describe("Text of a document", () => {
  it("the text of a document lists attributes in the schema's order, then $schema and $", () => {
    const content = contentOf({ title: "Tea", slug: "tea", summary: "Warm.", ...system });

    assert.deepEqual(Object.entries(content), [
      ["summary", "Warm."],
      ["title", "Tea"],
      ["slug", "tea"],
      ["$schema", "cms-schema://k3j2h4x9/recipes.json"],
      ["$", facts],
    ]);
  });

  it("the text of a document is indented by two spaces and ends with a line break", () => {
    const text = toText({ title: "Tea", tags: [] });

    assert.equal(text, '{\n  "title": "Tea",\n  "tags": []\n}\n');
  });

  it("the text of a document escapes what editors change, hide or reorder, and keeps it", () => {
    const characters =
      "\u2028\u2029\u0085\uFEFF\uD83D\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C\u007F";
    const content = { [`key${characters}`]: `a${characters}é\u200D🍵\n`, list: [characters] };

    const text = toText(content);

    assert.match(text, /^(?:[\n\x20-\x7Eé\u200D]|🍵)+$/u);
    assert.deepEqual([JSON.parse(text), must(fromText(text))], [content, content]);
    assert.equal(toText(must(fromText(text))), text);
  });

  it("the text of a document keeps values unchanged, null, empty and false included", () => {
    const values = {
      summary: null,
      title: "",
      servings: 0,
      weight: "9007199254740993",
      vegan: false,
      extra: { b: [1, { a: null }], $: "mine" },
      steps: [{ type: "paragraph", children: [{ type: "text", text: "Boil." }] }],
    };

    const attributes = attributesOf(values);

    assert.deepEqual(attributes, values);
  });

  it("the text of a document shows a relation by documentId and title", () => {
    const attributes = attributesOf({
      cook: { id: 3, documentId: "cook1", name: "Ines", born: "1980-01-01" },
      tags: [{ id: 4, documentId: "tag1", word: "warm" }],
      tasters: [{ id: 5, documentId: "user1", username: "nora", email: "nora@example.com" }],
    });

    assert.deepEqual(attributes, {
      cook: { documentId: "cook1", name: "Ines" },
      tags: [{ documentId: "tag1", word: "warm" }],
      tasters: [{ documentId: "user1", username: "nora" }],
    });
  });

  it("the text of a document shows a file by documentId, name and alternative text", () => {
    const attributes = attributesOf({ cover: file, gallery: [file] });

    assert.deepEqual(attributes, { cover: shownFile, gallery: [shownFile] });
  });

  it("the text of a document shows an empty value as null or as an empty list", () => {
    const nothing = { cook: null, tags: [], cover: null, seo: null, links: [], sections: [] };

    const attributes = attributesOf(nothing);

    assert.deepEqual(attributes, nothing);
  });

  it("the text of a document shows components with their id, and their content in the same form", () => {
    const attributes = attributesOf({
      seo: {
        canonical: { url: "https://example.com", id: 12, label: "Here" },
        shareImage: file,
        metaTitle: "Tea",
        id: 11,
      },
    });

    assert.equal(
      JSON.stringify(attributes),
      JSON.stringify({
        seo: {
          id: 11,
          metaTitle: "Tea",
          shareImage: shownFile,
          canonical: { id: 12, label: "Here", url: "https://example.com" },
        },
      }),
    );
  });

  it("the text of a document puts __component first in an entry of a zone, as the service requires", () => {
    const attributes = attributesOf({
      sections: [
        {
          id: 21,
          author: { id: 3, documentId: "cook1", name: "Ines" },
          text: "Slowly.",
          __component: "sections.quote",
        },
      ],
    });

    assert.equal(
      JSON.stringify(attributes),
      JSON.stringify({
        sections: [
          {
            __component: "sections.quote",
            id: 21,
            text: "Slowly.",
            author: { documentId: "cook1", name: "Ines" },
          },
        ],
      }),
    );
  });

  it("the text of a document leaves out inverse relations and attributes that the schema does not name", () => {
    const attributes = attributesOf({
      ...system,
      title: "Tea",
      menu: { documentId: "menu1" },
      createdBy: { id: 1 },
    });

    assert.deepEqual(attributes, { title: "Tea" });
  });

  it("the text of a document adds no key for attributes that the service does not return", () => {
    const attributes = attributesOf({ title: "Tea", seo: { id: 1, metaTitle: "Tea" } });

    assert.deepEqual(attributes, { title: "Tea", seo: { id: 1, metaTitle: "Tea" } });
  });
});
