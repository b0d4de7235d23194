import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../src/model/json.ts";
import { editsIn, withEdits } from "../../src/model/replacing/edits.ts";
import { textFieldsOf } from "../../src/model/replacing/fields.ts";
import { narrowedTo } from "../../src/model/replacing/narrowing.ts";
import { toReplacement } from "../../src/model/replacing/pattern.ts";
import type { Wanted } from "../../src/model/replacing/pattern.ts";
import { anyContent } from "./anyDocument.ts";
import { kitchen, recipes } from "./kitchen.ts";
import { must } from "./outcomes.ts";

const service = { type: recipes, catalog: kitchen } as Parameters<typeof textFieldsOf>[0];
const fields = textFieldsOf(service);
const plainly = { isRegExp: false, matchCase: false, wholeWord: false, replacement: "" };

/** What becomes of a content, and in how many places of each attribute. */
function replaced(content: JsonObject, wanted: Partial<Wanted> & { readonly text: string }) {
  const replacement = must(toReplacement({ ...plainly, ...wanted }));
  const edits = must(editsIn(content, { ...replacement, fields }, service));
  const counts = Object.fromEntries(
    edits.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]),
  );
  return { content: withEdits(content, edits), counts };
}

const summary = (text: string, wanted: Partial<Wanted> & { readonly text: string }) =>
  replaced({ summary: text }, wanted).content["summary"];

const failureOf = (wanted: Partial<Wanted>): unknown =>
  toReplacement({ ...plainly, text: "", ...wanted })[0]?.code;

describe("Replacing in texts", () => {
  it("offers every field with text, in components, zones and blocks, and none that is private or a choice", () => {
    const paths = fields.map(({ path, asked }) => [path, asked?.join(".")]);

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

  it("reaches every text of the chosen fields, and nothing else", () => {
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

    const became = replaced(content, { text: "tea", replacement: "coffee" });

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

  it("takes a plain text for what it is, and a regular expression with its groups", () => {
    const became = [
      summary("a.b and aXb", { text: "a.b", replacement: "$1$&" }),
      summary("a.b and aXb", { text: "a(.)b", isRegExp: true, replacement: "$1$$" }),
      summary("Cup cup", { text: "cup", matchCase: true, replacement: "pot" }),
      summary("Éclair éclair", { text: "éclair", replacement: "bun" }),
      summary("tea, steam, thé tea's", { text: "tea", wholeWord: true, replacement: "coffee" }),
      summary("naïve naï", { text: "naï", wholeWord: true, replacement: "x" }),
      summary("one\ntwo", { text: "^t", isRegExp: true, replacement: "T" }),
      summary("a) b", { text: "a)", wholeWord: true, replacement: "c" }),
    ];

    assert.deepEqual(became, [
      "$1$& and aXb",
      ".$ and X$",
      "Cup pot",
      "bun bun",
      "coffee, steam, thé coffee's",
      "naïve x",
      "one\nTwo",
      "c b",
    ]);
  });

  it("never takes one half of a character", () => {
    assert.equal(summary("🍵", { text: "[\\ud83c]", isRegExp: true, replacement: "x" }), "🍵");
    assert.equal(summary("🍵", { text: "^.$", isRegExp: true, replacement: "tea" }), "tea");
  });

  it("refuses an expression that is none, and one that finds places without text", () => {
    const codes = [
      failureOf({ text: "(", isRegExp: true }),
      failureOf({ text: "a)|(b", isRegExp: true, wholeWord: true }),
      failureOf({ text: "" }),
      failureOf({ text: "a*", isRegExp: true }),
      failureOf({ text: "\\b", isRegExp: true }),
      failureOf({ text: "$", isRegExp: true }),
      failureOf({ text: "a*" }),
    ];
    const { pattern, template } = must(
      toReplacement({ ...plainly, text: "(?=t)", isRegExp: true, replacement: "x" }),
    );

    const late = editsIn({ summary: "tea" }, { pattern, template, fields }, service);

    assert.deepEqual(codes, [
      "invalid-pattern",
      "invalid-pattern",
      ...Array.from({ length: 4 }, () => "matches-nothing"),
      undefined,
    ]);
    assert.deepEqual(late, [{ code: "matches-nothing" }, null]);
  });

  it("stops an expression that goes back and forth without end", () => {
    const replacement = must(toReplacement({ ...plainly, text: "(a+)+b", isRegExp: true }));

    const outcome = editsIn({ summary: "a".repeat(60) }, { ...replacement, fields }, service);

    assert.deepEqual(outcome, [{ code: "slow-pattern" }, null]);
  });

  it("gives the same content back when it is replaced there and back again", () => {
    const stock = { catalog: kitchen, targets: new Map(), files: [] };
    // Nothing that anybody writes.
    const mark = "\u{F0000}";

    fc.assert(
      fc.property(
        anyContent(recipes.attributes, stock),
        fc.constantFrom("a", "e", "-", "$", "in"),
        (content, text) => {
          const there = replaced(content, { text, matchCase: true, replacement: mark });
          const back = replaced(there.content, { text: mark, replacement: text });

          assert.deepEqual(back, { content, counts: there.counts });
          assert.equal(
            JSON.stringify(replaced(there.content, { text, matchCase: true }).counts),
            "{}",
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("A search that is narrowed on the service", () => {
  const some = (...paths: string[]) => fields.filter(({ path }) => paths.includes(path));
  const asked = (text: string, ...paths: string[]) =>
    narrowedTo({ text, isRegExp: false }, some(...paths));

  it("asks for the text in each field, and in whatever case", () => {
    assert.deepEqual(asked("tea", "title", "seo.keywords.label"), {
      $or: [
        { title: { $containsi: "tea" } },
        { seo: { keywords: { label: { $containsi: "tea" } } } },
      ],
    });
  });

  it("asks for the part alone that every database knows", () => {
    assert.deepEqual(asked("Thé au lait\\", "title"), {
      $or: [{ title: { $containsi: "au lait" } }],
    });
  });

  it("is none where the service can't be asked", () => {
    assert.deepEqual(
      [
        narrowedTo({ text: "tea", isRegExp: true }, some("title")),
        asked("tea", "title", "steps"),
        asked("tea", "sections[sections.text].body"),
        asked("é", "title"),
      ],
      [undefined, undefined, undefined, undefined],
    );
  });
});
