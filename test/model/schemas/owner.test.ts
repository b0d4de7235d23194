import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { ownerOf } from "../../../src/model/schemas/attributeOwner.ts";
import { kitchen, typeOf } from "../kitchen.ts";

const content: JsonObject = {
  title: "Soup",
  seo: { id: 1, metaTitle: "Soup", canonical: { label: "Here" }, keywords: [{ label: "Hot" }] },
  cook: { documentId: "c1", name: "Ada" },
  tags: [{ documentId: "t1", word: "hot" }],
  sections: [{ __component: "sections.quote", author: { documentId: "c1", name: "Ada" } }],
};

const valueAt = (path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, step) => (value as Record<string | number, Json> | undefined)?.[step],
    content,
  );

const owner = (...path: readonly (string | number)[]): string | undefined => {
  const schemaOwner = ownerOf(path, { type: typeOf("recipes"), catalog: kitchen }, valueAt);
  return schemaOwner && [schemaOwner.uid, schemaOwner.attribute ?? "all of it"].join(": ");
};

describe("ownerOf", () => {
  it("ownerOf finds the type, component or relation target that a key belongs to", () => {
    const owners = [
      owner("title"),
      owner("seo"),
      owner("seo", "metaTitle"),
      owner("seo", "canonical", "label"),
      owner("seo", "keywords", 0, "label"),
      owner("sections", 0, "author"),
      owner("sections", 0, "__component"),
      owner("cook", "name"),
      owner("tags", 0, "word"),
      owner("sections", 0, "author", "name"),
    ];

    assert.deepEqual(owners, [
      "api::recipe.recipe: title",
      "api::recipe.recipe: seo",
      "shared.seo: metaTitle",
      "shared.link: label",
      "shared.link: label",
      "sections.quote: author",
      "sections.quote: all of it",
      "api::cook.cook: name",
      "api::tag.tag: word",
      "api::cook.cook: name",
    ]);
  });

  it("ownerOf finds nothing when the schema has no such key", () => {
    const owners = [
      owner(),
      owner("nobody"),
      owner("title", "inner"),
      owner("$schema"),
      owner("$", "locale"),
      owner("cook", "documentId"),
      owner("seo", "toString"),
      owner("sections", 7, "author"),
    ];

    assert.deepEqual(owners, Array(8).fill(undefined));
  });
});
