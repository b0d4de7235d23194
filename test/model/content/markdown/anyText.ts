import fc from "fast-check";
import type { JsonObject } from "../../../../src/model/foundation/json.ts";

/** Texts that Markdown could parse as syntax. */
export const tricky = fc.constantFrom(
  ...Array.from("*_~`#>-+.!|[](){}<>\\&;:=$%@\"'/1aé🍵\n\t "),
  "**",
  "~~",
  "1. ",
  "- ",
  "# ",
  "> ",
  "```",
  "---",
  "===",
  "&amp;",
  "&eacute;",
  "<br>",
  "<!---->",
  "https://a.example",
  "a@b.example",
  "![x](y)",
  "[x]: y",
  "| a | b |",
  "word",
  "two words",
  "\u00a0",
  "\u200b",
);

const anyText = (least: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: tricky },
        { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
      ),
      {
        minLength: least,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(""));

/** Common words, to measure how many documents can be edited as Markdown. */
const plainText = fc
  .array(
    fc.constantFrom("tea", "in", "winter", "5 *", "a_b", "c. 1900", "#1", "(ö)", "1. May", "-"),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((words) => words.join(" "));

export interface Kind {
  /** Texts with at least this number of characters. */
  readonly text: (least: number) => fc.Arbitrary<string>;
  readonly url: fc.Arbitrary<string>;
  readonly piece: fc.Arbitrary<JsonObject>;
}

const marks = fc.record(
  {
    bold: fc.constant(true),
    italic: fc.constant(true),
    strikethrough: fc.constant(true),
    code: fc.constant(true),
  },
  { requiredKeys: [] },
);

export const odd: Kind = {
  text: anyText,
  url: fc.oneof(fc.webUrl(), anyText(0)),
  piece: fc
    .tuple(anyText(1), fc.oneof(fc.constant({}), marks))
    .map(([text, on]) => ({ type: "text", text, ...on })),
};

const usualMarks: readonly JsonObject[] = [
  { bold: true },
  { italic: true },
  { bold: true, italic: true },
  { strikethrough: true },
  { code: true },
];

export const usual: Kind = {
  text: () => plainText,
  url: fc.oneof(fc.webUrl(), fc.constant("/about us/(now)")),
  piece: fc.oneof(
    plainText.map((text) => ({ type: "text", text: ` ${text} ` })),
    fc
      .tuple(plainText, fc.constantFrom(...usualMarks))
      .map(([text, on]) => ({ type: "text", text, ...on })),
  ),
};
