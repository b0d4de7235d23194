import * as vscode from "vscode";
import type { Field, FieldKind, Fields } from "../../model/filters/fields.ts";

/** What a filter is chosen for. */
export interface Filtered {
  readonly title: string;
  readonly fields: Fields;
  /** Whether there are no other fields than these. */
  readonly isWhole: boolean;
}

/** What a field holds, beside its name. */
export function fieldKindWord({ kind, choices }: Field): string {
  const words: Record<FieldKind, string> = {
    text: vscode.l10n.t("Text"),
    choice: choices.join(", "),
    number: vscode.l10n.t("Number"),
    whole: vscode.l10n.t("Whole number"),
    flag: vscode.l10n.t("Yes or no"),
    date: vscode.l10n.t("Date"),
    time: vscode.l10n.t("Time"),
    moment: vscode.l10n.t("Date and time"),
    json: vscode.l10n.t("JSON"),
    entity: vscode.l10n.t("there or not"),
  };
  return words[kind];
}
