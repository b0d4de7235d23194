import type { fromMarkdown } from "mdast-util-from-markdown";
import type { toMarkdown } from "mdast-util-to-markdown";

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;

type Nodes = Parameters<typeof toMarkdown>[0];

export type NodeOf<Type extends Nodes["type"]> = Extract<Nodes, { readonly type: Type }>;

export type BlockNode = MarkdownRoot["children"][number];
export type InlineNode = NodeOf<"paragraph">["children"][number];

/** Nested lists and quotes. The time of the parser is quadratic in their depth. */
export const deepNesting = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){40}/m;

/** The line break to write where Markdown's own syntax would not make one. */
export const lineBreak = "<br>";

/** Whether a word can be written unchanged after the backticks of a code block. */
export const isLanguage = (word: string): boolean => /^[^\s`&\\]+$/.test(word);

export const isLineBreak = (html: string): boolean => /^<br\s*\/?>$/.test(html);

export interface UnsupportedMarkdown {
  readonly code: UnsupportedMarkdownCode;
  /** Starts at 1. */
  readonly line: number;
}

export type UnsupportedMarkdownCode =
  | "code-words"
  | "html"
  | "image"
  | "link-title"
  | "list-start"
  | "named-character"
  | "nested"
  | "reference"
  | "rule"
  | "table"
  | "too-complex";

/** Thrown only inside this module: a text converts as a whole or not at all. */
export class UnsupportedMarkdownError extends Error {
  readonly reason: UnsupportedMarkdown;

  constructor(code: UnsupportedMarkdownCode, node: Pick<BlockNode, "position">) {
    super(code);
    this.reason = { code, line: node.position?.start.line ?? 1 };
  }
}
