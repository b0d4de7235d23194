import type { JsonPath } from "../../../src/model/foundation/json.ts";
import assert from "node:assert/strict";
import { attributeAt } from "../../../src/model/content/attributePositions.ts";
import { kitchen, recipes } from "../kitchen.ts";

const content = {
  seo: { keywords: [{ label: "Tea" }] },
  sections: [{ __component: "sections.text" }, { __component: "sections.quote", author: "a" }],
  links: null,
};

/** The type of the attribute, its path, and the remaining path. */
function describeAttribute(...path: JsonPath) {
  const location = attributeAt(kitchen, recipes, path, content);
  return location && [location.attribute.type, location.path.join("."), location.subpath.join(".")];
}

describe("attributeAt", () => {
  it("attributeAt finds a top-level attribute for any path into its value", () => {
    assert.deepEqual(
      [
        describeAttribute("title"),
        describeAttribute("cook", "documentId"),
        describeAttribute("tags", 2, "word"),
        describeAttribute("extra", "a"),
      ],
      [
        ["string", "title", ""],
        ["relation", "cook", "documentId"],
        ["relation", "tags", "2.word"],
        ["json", "extra", "a"],
      ],
    );
  });

  it("attributeAt finds attributes in components and in repeatable components", () => {
    assert.deepEqual(
      [
        describeAttribute("seo"),
        describeAttribute("seo", "shareImage", "name"),
        describeAttribute("seo", "keywords", 0),
        describeAttribute("seo", "keywords", "0", "url"),
        describeAttribute("links", 7, "label"),
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

  it("attributeAt finds attributes in a dynamic zone by the component of the entry", () => {
    assert.deepEqual(
      [
        describeAttribute("sections", 1),
        describeAttribute("sections", 1, "author"),
        describeAttribute("sections", 0, "author"),
      ],
      [["dynamiczone", "sections", "1"], ["relation", "sections.1.author", ""], undefined],
    );
  });

  it("attributeAt returns nothing when the schema has no such attribute", () => {
    assert.deepEqual(
      [
        describeAttribute(),
        describeAttribute("$", "locale"),
        describeAttribute("toString"),
        describeAttribute("seo", "id"),
        describeAttribute("sections", 1, "__component"),
        describeAttribute("sections", 9, "author"),
      ],
      Array(6).fill(undefined),
    );
  });
});
