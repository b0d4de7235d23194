import * as vscode from "vscode";
import type { Field, FieldKind, Fields } from "../../model/filters/fields.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Candidate } from "../../model/references/targetSearch.ts";

/** What a filter is chosen for. */
export interface Filtered {
  readonly title: string;
  /** The name of the collection. */
  readonly collection: string;
  /** The filters that it was last shown in, newest first. */
  readonly recent: readonly JsonObject[];
  /** Searches the documents that a relation to a type, named by its uid, may point to. */
  readonly search: (target: string, text: string) => Promise<readonly Candidate[]>;
  readonly fields: Fields;
  /** Whether there are no other fields than these. */
  readonly isWhole: boolean;
}

/** What a row of the filter's list does; the result is the filter from then on. */
export interface Way {
  readonly change: () => Promise<JsonObject | undefined>;
  /** What a button on the row does. */
  readonly press?: (button: vscode.QuickInputButton) => Promise<JsonObject | undefined>;
}

/** What a field holds, beside its name. */
export function fieldKindWord({ kind, type, choices }: Field): string {
  const words: Record<FieldKind, string> = {
    text: vscode.l10n.t("Text"),
    choice: vscode.l10n.t("Enumeration: {0}", choices.join(", ")),
    number: vscode.l10n.t("Number"),
    whole: vscode.l10n.t("Number"),
    flag: vscode.l10n.t("Boolean"),
    date: vscode.l10n.t("Date"),
    time: vscode.l10n.t("Time"),
    moment: vscode.l10n.t("Date and time"),
    json: vscode.l10n.t("JSON"),
    entity: entityWord(type),
  };
  return words[kind];
}

function entityWord(type: string): string {
  if (type === "relation") return vscode.l10n.t("Relation");
  return type === "media" ? vscode.l10n.t("Media") : vscode.l10n.t("Component");
}
