import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { caseCount } from "../../support/longRun.ts";
import { withLink } from "../../../src/model/check/textLinks.ts";
import { linksInMarkdown } from "../../../src/model/check/markdownLinks.ts";

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

const urlsIn = (text: string): string[] => linksInMarkdown(text).map(({ url }) => url);

/** The targets that the parser for blocks finds. It ignores URLs by themselves, and HTML. */
function parsedUrlsIn(node: Node): string[] {
  const inner = "children" in node ? node.children.flatMap(parsedUrlsIn) : [];
  return "url" in node ? [...inner, node.url] : inner;
}

/** The seed is fixed, so each run generates the same texts. CMS_SEED changes it. */
const seed = Number(process.env["CMS_SEED"] ?? 20_261_127);

/** Parts of Markdown that change what the parts after them are. */
const parts = [
  ...[
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "* ",
    "1. ",
    "    ",
    "  ",
    " ",
    "\t",
  ],
  ...["[a](/u)", "![i](</v w>)", "[", "]", "(/x)", "(<y>)", '(/p(q)r "t")', "[l]: /def\n", "<x:e>"],
  ...["text", "<!--", "-->", "\\", "# ", "---", "=== ", "\n  "],
];

describe("Links in Markdown", () => {
  it("links in Markdown are those of the parser for blocks, in generated texts", () => {
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 14 });

    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join("");
        assert.deepEqual(urlsIn(text).sort(), parsedUrlsIn(fromMarkdown(text)).sort());
      }),
      { seed, numRuns: 10 * caseCount(80) },
    );
  });

  it("links in Markdown are those of the parser for blocks, in generated texts that are read in parts", () => {
    const texts = fc.array(fc.constantFrom(...parts), { minLength: 1_000, maxLength: 3_000 });

    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join("");
        assert.deepEqual(urlsIn(text).sort(), parsedUrlsIn(fromMarkdown(text)).sort());
      }),
      { seed, numRuns: caseCount(8) },
    );
  });

  it("links in Markdown have the offset of the target in a long text with a byte order mark, list and table", () => {
    const items = Array.from(
      { length: 300 },
      (_, at) => `- item\n\n  ~~~\n  [a](/b)\n  ~~~\n\n  [c](/d${at})`,
    );
    const row = "| a | https://example.com/e |\n";
    const text = `\uFEFF[x](/y)\n\n${items.join("\n")}\n\n${row.repeat(1_000)}`;

    const links = linksInMarkdown(text);

    assert.equal(links.length, 1_301);
    assert.deepEqual(
      links.filter(({ url, offset }) => text.slice(offset, offset + url.length) !== url),
      [],
    );
    assert.ok(!links.some(({ url }) => url === "/b"));
  });

  it("links in Markdown are links, images, definitions, attributes of HTML and URLs by themselves", () => {
    const text = [
      "[one](/1), ![two](</2> 'title') and <https://example.com/3>.",
      '> <a href="/4">4</a>: see https://example.com/5.',
      "",
      "- | https://example.com/6| https://example.com/7_ |",
      "",
      "[name]: /8 'title'",
    ].join("\n");

    assert.deepEqual(urlsIn(text), [
      ...["/1", "/2", "https://example.com/3", "/4", "https://example.com/5"],
      ...["https://example.com/6", "https://example.com/7", "/8"],
    ]);
  });

  it("links in Markdown are none in code and comments", () => {
    const text = [
      "Call `/uploads/example.png` or ``[a](/b) ` https://a.example``.",
      "```js\nfetch('http://localhost:1337/api');\n\n[a](/b)\n```",
      "- ~~~\n  [a](/b)\n\n  http://localhost:1337\n  ~~~",
      "> ```\n> [a](/b)\n> ```",
      "    http://localhost:1337",
      "Text <!-- [a](/b)\nhttp://localhost:1337 --> text",
      "<!-- [a](/b)\n\nhttp://localhost:1337\n-->",
      "\\[a](/b) \\![c](/only)",
    ].join("\n\n");

    assert.deepEqual(urlsIn(text), ["/only"]);
  });

  it("links in Markdown have the offset of the target as it is written", () => {
    const text = "> a\r\n> [b](/c)\r\n\r\n1. ![d](</e f>) https://example.com/g?h=&amp;i.";

    const links = linksInMarkdown(text);

    assert.deepEqual(
      links.map(({ url, offset }) => text.slice(offset, offset + url.length) === url && url),
      ["/c", "/e f", "https://example.com/g?h=&amp;i"],
    );
  });
});

describe("Edit of a link in Markdown", () => {
  it("the edit of a link in Markdown replaces each link with the target, and no code and no longer link", () => {
    const text = "[a](/b) ![c](/b 'd') `[a](/b)` [e](/bc) <a href='/b'>f</a>\n\n[g]: /b";

    assert.equal(
      withLink(text, "/b", "/new"),
      "[a](/new) ![c](/new 'd') `[a](/b)` [e](/bc) <a href='/new'>f</a>\n\n[g]: /new",
    );
  });

  it("the edit of a link in Markdown replaces a text that is a link as a whole", () => {
    assert.equal(withLink("/uploads/tea.png", "/uploads/tea.png", "/new"), "/new");
  });
});
