import assert from "node:assert/strict";
import { markdownCodecFor } from "../../../../src/model/content/markdown/markdownCodec.ts";
import type { Json } from "../../../../src/model/foundation/json.ts";

const none = { trimsLines: false, trimsFinalNewlines: false, insertsFinalNewline: false };
const all = { trimsLines: true, trimsFinalNewlines: true, insertsFinalNewline: true };

/** The value of a rich text field after its text was saved. */
async function valueOf(text: string, previousValue: Json, cleanup = none): Promise<Json> {
  const codec = await markdownCodecFor("richtext", cleanup);
  const [unsupported, value] = codec.toValue(text, previousValue);
  assert.equal(unsupported, null);
  return value;
}

type Case = readonly [previousValue: string | null, text: string, value: string | null];

async function assertValues(cases: Readonly<Record<string, Case>>, cleanup = none): Promise<void> {
  for (const [name, [previousValue, text, value]] of Object.entries(cases)) {
    assert.deepEqual(await valueOf(text, previousValue, cleanup), value, name);
  }
}

describe("Edited Markdown of a rich text field", () => {
  it("an edited Markdown text keeps the line breaks of lines that were not changed", async () => {
    await assertValues({
      "an editor with CRLF": ["a\nb", "a\r\nb", "a\nb"],
      "an editor with CRLF, a changed line": ["a\nb", "a\r\nc", "a\nc"],
      "an editor with LF": ["a\r\nb", "a\nb", "a\r\nb"],
      "an editor with LF, a changed line": ["a\r\nb", "a\nc", "a\r\nc"],
      "mixed line breaks": ["a\r\nb\nc\rd\r\ne", "a\nb\nX\nc\nd\ne", "a\r\nb\nX\nc\rd\r\ne"],
      "no value yet": [null, "a\r\nb", "a\nb"],
      "still no value": [null, "", null],
    });
  });

  it("an edited Markdown text keeps blanks at the ends of other lines when VS Code may have trimmed them", async () => {
    await assertValues(
      {
        "untouched lines": ["a  \n\t\nb\t\nc", "a\n\nb\nX", "a  \n\t\nb\t\nX"],
        "an inserted line": ["a  \nb  ", "a\nX\nb", "a  \nX\nb  "],
        "lines below a moved one": ["a  \nb  \nc  ", "c\na\nb", "c\na  \nb  "],
        "blanks that the user added": ["a\nb", "a  \nb", "a  \nb"],
        "only trimmed": ["a  \nb  ", "a\nb", "a  \nb  "],
      },
      { ...none, trimsLines: true },
    );
  });

  it("removing the blanks at the end of a line is an edit when no setting trims lines", async () => {
    await assertValues({
      "a removed hard line break": ["a  \nb", "a\nb", "a\nb"],
      "a removed final line break": ["a\n", "a", "a"],
      "an added final line break": ["a", "a\n", "a\n"],
      "removed final lines": ["a\n\n\n", "a\n", "a\n"],
    });
  });

  it("an edited Markdown text ends as before when VS Code may have changed its final line breaks", async () => {
    await assertValues(
      {
        "inserted into an untouched text": ["a", "a\n", "a"],
        "inserted into an edited text": ["a\nb", "a\nX\n", "a\nX"],
        "inserted into a text that was empty": ["", "a\nb\n", "a\nb"],
        "inserted into a field without a value": [null, "a\n", "a"],
        "more than VS Code inserts": ["a", "a\n\n", "a\n\n"],
        "trimmed from an untouched text": ["a\n\n \n", "a\n", "a\n\n \n"],
        "trimmed from an edited text": ["a\nb\n\n\n", "a\nX\n", "a\nX\n\n\n"],
        "a paragraph behind final line breaks": ["a\n\n\n", "a\n\n\nX\n", "a\n\n\nX\n"],
        "a text that the user cleared": ["a\n\n", "", ""],
      },
      all,
    );
  });

  it("an edited Markdown text keeps line separators that VS Code removed, except on changed lines", async () => {
    await assertValues({
      "all removed": ["a\u2028b\nc\u2029", "ab\nc", "a\u2028b\nc\u2029"],
      "one line changed": ["a\u2028b\nc\u2029d", "aXb\ncd", "aXb\nc\u2029d"],
      "one removed by the user": ["a\u2028b\u2028c", "ab\u2028c", "ab\u2028c"],
    });
  });

  it("an edited Markdown text keeps a byte order mark that VS Code takes from its start", async () => {
    await assertValues({
      "another line changed": ["\uFEFFa\nb", "a\nX", "\uFEFFa\nX"],
      "its line changed": ["\uFEFFa\nb", "X\nb", "X\nb"],
      "nothing changed": ["\uFEFFa\nb", "a\nb", "\uFEFFa\nb"],
    });
  });

  it("an edited Markdown text keeps other hidden characters as the user left them", async () => {
    const text = "\uFEFFa\u0085\n\u202Eb\u2066\u200F \u061C";
    await assertValues({
      untouched: [text, text, text],
      "one removed by the user": [text, text.replace("\u202E", ""), text.replace("\u202E", "")],
    });
  });

  it("an edited Markdown text of 20,000 lines is converted, also when every line has changed", async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `Line ${at}  `);
    const edited = lines.map((line, at) => (at % 50 === 7 ? "X" : line.trimEnd()));
    const trimmed = { ...none, trimsLines: true };

    const value = await valueOf(edited.join("\n"), lines.join("\n"), trimmed);
    const other = await valueOf(edited.map((line) => `${line}!`).join("\n"), lines.join("\n"));

    assert.equal(value, lines.map((line, at) => (at % 50 === 7 ? "X" : line)).join("\n"));
    assert.equal(other, edited.map((line) => `${line}!`).join("\n"));
  });
});

describe("Edited Markdown of a blocks field", () => {
  const text = (words: string) => [{ type: "text", text: words }];
  const value = [
    { type: "code", children: text("a  \nb\t\n\n") },
    { type: "paragraph", children: text("One\u2028two\u202E") },
    { type: "paragraph", children: text("Three") },
  ];

  it("an edited Markdown text of blocks keeps what VS Code trimmed and removed on other lines", async () => {
    const codec = await markdownCodecFor("blocks", all);
    const [, markdown = ""] = codec.toText(value);
    const saved = `${markdown}`.replaceAll(/[ \t]+$/gm, "").replace("\u2028", "");

    const [, untouched] = codec.toValue(saved, value);
    const [, edited] = codec.toValue(saved.replace("Three", "Four"), value);

    assert.equal(untouched, value);
    const [code, paragraph] = value;
    assert.deepEqual(edited, [code, paragraph, { type: "paragraph", children: text("Four") }]);
  });
});
