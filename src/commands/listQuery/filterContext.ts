import * as vscode from "vscode";
import { typeWord } from "../../texts/typeWords.ts";
import type { FilterField, FilterFields } from "../../model/query/filters/filterFields.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import type { RecentFilter } from "../../host/recentFilters.ts";
import type { Candidate } from "../../model/documents/targetSearch.ts";
import type { Truncated } from "../../model/reading/readOptions.ts";

/** The collection that a filter is chosen for. */
export interface ListQueryRow {
  readonly title: string;
  /** The name of the collection. */
  readonly collection: string;
  /** The filters that the collection was last limited to, newest first. */
  readonly recent: readonly RecentFilter[];
  /**
   * The titles of the documents that filters name, by documentId; documents that the user chooses
   * are added.
   */
  readonly titles: Record<string, string>;
  /** Searches the documents that a relation to a type, named by its uid, may point to. */
  readonly search: (target: string, text: string) => Promise<Truncated<Candidate>>;
  readonly fields: FilterFields;
  /** Whether these are all fields. */
  readonly isWhole: boolean;
}

/** The action of a row in the filter's list; its result is the new filter. */
export interface ListQueryStep {
  readonly change: () => Promise<JsonObject | undefined>;
  /** The action of a button on the row. */
  readonly press?: (button: vscode.QuickInputButton) => Promise<JsonObject | undefined>;
}

/** The kind of value of a field, shown beside its name. */
export const fieldKindWord = ({ type, choices, isList }: FilterField): string =>
  choices.length > 0
    ? vscode.l10n.t("Enumeration: {values}", { values: choices.join(", ") })
    : typeWord(type, isList);
