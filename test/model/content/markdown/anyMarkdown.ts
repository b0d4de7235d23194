import fc from "fast-check";

/** Parts of a text, each with a number, so that every link of a text has another target. */
type Part = (number: number) => string;

/** Characters that change what the parts after them are. */
const signs = [
  ...["`", "``", "```", "~~~", "    ", "  ", " ", "\t", "\n", "\n", "\n\n", "\r\n", "\n  "],
  ...[
    "> ",
    "- ",
    "* ",
    "1. ",
    "# ",
    "\n\n---\n",
    "\n\ntext\n=== ",
    "<!--",
    "-->",
    "\\",
    "*",
    "_",
    "**",
    "text",
  ],
  ...[" [", "]", "!", "(", ")", "<", ">", '"', "'", "&"],
];

/**
 * Every syntax of a link. The parser and the renderer disagree on a bracket after a reference, on a
 * tag alone in its line after a paragraph in a list, and on which definition of a label is the first
 * if one is above the line of a heading. So brackets come after a space, such tags after an empty
 * line, and definitions above text have labels of their own.
 */
const markdown: readonly Part[] = [
  (number) => `[a](/a${number})`,
  (number) => `![i](</v w${number}>)`,
  (number) => `(/x${number})`,
  (number) => `(<y${number}>)`,
  (number) => `(/p(q)r${number} "t")`,
  (number) => `[a](/e\\_\\(${number} (t\n))`,
  (number) => `[b](/f&amp;&#46;${number} 't')`,
  (number) => ` [![i](/i${number})](/o${number})`,
  (number) => `![a [b](/b${number}) c](/c${number})`,
  (number) => `[m${number}]: /d${number}\ntext [m${number}]`,
  (number) => `\n\n[l${number % 3}]: </d ${number}> (t)\n\n`,
  (number) => `[l${number % 3}]`,
  (number) => `[t][l${number % 3}]`,
  (number) => `[L${number % 3}][]`,
  (number) => `![t][l${number % 3}]`,
  (number) => `<xy:e${number}>`,
  (number) => `<u${number}@example.org>`,
];

const html: readonly Part[] = [
  (number) => `<a href="/h${number}">.`,
  () => "</a>.",
  () => "<br/>.",
  () => "<textarea>.",
  () => "</textarea>.",
  (number) => `<img src='/s${number}?a&amp;b' alt="x">.`,
  (number) => `<img src=q${number}>.`,
  (number) => `<img srcset="/t${number}.png?a&amp;b 1x, /u${number}.png" src="/z${number}">.`,
  (number) => `<video poster="/p${number}">.`,
  (number) => `<!-- <a href="/k${number}"> [c](/k${number}) -->`,
  () => "\n\n<div>\n",
  () => "</div>\n\n",
  (number) => `\n\n<img src=g${number}>\n`,
  (number) => `\n\n<p><a\n  href = "/m${number}">x</a></p>\n\n`,
  (number) => `\n\n<!--\n\n[c](/k${number})\n\n-->\n`,
  (number) => `\n\n<script>\nx = '<a href="/k${number}">';\n\n[c](/j${number})\n</script>\n`,
];

const parts: readonly Part[] = [...signs.map((sign) => () => sign), ...markdown, ...html];

/** Texts of this many parts at most. */
export const anyMarkdown = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...parts), { minLength, maxLength, size: "max" })
    .map((chosen) => chosen.map((part, number) => part(number)).join(""));
