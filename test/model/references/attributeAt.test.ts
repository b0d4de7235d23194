import type { JsonPath } from "../../../src/model/foundation/json.ts";
import assert from "node:assert/strict";
import { attributeAt } from "../../../src/model/content/attributePlaces.ts";
import { kitchen, recipes } from "../kitchen.ts";

const content = {
  seo: { keywords: [{ label: "Tea" }] },
  sections: [{ __component: "sections.text" }, { __component: "sections.quote", author: "a" }],
  links: null,
};

/** The type of the attribute, its path, and the remaining path. */
function found(...path: JsonPath) {
  const place = attributeAt(kitchen, recipes, path, content);
  return place && [place.attribute.type, place.path.join("."), place.rest.join(".")];
}

describe("attributeAt", () => {
  it("finds a top-level attribute for any path into its value", () => {
    assert.deepEqual(
      [found("title"), found("cook", "documentId"), found("tags", 2, "word"), found("extra", "a")],
      [
        ["string", "title", ""],
        ["relation", "cook", "documentId"],
        ["relation", "tags", "2.word"],
        ["json", "extra", "a"],
      ],
    );
  });

  it("finds attributes in components and in repeatable components", () => {
    assert.deepEqual(
      [
        found("seo"),
        found("seo", "shareImage", "name"),
        found("seo", "keywords", 0),
        found("seo", "keywords", "0", "url"),
        found("links", 7, "label"),
      ],
      [
        ["component", "seo", ""],
        ["media", "seo.shareImage", "name"],
        ["component", "seo.keywords", "0"],
        ["string", "seo.keywords.0.url", ""],
        ["string", "links.7.label", ""],
      ],
    );
  });

  it("finds attributes in a dynamic zone by the component of the entry", () => {
    assert.deepEqual(
      [found("sections", 1), found("sections", 1, "author"), found("sections", 0, "author")],
      [["dynamiczone", "sections", "1"], ["relation", "sections.1.author", ""], undefined],
    );
  });

  it("returns nothing when the schema has no such attribute", () => {
    assert.deepEqual(
      [
        found(),
        found("$", "locale"),
        found("toString"),
        found("seo", "id"),
        found("sections", 1, "__component"),
        found("sections", 9, "author"),
      ],
      Array(6).fill(undefined),
    );
  });
});
