import { fromText } from "../../../content/documentText.ts";
import type { TextFailure } from "../../../content/documentFailure.ts";
import type { RawRecord } from "./raw.ts";
import type { BulkFailure } from "../../bulkFailure.ts";

/** A position in a text. Lines and columns start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Parses a part of a text as a record. `at` is the start of the part, so that errors have positions
 * in the whole text.
 */
export function parseRecord(text: string, at: Position): RawRecord {
  const { line } = positionAfter(at, /^\s*/.exec(text)?.[0] ?? "");
  const [failure, value] = fromText(text);
  return failure ? { line, failure: withPosition(failure, at) } : { line, value };
}

/** The position after a text that starts at the given position. */
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
