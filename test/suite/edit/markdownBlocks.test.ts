import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Json } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { contentOf, edit, open, stateOf, type, untilClean } from "../editors.ts";
import { openText, textLenses } from "../texts.ts";
import { useMagazine } from "../useMagazine.ts";

const text = (words: string, marks: object = {}) => ({ type: "text", text: words, ...marks });
const paragraph = (...children: readonly object[]) => ({ type: "paragraph", children });
const content = (document: vscode.TextDocument) => contentOf(document)["content"];

describe("Markdown editor of a blocks field", () => {
  const magazine = useMagazine();

  const opened = async (blocks: Json | readonly object[]) => {
    const id = await magazine.makeArticle({ content: blocks });
    const document = await open(magazine.article(id));
    return { id, document };
  };

  it("a blocks field opens as Markdown, and stays unchanged by a save without edits", async () => {
    const blocks = [
      { type: "heading", level: 2, children: [text("Why winter")] },
      paragraph(text("A "), text("kettle", { bold: true }), text(".")),
    ];
    const { id, document } = await opened(blocks);
    const before = await magazine.draft(id);

    const markdown = await openText(document, "content");
    const openedText = markdown.getText();
    await type(markdown, "Why winter\n---\n\nA __kettle__.");
    const saved = await markdown.save();

    assert.deepEqual([openedText, saved], ["## Why winter\n\nA **kettle**.\n", true]);
    assert.deepEqual([content(document), await magazine.draft(id)], [blocks, before]);
  });

  itLong(
    "a Markdown editor of blocks supports every kind of block, and keeps the text as typed",
    async () => {
      const { id, document } = await opened(null);
      const markdown = await openText(document, "content");
      const words = [
        "# Tea *and* __toast__",
        "Two `lines`\\\nand [a link](https://example.com/a), ~~struck~~.",
        "> Quoted",
        "* one\n* two\n  1. inner",
        "```js\nlet tea;\n```",
        "<br>",
      ].join("\n\n");

      await type(markdown, words);
      const saved = await markdown.save();

      const item = (words: string) => ({ type: "list-item", children: [text(words)] });
      assert.equal(saved, true);
      assert.deepEqual((await magazine.draft(id))?.["content"], [
        {
          type: "heading",
          level: 1,
          children: [
            text("Tea "),
            text("and", { italic: true }),
            text(" "),
            text("toast", { bold: true }),
          ],
        },
        paragraph(
          text("Two "),
          text("lines", { code: true }),
          text("\nand "),
          { type: "link", url: "https://example.com/a", children: [text("a link")] },
          text(", "),
          text("struck", { strikethrough: true }),
          text("."),
        ),
        { type: "quote", children: [text("Quoted")] },
        {
          type: "list",
          format: "unordered",
          children: [
            item("one"),
            item("two"),
            { type: "list", format: "ordered", indentLevel: 1, children: [item("inner")] },
          ],
        },
        { type: "code", language: "js", children: [text("let tea;")] },
        paragraph(text("")),
      ]);
      await untilClean(markdown, words);
    },
  );

  it("a Markdown editor rejects what blocks can't express, shows where and keeps it unsaved", async () => {
    const { id, document } = await opened([paragraph(text("One."))]);
    const before = await magazine.draft(id);
    const markdown = await openText(document, "content");
    const table = "One.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n";

    await type(markdown, table);
    const saved = await markdown.save();
    const reason = await vscode.workspace.fs
      .writeFile(markdown.uri, new TextEncoder().encode(table))
      .then(undefined, (error: unknown) => (error as Error).message);

    assert.deepEqual(
      [saved, stateOf(markdown), document.isDirty, await magazine.draft(id)],
      [false, { text: table, isDirty: true }, false, before],
    );
    assert.match(String(reason), /Line 3 contains a table\. Blocks don't support tables\./);
  });

  it("a Markdown editor follows the JSON, except while it has content that Markdown can't express, which the CodeLens shows", async () => {
    const { document } = await opened([paragraph(text("One."))]);
    const markdown = await openText(document, "content");

    await edit(document, {
      content: [paragraph(text("Two.", { italic: true }))] as unknown as Json,
    });
    await untilClean(markdown, "_Two._\n");
    await edit(document, {
      content: [paragraph(text("x", { underline: true }))] as unknown as Json,
    });
    const lenses = await textLenses(document);
    await type(markdown, "Over it.");
    const saved = await markdown.save();

    assert.deepEqual([saved, stateOf(markdown).isDirty], [false, true]);
    assert.match(JSON.stringify(content(document)), /underline/);
    assert.deepEqual(
      lenses.map(({ title, line }) => [title, line.trim()]),
      [
        ["Edit as Markdown", '"body": null,'],
        ["Can't edit as Markdown: underlined text", '"content": ['],
      ],
    );
  });
});
