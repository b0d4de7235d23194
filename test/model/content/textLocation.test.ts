import assert from "node:assert/strict";
import { locateText } from "../../../src/model/content/textMatch.ts";
import { pathText } from "../../../src/model/foundation/json.ts";

describe("Location of a text in a document", () => {
  const content = {
    $schema: "cms-schema://tea.json",
    title: "Tea",
    summary: "Boil it twice",
    count: 120,
    author: { documentId: "a1", name: "Ada" },
    seo: { id: 1, metaTitle: "Kettle", links: [{ label: "One" }, { label: "The kettle" }] },
    sections: [
      { __component: "shared.quote", id: 4, text: "kettle" },
      { __component: "shared.quote", id: 5, text: "Copper KETTLE" },
    ],
    blocks: [{ type: "paragraph", children: [{ type: "text", text: "A kettle" }] }],
    $: { documentId: "tea" },
  };
  const located = (text: string, field: string) => {
    const location = locateText(content, text, field);
    return location && [pathText(location.path), location.start, location.length];
  };

  it("a text is located in its field, in upper or lower case", () => {
    assert.deepEqual(located("TWICE", "summary"), ["summary", 8, 5]);
    assert.deepEqual(located("kettle", "seo.metaTitle"), ["seo.metaTitle", 0, 6]);
  });

  it("a text is located in the entry of a list that has it", () => {
    assert.deepEqual(located("kettle", "seo.links.label"), ["seo.links[1].label", 4, 6]);
    assert.deepEqual(located("kettle", "sections[1].text"), ["sections[1].text", 7, 6]);
  });

  it("a text is located in blocks, in a number and in a relation", () => {
    assert.deepEqual(located("kettle", "blocks"), ["blocks[0].children[0].text", 2, 6]);
    assert.deepEqual(located("20", "count"), ["count", 1, 2]);
    assert.deepEqual(located("a1", "author"), ["author.documentId", 0, 2]);
  });

  it("a text that its field no longer has is located in another field", () => {
    assert.deepEqual(located("copper", "title"), ["sections[1].text", 0, 6]);
    assert.deepEqual(located("copper", ""), ["sections[1].text", 0, 6]);
  });

  it("a text that no field has is not located, even where the service's own values have it", () => {
    assert.equal(located("samovar", "summary"), undefined);
    assert.equal(located("cms-schema", ""), undefined);
    assert.deepEqual(located("tea", "summary"), ["title", 0, 3]);
  });
});
