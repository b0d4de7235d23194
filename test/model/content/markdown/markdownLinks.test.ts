import assert from "node:assert/strict";
import fc from "fast-check";
import { anyMarkdown } from "./anyMarkdown.ts";
import { plainTarget, renderedTargets, renderWith } from "./renderedMarkdown.ts";
import { caseCount } from "../../../support/longRun.ts";
import { withLink } from "../../../../src/model/check/textLinks.ts";
import { linksInMarkdown } from "../../../../src/model/content/markdown/markdownLinks.ts";

const urlsIn = (text: string): string[] => linksInMarkdown(text).map(({ url }) => url);

/** The seed is fixed, so each run generates the same texts. CMS_SEED changes it. */
const seed = Number(process.env["CMS_SEED"] ?? 20_261_127);

const foundTargets = (text: string): string[] => [...new Set(urlsIn(text).map(plainTarget))].sort();

describe("Links in Markdown", () => {
  it("links in Markdown are those of the renderer of the specification, in generated texts", () => {
    fc.assert(
      fc.property(anyMarkdown(24), (text) => {
        assert.deepEqual(foundTargets(text), renderedTargets(text));
      }),
      { seed, numRuns: caseCount(200) },
    );
  });

  it("links in Markdown are those of the renderer of the specification, in generated texts that are read in parts", () => {
    fc.assert(
      fc.property(anyMarkdown(1_000, 300), (text) => {
        assert.deepEqual(foundTargets(text), renderedTargets(text));
      }),
      { seed, numRuns: Math.ceil(caseCount(400) / 50) },
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
      links.filter(({ url, start, end }) => text.slice(start, end) !== url),
      [],
    );
    assert.ok(!links.some(({ url }) => url === "/b"));
  });

  it("links in Markdown are links, images, definitions, attributes of HTML and URLs by themselves", () => {
    const text = [
      "[one](/1), ![two](</2> 'title') and <https://example.com/3>.",
      '> <a href="/4">4</a>: see https://example.com/5.',
      "",
      "| https://example.com/6| www.example.com/7_ |",
      "| --- | --- |",
      "",
      "[name]: /8 'title'",
      "[other]: /9",
      "[Name]: /10",
      "",
      "[text][NAME], ![alternative [text](/11)](/12)",
      '<img srcset="/13 1x, /14?a&amp;b 2x" src=/15> <video poster="/16">',
    ].join("\n");

    assert.deepEqual(urlsIn(text), [
      ...["/1", "/2", "https://example.com/3", "/4", "https://example.com/5"],
      ...["https://example.com/6", "http://www.example.com/7", "/8"],
      ...["/12", "/13", "/14?a&b", "/15", "/16"],
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
      links.map(({ start, end }) => text.slice(start, end)),
      ["/c", "/e f", "https://example.com/g?h=&amp;i"],
    );
  });
});

describe("Edit of a link in Markdown", () => {
  it("the edit of a link in Markdown replaces each link with the target, and no code and no longer link", () => {
    const text = "[a](/b) ![c](/b 'd') `[a](/b)` [e](/bc) <a href='/b'>f</a> [g]\n\n[g]: /b";

    assert.equal(
      withLink(text, "/b", "/new"),
      "[a](/new) ![c](/new 'd') `[a](/b)` [e](/bc) <a href='/new'>f</a> [g]\n\n[g]: /new",
    );
  });

  it("the edit of a link in Markdown changes its target in the rendered text and nothing else, in generated texts", () => {
    const targets = [
      "new (1)_[2]*.png",
      "/&quot;'\"<x>`\\|=",
      "https://example.org/a?b=1&copy;=2&d#e",
    ];
    fc.assert(
      fc.property(anyMarkdown(24), fc.nat(), fc.nat(), (text, at, targetAt) => {
        const links = linksInMarkdown(text);
        const link = links[at % links.length];
        fc.pre(link !== undefined);
        // The text of `<url>` is its target, and only an absolute one can be written like that.
        const possibleTargets = targets.slice(text[link.start] === "<" ? 2 : 0);
        const newUrl = possibleTargets[targetAt % possibleTargets.length] ?? "";

        const edited = withLink(text, link.url, newUrl);

        const [oldTarget, newTarget] = [link.url, newUrl].map(plainTarget) as [string, string];
        assert.equal(
          renderWith(edited, newTarget, newTarget),
          renderWith(text, oldTarget, newTarget),
        );
      }),
      { seed, numRuns: caseCount(200) },
    );
  });

  it("the edit of a link in Markdown keeps code after a comment that is not closed, and edits a definition there", () => {
    const comment = "\n\n<div>\n<!--</div>\n\n";
    const [beforeCode, definition] = [`[a](/b)${comment}~~~\ncode\n~~~\n`, `[a]${comment}[a]: /b`];

    for (const text of [beforeCode, definition]) {
      assert.equal(withLink(text, "/b", "/new"), text.replace("/b", "/new"));
    }
  });

  it("the edit of a link in Markdown writes a relative target of a URL by itself as a link with text", () => {
    const text = "Look!https://example.com/a, www.example.com and <https://example.com/a>.";

    const edited = withLink(text, "https://example.com/a", "/b_(c");

    assert.equal(
      withLink(edited, "http://www.example.com", "https://example.org/"),
      "Look! [/b\\_(c](/b_\\(c), https://example.org/ and [/b\\_(c](/b_\\(c).",
    );
  });

  it("the edit of a link in Markdown replaces a text that is a link as a whole", () => {
    assert.equal(withLink("/uploads/tea.png", "/uploads/tea.png", "/new"), "/new");
  });
});
