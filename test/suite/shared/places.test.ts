import assert from "node:assert/strict";
import { restoreText } from "../../../src/editor/save/gutter.ts";
import { JsonLocations } from "../../../src/editor/shared/jsonLocations.ts";
import { segmentsOf } from "../../../src/model/foundation/json.ts";

describe("Text range of a path", () => {
  const text = `{
  "title": "Tea",
  "seo": { "metaTitle": "Tea" },
  "sections": [
    { "text": "One" },
    { "text": "Two" }
  ]
}
`;
  const markedAt = (path: readonly (string | number)[], within = text) => {
    const { offset, length } = new JsonLocations(within).stretch(path);
    return within.slice(offset, offset + length);
  };

  const marked = {
    title: '"Tea"',
    "seo.metaTitle": '"Tea"',
    "sections[1].text": '"Two"',
    // Long values are marked at their names.
    seo: '"seo"',
    sections: '"sections"',
    "sections[1]": "{",
    // Missing values are marked at their parents.
    "seo.keywords": '"seo"',
    "sections[7].text": '"sections"',
    summary: "{",
  };
  for (const [path, expected] of Object.entries(marked)) {
    it(`the text range of a path is found: ${path}`, () => {
      assert.equal(markedAt(segmentsOf(path)), expected);
    });
  }

  it("the range of a part of a value leaves out its quote and counts its escapes", () => {
    const body = { body: 'One\n"Tea" \\ 茶 \u2028 kettle', count: 120 };
    const written = JSON.stringify(body).replace("茶", "\\u8336");
    const partAt = (path: readonly string[], start: number, length: number) => {
      const { offset, length: writtenLength } = new JsonLocations(written).part(
        path,
        start,
        length,
      );
      return written.slice(offset, offset + writtenLength);
    };

    assert.equal(partAt(["body"], body.body.indexOf("kettle"), 6), "kettle");
    assert.equal(partAt(["body"], body.body.indexOf('"Tea"'), 5), '\\"Tea\\"');
    assert.equal(partAt(["body"], body.body.indexOf("茶"), 1), "\\u8336");
    assert.equal(partAt(["count"], 1, 2), "20");
  });

  it("the text range is found with an index that is a string of digits", () => {
    assert.equal(markedAt(["sections", "0", "text"]), '"One"');
  });

  it("the text range is found with a key that looks like an index", () => {
    assert.equal(markedAt(["metadata", "0"], '{"metadata": {"0": true}}'), "true");
  });

  it("the text range is the start of an empty text", () => {
    assert.deepEqual(new JsonLocations("").stretch(["title"]), { offset: 0, length: 1 });
  });
});

describe("Value at a path", () => {
  it("the value at a path keeps a key that every object has", () => {
    const text = '{"extra": {"__proto__": 1, "constructor": [2]}}';

    assert.equal(
      JSON.stringify(new JsonLocations(text).value(["extra"])),
      '{"__proto__":1,"constructor":[2]}',
    );
  });
});

describe("Revert of an attribute", () => {
  const base = { title: "Tea", kicker: "Cup", tags: [{ documentId: "a" }], $: { locale: "en" } };
  const textOf = (content: object, indent = 2) => `${JSON.stringify(content, null, indent)}\n`;

  it("the revert of an attribute restores the opened text after a change, an addition or a removal", () => {
    const { kicker, ...otherFields } = base;
    const edited = textOf({ ...otherFields, title: "Coffee", tags: [], summary: "New" });

    const original = restoreText(edited, ["title", "kicker", "tags", "summary"], base);

    assert.deepEqual([kicker, original], ["Cup", textOf(base)]);
  });

  it("the revert of an attribute keeps formatting and content that is not sent", () => {
    const edited = textOf({ ...base, title: "Coffee", $: { locale: "mine" } }, 6);

    const original = restoreText(edited, ["title"], base);

    assert.equal(original, textOf({ ...base, $: { locale: "mine" } }, 6));
  });

  it("the revert of an attribute works in a text of one line", () => {
    const { kicker, ...otherFields } = base;
    const edited = JSON.stringify({ ...otherFields, title: "Coffee" });

    const original = restoreText(edited, ["title", "kicker"], { ...otherFields, kicker });

    assert.deepEqual(JSON.parse(original), base);
    assert.equal(original.split("\n").length, 1);
  });
});
