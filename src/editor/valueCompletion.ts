import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import type { Json } from "../model/foundation/json.ts";
import { rangeOf } from "./diagnostics.ts";
import { endOf } from "./jsonLocations.ts";
import type { ReferenceField } from "./referenceField.ts";

type Filling = Required<
  Pick<Plain<vscode.CompletionItem>, "range" | "insertText" | "filterText" | "additionalTextEdits">
>;

/** The inserted text with its list and commas. Several values fit only into a list. */
export function fillingText(
  { before, after, isWholeList }: ReferenceField,
  ...values: readonly Json[]
): string {
  const written = (value: Json): string => JSON.stringify(value, null, 2);
  return before + (isWholeList ? written(values) : values.map(written).join(", ")) + after;
}

/**
 * A completion that inserts a value. VS Code replaces within one line only, so it replaces the word
 * at the cursor. Additional edits change the text around it. Any typed text matches, because the
 * provider has searched already.
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
