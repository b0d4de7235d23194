import * as vscode from "vscode";
import { typeWord } from "../../host/words/typeWords.ts";
import type { FilterField, FilterFields } from "../../model/query/filters/filterFields.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { RecentFilter } from "../../host/recentFilters.ts";
import type { Candidate } from "../../model/documents/references/targetSearch.ts";

/** What a filter is chosen for. */
export interface ListQueryRow {
  readonly title: string;
  /** The name of the collection. */
  readonly collection: string;
  /** The filters that it was last shown in, newest first. */
  readonly recent: readonly RecentFilter[];
  /** Of the documents that filters name, by documentId; what a person chooses is added. */
  readonly titles: Record<string, string>;
  /** Searches the documents that a relation to a type, named by its uid, may point to. */
  readonly search: (target: string, text: string) => Promise<readonly Candidate[]>;
  readonly fields: FilterFields;
  /** Whether there are no other fields than these. */
  readonly isWhole: boolean;
}

/** What a row of the filter's list does; the result is the filter from then on. */
export interface ListQueryStep {
  readonly change: () => Promise<JsonObject | undefined>;
  /** What a button on the row does. */
  readonly press?: (button: vscode.QuickInputButton) => Promise<JsonObject | undefined>;
}

/** What a field holds, beside its name. */
export const fieldKindWord = ({ type, choices, isList }: FilterField): string =>
  choices.length > 0
    ? vscode.l10n.t("Enumeration: {0}", choices.join(", "))
    : typeWord(type, isList);
