import { fromText } from "../../../documents/content/documentText.ts";
import type { TextFailure } from "../../../documents/documentFailure.ts";
import type { RawRecord } from "./raw.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/** A place in a text, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The record that a piece of a text is, where that piece begins in the whole; its flaws are where they are there. */
export function parseRecord(text: string, at: Position): RawRecord {
  const { line } = positionAfter(at, /^\s*/.exec(text)?.[0] ?? "");
  const [failure, value] = fromText(text);
  return failure ? { line, failure: withPosition(failure, at) } : { line, value };
}

/** Where one is after a text. */
export function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line, column: column + last }
    : { line: line + lines.length - 1, column: last + 1 };
}

function withPosition(failure: TextFailure, at: Position): BulkFailure {
  if (failure.code === "not-an-object") return { code: "not-a-record" };
  const { line, column } = failure;
  return {
    ...failure,
    line: at.line + line - 1,
    column: line === 1 ? at.column + column - 1 : column,
  };
}
