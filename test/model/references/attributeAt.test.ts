import assert from "node:assert/strict";
import { attributeAt } from "../../../src/model/documents/content/attributePlaces.ts";
import type { JsonPath } from "../../../src/model/documents/content/attributePlaces.ts";
import { kitchen, recipes } from "../kitchen.ts";

const content = {
  seo: { keywords: [{ label: "Tea" }] },
  sections: [{ __component: "sections.text" }, { __component: "sections.quote", author: "a" }],
  links: null,
};

/** The kind of the attribute, where it stands, and what is left of the path. */
function found(...path: JsonPath) {
  const place = attributeAt(kitchen, recipes, path, content);
  return place && [place.attribute.type, place.path.join("."), place.rest.join(".")];
}

describe("The attribute at a place of a document", () => {
  it("is found at the top, however deep in its value the place is", () => {
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

  it("is found in components, and in lists of them", () => {
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

  it("is found in a zone by the component that stands there", () => {
    assert.deepEqual(
      [found("sections", 1), found("sections", 1, "author"), found("sections", 0, "author")],
      [["dynamiczone", "sections", "1"], ["relation", "sections.1.author", ""], undefined],
    );
  });

  it("is none where the schema knows of none", () => {
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
