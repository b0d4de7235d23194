import type { Flow, NodeOf, Phrasing } from "./tree.ts";

/** What there is in a Markdown text that blocks can't hold. */
export interface Misfit {
  readonly code: MisfitCode;
  /** From 1 on. */
  readonly line: number;
}

export type MisfitCode =
  | "code-words"
  | "html"
  | "image"
  | "link-title"
  | "list-start"
  | "named-character"
  | "nested"
  | "reference"
  | "rule"
  | "table";

/** Thrown inside of this room alone: a text is read as a whole or not at all. */
export class Misfitting extends Error {
  readonly misfit: Misfit;

  constructor(code: MisfitCode, node: Flow | Phrasing | NodeOf<"listItem">) {
    super(code);
    this.misfit = { code, line: node.position?.start.line ?? 1 };
  }
}
