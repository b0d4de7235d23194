import assert from "node:assert/strict";
import { fromMarkdown, toMarkdown } from "../../../../src/model/content/markdown/blocksMarkdown.ts";
import type { Json } from "../../../../src/model/foundation/json.ts";

/** Converts the type only. The values below contain only JSON. */
const json = (blocks: object): Json => blocks as unknown as Json;
const text = (words: string, marks: object = {}) => ({ type: "text", text: words, ...marks });
const paragraph = (...children: object[]) => ({ type: "paragraph", children });
const item = (words: string) => ({ type: "list-item", children: [text(words)] });
const list = (...children: object[]) => ({ type: "list", format: "unordered", children });

describe("toMarkdown", () => {
  const obstacles: Readonly<Record<string, readonly [code: string, block: object | null]>> = {
    "underlined text": ["underline", paragraph(text("a", { underline: true }))],
    "an image without a URL": ["image", { type: "image", image: {}, children: [text("")] }],
    "an unknown key": ["extra-key", { ...paragraph(text("a")), alignment: "right" }],
    "a link that opens a window": [
      "extra-key",
      paragraph({ type: "link", url: "/", target: "_blank", children: [text("a")] }),
    ],
    "a mark with the value false": ["loose-marks", paragraph(text("a", { bold: false }))],
    "a mark on empty text": ["loose-marks", paragraph(text("", { bold: true }))],
    "text in two pieces": ["split-text", paragraph(text("a"), text("b"))],
    "a list without an item": ["list-shape", list({ ...list(item("a")), indentLevel: 1 })],
    "a list with an unexpected indent level": [
      "list-shape",
      list(item("a"), { ...list(item("b")), indentLevel: 7 }),
    ],
    "a carriage return without a line feed": ["characters", paragraph(text("a\rb"))],
    "an unknown type of block": ["not-blocks", { type: "table", children: [text("a")] }],
    null: ["not-blocks", null],
    "bold text directly before text with another mark": [
      "ambiguous",
      paragraph(text("a", { bold: true }), text(" b", { strikethrough: true }), text("c")),
    ],
  };
  for (const [what, [code, block]] of Object.entries(obstacles)) {
    it(`toMarkdown rejects ${what}`, () => {
      const [unsupported] = toMarkdown(json([block]));

      assert.equal(unsupported?.code, code);
    });
  }
});

describe("fromMarkdown", () => {
  const misfits: Readonly<Record<string, string>> = {
    "HTML in a line": "Tea <u>in</u> winter",
    "a block of HTML": "<div>\nTea\n</div>",
    "an image": "![Tea](/tea.png)",
    "a table": "| a | b |\n| - | - |\n| 1 | 2 |",
    "a table of one column, in a quote": "> | a |\n> | - |\n> | 1 |",
    "a thematic break": "* * *",
    "two paragraphs in a quote": "> one\n>\n> two",
    "a quote in an item of a list": "- > one",
    "a reference link": "[Tea][1]\n\n[1]: /tea",
    "a link with a title": '[Tea](/tea "In winter")',
    "a list that begins with 3": "3. three",
    "text after the language of a code block": "```js title\n```",
    "a named character reference": "Caf&eacute;",
  };
  for (const [what, markdown] of Object.entries(misfits)) {
    it(`fromMarkdown rejects ${what} and reports its line`, () => {
      const [problem, blocks] = fromMarkdown(`First\n\n${markdown}\n`, null);

      const line = what === "two paragraphs in a quote" ? 5 : 3;
      assert.deepEqual([problem?.line, blocks], [line, null]);
    });
  }
});

describe("Blocks as Markdown, special forms", () => {
  const specialForms: Readonly<
    Record<string, readonly [written: string, blocks: readonly object[]]>
  > = {
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
    "text that looks like Markdown": [
      "\\# a \\*b\\* \\&amp; 1\\_2\n",
      [paragraph(text("# a *b* &amp; 1_2"))],
    ],
  };
  for (const [what, [written, blocks]] of Object.entries(specialForms)) {
    it(`blocks convert to Markdown and back: ${what}`, () => {
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

  it("blocks keep existing images that were moved, copied or deleted, and accept no other image", () => {
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

  it("blocks have a space for a line break in the Markdown of a paragraph, as CommonMark defines", () => {
    const [, blocks] = fromMarkdown("one\ntwo", null);

    assert.deepEqual(blocks, [paragraph(text("one two"))]);
  });
});
