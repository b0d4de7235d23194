import { fromMarkdown } from "mdast-util-from-markdown";

type Node = ReturnType<typeof fromMarkdown>["children"][number];

/** The prose of a Markdown file, without code, link targets and HTML. */
export interface Prose {
  /** The sentences of paragraphs and list items. */
  readonly sentences: readonly string[];
  /** The texts of headings, table cells and images. They can be phrases or sentences. */
  readonly phrases: readonly string[];
}

/** The word that replaces inline code. */
const code = "Code";
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export function proseOf(markdown: string): Prose {
  const sentences: string[] = [];
  const phrases: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === "heading") phrases.push(textOf(node));
    else if (node.type === "paragraph") {
      // The parser doesn't support tables. It returns a table as a paragraph with one line for each row.
      const text = textOf(node);
      if (text.startsWith("|")) phrases.push(...cellsOf(text));
      else sentences.push(...sentencesOf(text));
    } else if ("children" in node) node.children.forEach(visit);
  };
  fromMarkdown(markdown).children.forEach(visit);
  return { sentences, phrases: phrases.flatMap(sentencesOf) };
}

/** The number of words. A compound such as "read-only" counts as one word. */
export const lengthOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export function averageOf(sentences: readonly string[]): number {
  const words = sentences.reduce((sum, sentence) => sum + lengthOf(sentence), 0);
  return sentences.length === 0 ? 0 : words / sentences.length;
}

function sentencesOf(text: string): string[] {
  // Without this, the segmenter would end a sentence at each line break.
  const segments = [...segmenter.segment(text.replace(/\s+/g, " "))];
  return segments.map(({ segment }) => segment.trim()).filter((part) => lengthOf(part) > 0);
}

function cellsOf(table: string): string[] {
  const rows = table.split("\n").filter((row) => !/^[\s|:-]+$/.test(row));
  return rows.flatMap((row) => row.split("|"));
}

function textOf(node: Node): string {
  if (node.type === "inlineCode") return code;
  if (node.type === "text") return node.value;
  if (node.type === "break") return " ";
  if (node.type === "image") return node.alt ?? "";
  return "children" in node ? node.children.map(textOf).join("") : "";
}
