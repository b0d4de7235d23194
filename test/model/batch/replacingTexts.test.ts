import assert from "node:assert/strict";
import fc from "fast-check";
import { anyContent } from "../anyDocument.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { fields, replaced } from "./recipes.ts";

describe("Text replacement", () => {
  it("text replacement offers each text field, also in components, zones and blocks, but no private one", () => {
    const paths = fields.map(({ path, filterPath }) => [path, filterPath?.join(".")]);

    assert.deepEqual(paths, [
      ["summary", "summary"],
      ["title", "title"],
      ["slug", "slug"],
      ["steps", undefined],
      ["seo.metaTitle", "seo.metaTitle"],
      ["seo.metaDescription", "seo.metaDescription"],
      ["seo.canonical.label", "seo.canonical.label"],
      ["seo.canonical.url", "seo.canonical.url"],
      ["seo.keywords.label", "seo.keywords.label"],
      ["seo.keywords.url", "seo.keywords.url"],
      ["links.label", "links.label"],
      ["links.url", "links.url"],
      ["sections[sections.text].heading", undefined],
      ["sections[sections.text].body", undefined],
      ["sections[sections.quote].text", undefined],
      ["sections[sections.quote].heading", undefined],
    ]);
  });

  it("text replacement changes each match in the chosen fields and nothing else", async () => {
    const content = {
      title: "Tea",
      extra: { note: "tea" },
      season: "tea",
      steps: [
        {
          type: "paragraph",
          children: [
            { type: "text", text: "Green tea, tea", bold: true },
            { type: "link", url: "/tea", children: [{ type: "text", text: "tea" }] },
          ],
        },
      ],
      cook: { documentId: "tea", name: "tea" },
      seo: {
        id: 1,
        metaTitle: "tea",
        keywords: [
          { id: 2, label: "tea" },
          { id: 3, url: "/tea" },
        ],
      },
      sections: [
        { __component: "sections.quote", id: 1, text: "tea", heading: null },
        { __component: "sections.text", id: 1, heading: "Milk" },
      ],
    };

    const became = await replaced(content, { text: "tea", replacement: "coffee" });

    assert.deepEqual(became, {
      content: {
        ...content,
        title: "coffee",
        steps: [
          {
            type: "paragraph",
            children: [
              { type: "text", text: "Green coffee, coffee", bold: true },
              { type: "link", url: "/tea", children: [{ type: "text", text: "coffee" }] },
            ],
          },
        ],
        seo: {
          id: 1,
          metaTitle: "coffee",
          keywords: [
            { id: 2, label: "coffee" },
            { id: 3, url: "/coffee" },
          ],
        },
        sections: [
          { __component: "sections.quote", id: 1, text: "coffee", heading: null },
          { __component: "sections.text", id: 1, heading: "Milk" },
        ],
      },
      counts: { title: 1, steps: 3, seo: 3, sections: 1 },
    });
  });

  it("text replacement restores the content when it is reversed", async () => {
    const stock = { catalog: kitchen, targets: new Map(), files: [], database: "sqlite" } as const;
    // A character that no content contains.
    const mark = "\u{F0000}";

    await fc.assert(
      fc.asyncProperty(
        anyContent(recipes.attributes, stock),
        fc.constantFrom("a", "e", "-", "$", "in"),
        async (content, text) => {
          const markedResult = await replaced(content, {
            text,
            matchCase: true,
            replacement: mark,
          });
          const back = await replaced(markedResult.content, { text: mark, replacement: text });

          assert.deepEqual(back, { content, counts: markedResult.counts });
          const leftovers = await replaced(markedResult.content, { text, matchCase: true });
          assert.deepEqual(leftovers.counts, {});
        },
      ),
      { seed: 20_260_301, numRuns: 200 },
    );
  });
});
