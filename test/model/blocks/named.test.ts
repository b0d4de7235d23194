import assert from "node:assert/strict";
import { fromMarkdown, toMarkdown } from "../../../src/model/documents/blocks/markdown.ts";
import type { Json } from "../../../src/model/foundation/json.ts";

/** What is written out here has nothing but what JSON has. */
const json = (blocks: object): Json => blocks as unknown as Json;
const text = (words: string, marks: object = {}) => ({ type: "text", text: words, ...marks });
const paragraph = (...children: object[]) => ({ type: "paragraph", children });
const item = (words: string) => ({ type: "list-item", children: [text(words)] });
const list = (...children: object[]) => ({ type: "list", format: "unordered", children });

describe("What Markdown has no words for", () => {
  const obstacles: Readonly<Record<string, readonly [code: string, block: object | null]>> = {
    "underlined text": ["underline", paragraph(text("a", { underline: true }))],
    "an image without a URL": ["image", { type: "image", image: {}, children: [text("")] }],
    "a key that it does not know": ["extra-key", { ...paragraph(text("a")), alignment: "right" }],
    "a link that opens a window": [
      "extra-key",
      paragraph({ type: "link", url: "/", target: "_blank", children: [text("a")] }),
    ],
    "a mark that is switched off": ["loose-marks", paragraph(text("a", { bold: false }))],
    "a mark on no text": ["loose-marks", paragraph(text("", { bold: true }))],
    "text in two pieces": ["split-text", paragraph(text("a"), text("b"))],
    "a list without an item": ["list-shape", list({ ...list(item("a")), indentLevel: 1 })],
    "a list that is indented otherwise": [
      "list-shape",
      list(item("a"), { ...list(item("b")), indentLevel: 7 }),
    ],
    "a return that is no end of a line": ["characters", paragraph(text("a\rb"))],
    "another kind of block": ["not-blocks", { type: "table", children: [text("a")] }],
    nothing: ["not-blocks", null],
    "bold letters in bold letters of another kind": [
      "ambiguous",
      paragraph(text("a", { bold: true }), text(" b", { strikethrough: true }), text("c")),
    ],
  };
  for (const [what, [code, block]] of Object.entries(obstacles)) {
    it(`is named: ${what}`, () => {
      const [obstacle] = toMarkdown(json([block]));

      assert.equal(obstacle?.code, code);
    });
  }
});

describe("What blocks can't hold", () => {
  const misfits: Readonly<Record<string, string>> = {
    "HTML in a line": "Tea <u>in</u> winter",
    "HTML of its own": "<div>\nTea\n</div>",
    "an image": "![Tea](/tea.png)",
    "a table": "| a | b |\n| - | - |\n| 1 | 2 |",
    "a table of one column, in a quote": "> | a |\n> | - |\n> | 1 |",
    "a line across": "* * *",
    "two paragraphs in a quote": "> one\n>\n> two",
    "a quote in an item of a list": "- > one",
    "a link whose address stands elsewhere": "[Tea][1]\n\n[1]: /tea",
    "a link with a title": '[Tea](/tea "In winter")',
    "a list that begins with 3": "3. three",
    "words behind the language of a block of code": "```js title\n```",
    "a character by its name": "Caf&eacute;",
  };
  for (const [what, markdown] of Object.entries(misfits)) {
    it(`is named with its line: ${what}`, () => {
      const [misfit, blocks] = fromMarkdown(`First\n\n${markdown}\n`, null);

      const line = what === "two paragraphs in a quote" ? 5 : 3;
      assert.deepEqual([misfit?.line, blocks], [line, null]);
    });
  }
});

describe("What Markdown says in its own way", () => {
  const ways: Readonly<Record<string, readonly [written: string, blocks: readonly object[]]>> = {
    "an empty paragraph": [
      "a\n\n<br>\n\nb\n",
      [paragraph(text("a")), paragraph(text("")), paragraph(text("b"))],
    ],
    "a break within a paragraph": ["a\\\nb\n", [paragraph(text("a\nb"))]],
    "a break in a heading": [
      "# a<br>b\n",
      [{ type: "heading", level: 1, children: [text("a\nb")] }],
    ],
    "two lists in a row": ["- a\n\n* b\n", [list(item("a")), list(item("b"))]],
    "a link as Strapi's editor has it": [
      "[a](/b)\n",
      [paragraph(text(""), { type: "link", url: "/b", children: [text("a")] }, text(""))],
    ],
    "a link as other sources have it": [
      "[a](/b)\n",
      [paragraph({ type: "link", url: "/b", children: [text("a")] })],
    ],
    "what would be Markdown": [
      "\\# a \\*b\\* \\&amp; 1\\_2\n",
      [paragraph(text("# a *b* &amp; 1_2"))],
    ],
  };
  for (const [what, [written, blocks]] of Object.entries(ways)) {
    it(`is read back as it was: ${what}`, () => {
      const value = json(blocks);

      const [, markdown] = toMarkdown(value);

      assert.equal(markdown, written);
      assert.deepEqual(fromMarkdown(written, value), [null, blocks]);
    });
  }

  const image = (url: string, width: number) => ({
    type: "image",
    image: { url, alternativeText: "Tea", width },
    children: [text("")],
  });

  it("has the images that were there, moved, copied or taken away, and no other", () => {
    const before = [image("/a", 1), paragraph(text("a")), image("/b", 2), image("/a", 3)];
    const [a, b] = ["![Tea](/a)", "![Tea](/b)"];
    const read = (...lines: readonly string[]) => fromMarkdown(lines.join("\n\n"), json(before))[1];

    assert.deepEqual(read(b, a, a), [before[2], before[0], before[3]]);
    assert.deepEqual(read(b, b), [before[2], before[2]]);
    assert.deepEqual(read("b"), [paragraph(text("b"))]);
    const others = ["![Tea](/c)", "![Coffee](/a)", '![Tea](/a "Title")', `In a line ${a}`];
    assert.deepEqual(
      others.map((other) => read(other)),
      [null, null, null, null],
    );
  });

  it("is read as CommonMark says: an end of a line is a space", () => {
    const [, blocks] = fromMarkdown("one\ntwo", null);

    assert.deepEqual(blocks, [paragraph(text("one two"))]);
  });
});
