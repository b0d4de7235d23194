import type { AttributeSchema } from "../../../../client/index.ts";
import { fromJson } from "../../../documents/content/documentText.ts";
import type { Json } from "../../../foundation/json.ts";
import type { Outcome } from "../../../foundation/outcome.ts";
import { done } from "../../../foundation/outcome.ts";
import type { BulkFailure } from "../../bulkFailure.ts";
import { cellFormOf } from "../columns.ts";

/**
 * The value that a cell stands for: a text as it is, all else as JSON. What is no number or truth value stays
 * the text that it is, so that it can be said what it should be.
 */
export function fromCell(
  cell: string | null,
  attribute: AttributeSchema,
): Outcome<Json, BulkFailure> {
  if (cell === null) return done(null);
  const text = withoutFormulaMark(cell);
  if (cellFormOf(attribute) === "text") return done(text);
  // Some programs put every cell in quotes.
  return text === "" ? done(null) : fromText(text, attribute);
}

function fromText(text: string, { type }: AttributeSchema): Outcome<Json, BulkFailure> {
  if (type === "boolean") return done(truth.get(text.toLowerCase()) ?? text);
  const outcome = fromJson(text);
  const isWord = outcome[0]?.code === "invalid-json" && numbers.has(type);
  return isWord ? done(text) : outcome;
}

/** A text that a spreadsheet would run as a formula has a mark before it. */
const withoutFormulaMark = (text: string): string =>
  /^'[=+\-@'\t\r]/.test(text) ? text.slice(1) : text;

const numbers = new Set(["integer", "decimal", "float"]);

const truth = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
