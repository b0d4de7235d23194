import type { fromMarkdown } from "mdast-util-from-markdown";
import type { toMarkdown } from "mdast-util-to-markdown";

/** A Markdown text as a tree, as the libraries have it. */
export type MarkdownRoot = ReturnType<typeof fromMarkdown>;

type Nodes = Parameters<typeof toMarkdown>[0];

export type NodeOf<Type extends Nodes["type"]> = Extract<Nodes, { readonly type: Type }>;

/** What stands below another, and what stands beside another in a line. */
export type BlockNode = MarkdownRoot["children"][number];
export type InlineNode = NodeOf<"paragraph">["children"][number];

/** How a line break is written where Markdown's own would not be one. */
export const lineBreak = "<br>";

/** Whether a word is written behind the ticks of a block of code as it is. */
export const isLanguage = (word: string): boolean => /^[^\s`&\\]+$/.test(word);

export const isLineBreak = (html: string): boolean => html.replace(/\s*\/?>$/, ">") === lineBreak;
