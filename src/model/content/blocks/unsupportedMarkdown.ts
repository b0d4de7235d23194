import type { BlockNode, NodeOf, InlineNode } from "./tree.ts";

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

  constructor(code: UnsupportedMarkdownCode, node: BlockNode | InlineNode | NodeOf<"listItem">) {
    super(code);
    this.reason = { code, line: node.position?.start.line ?? 1 };
  }
}
