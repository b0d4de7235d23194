import * as vscode from "vscode";
import type { Json } from "../model/foundation/json.ts";
import { rangeOf } from "./diagnostics.ts";
import type { TextSpan } from "./jsonLocations.ts";
import type { ReferenceField } from "./referenceField.ts";

type Filling = Required<
  Pick<vscode.CompletionItem, "range" | "insertText" | "filterText" | "additionalTextEdits">
>;

/** What is written into a slot, with the list and the commas that it needs; several only into a list. */
export function fillingText(
  { before, after, isWholeList }: ReferenceField,
  ...values: readonly Json[]
): string {
  const written = (value: Json): string => JSON.stringify(value, null, 2);
  return before + (isWholeList ? written(values) : values.map(written).join(", ")) + after;
}

/**
 * A completion that puts a value into a slot. VS Code replaces within one line, so that the word at the
 * cursor is what is replaced, and what stands around it goes with edits of their own. Whatever was typed
 * matches: who made the offer has searched already.
 */
export function filling(document: vscode.TextDocument, slot: ReferenceField, value: Json): Filling {
  const { word, replaced } = slot;
  const rest = [
    { offset: replaced.offset, length: word.offset - replaced.offset },
    { offset: endOf(word), length: endOf(replaced) - endOf(word) },
  ];
  const range = rangeOf(document, word);
  return {
    range,
    insertText: fillingText(slot, value),
    filterText: document.getText(range),
    additionalTextEdits: rest
      .filter(({ length }) => length > 0)
      .map((stretch) => vscode.TextEdit.delete(rangeOf(document, stretch))),
  };
}

const endOf = ({ offset, length }: TextSpan): number => offset + length;
