import assert from "node:assert/strict";
import type { Json } from "../../../src/model/foundation/json.ts";
import { facts } from "../../services/facts.ts";
import { reported } from "./findings.ts";
import { judgeArticle, ruleArticle, short } from "./rulings.ts";

const text = (value: Json = "Tea"): Json => ({ type: "text", text: value });
const paragraph = (...children: Json[]): Json => ({ type: "paragraph", children });
const link = (url: Json): Json => ({ type: "link", url, children: [text()] });
const list = (...children: Json[]): Json => ({ type: "list", format: "ordered", children });
const item = (...children: Json[]): Json => ({ type: "list-item", children });
const heading = (level: Json): Json => ({ type: "heading", level, children: [text()] });

const image = {
  name: "a.png",
  url: "/a.png",
  width: 1,
  height: 1,
  hash: "a",
  ext: ".png",
  mime: "image/png",
  size: 1,
  provider: "local",
  createdAt: "2024-01-02",
  updatedAt: "2024-01-02",
};

const fine: readonly Json[] = [
  null,
  [],
  "[]",
  [paragraph(text(), link("https://example.com"), link("/tea"), link("mailto:a@b.de"))],
  [paragraph(text(5)), { type: "quote", children: [text("")] }],
  [heading(1), heading("6"), { type: "code", language: "ts", children: [text()] }],
  [list(item(), item(text(), link("/")), list(item(text())))],
  [{ type: "image", image, children: [] }],
  [
    {
      type: "paragraph",
      extra: 1,
      children: [{ type: "text", text: "a", bold: "true", extra: 1 }],
    },
  ],
];

const broken: readonly (readonly [value: Json, ...said: string[]])[] = [
  [["Tea"], "content.0: not-a-block"],
  [[null], "content.0: not-a-block"],
  [[{ type: "bogus" }, {}], "content.0: not-a-block", "content.1: not-a-block"],
  [[text()], "content.0: not-a-block"],
  [[paragraph()], "content.0.children: not-a-block"],
  [[{ type: "paragraph" }], "content.0: not-a-block"],
  [[{ type: "quote", children: {} }], "content.0.children: not-a-block"],
  [[paragraph("Tea")], "content.0.children.0: not-a-block"],
  [[paragraph(null)], "content.0.children.0: not-a-block"],
  [[paragraph({ type: "text" })], "content.0.children.0: not-a-block"],
  [[paragraph(text(null))], "content.0.children.0: not-a-block"],
  [
    [paragraph({ type: "text", text: "a", bold: "yes", code: null })],
    "content.0.children.0.bold: not-a-boolean",
    "content.0.children.0.code: not-a-boolean",
  ],
  [[paragraph(link("tea"))], "content.0.children.0.url: not-a-link"],
  [[paragraph(link("javascript:1"))], "content.0.children.0.url: not-a-link"],
  [[paragraph({ type: "link", children: [] })], "content.0.children.0: not-a-link"],
  [
    [paragraph({ type: "link", url: "/", children: [link("/")] })],
    "content.0.children.0.children.0: not-a-block",
  ],
  [[heading(7)], "content.0.level: not-a-block"],
  [[{ type: "heading", children: [text()] }], "content.0: not-a-block"],
  [[{ type: "code", children: [link("/")] }], "content.0.children.0: not-a-block"],
  [[list()], "content.0.children: not-a-block"],
  [[list(paragraph(text()))], "content.0.children.0: not-a-block"],
  [[{ type: "list", children: [item()] }], "content.0: not-a-block"],
  [[{ type: "list", format: "dotted", children: [item()] }], "content.0.format: not-a-block"],
  [[{ type: "image", children: [] }], "content.0: not-a-block"],
  [
    [{ type: "image", image: { ...image, hash: null }, children: [] }],
    "content.0.image: not-a-block",
  ],
];

describe("Validation of blocks", function () {
  this.timeout(60_000);
  for (const value of facts(fine)) {
    it(`validation of blocks accepts ${short(value)} as the service does`, async () => {
      const { done, findings } = await ruleArticle({ content: value });

      assert.deepEqual([done, reported(findings)], ["fine", []]);
    });
  }

  for (const [value, ...said] of facts(broken)) {
    it(`validation of blocks rejects ${short(value)} as the service does`, async () => {
      const { done, findings } = await ruleArticle({ content: value });

      assert.deepEqual([done, reported(findings)], ["error", said]);
    });
  }

  it("validation of blocks finds what is broken in every value, without the service", async () => {
    const results = [];
    for (const [value] of [...fine.map((fineValue) => [fineValue] as const), ...broken])
      results.push(reported((await judgeArticle({ content: value })).findings));

    assert.deepEqual(results, [...fine.map(() => []), ...broken.map(([, ...said]) => said)]);
  });

  for (const value of facts(["Tea", {}, 5])) {
    it(`validation of blocks rejects ${short(value)}, which the service accepts but does not store`, async () => {
      const { done, said, readKept } = await ruleArticle({ content: value });

      assert.deepEqual([done, said, (await readKept())["content"]], ["fine", "error", null]);
    });
  }
});
