import type { AttributeSchema } from "../../../../client/index.ts";
import { fromJson } from "../../../foundation/jsonText.ts";
import type { Json } from "../../../foundation/json.ts";
import type { Outcome } from "../../../foundation/outcome.ts";
import { done } from "../../../foundation/outcome.ts";
import type { BulkFailure } from "../../bulkFailure.ts";
import { cellFormOf } from "../columns.ts";

/**
 * The value of a cell: a text as it is, all other values as JSON. A cell that is no valid number or
 * boolean stays a text, so that validation can report the expected type. So does a cell of an
 * attribute of unknown type that is not JSON.
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
  const canBeText = numbers.has(type) || cellFormOf({ type }) === "unknown";
  return canBeText && outcome[0]?.code === "invalid-json" ? done(text) : outcome;
}

/** Removes the prefix of texts that a spreadsheet would run as a formula. */
const withoutFormulaMark = (text: string): string =>
  /^'[=+\-@'\t\r]/.test(text) ? text.slice(1) : text;

const numbers = new Set(["integer", "decimal", "float"]);

const truth = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
