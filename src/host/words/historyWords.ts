import * as vscode from "vscode";
import type { JournalAction, JournalEntry } from "../../model/changes/journal/journal.ts";
import { ago } from "./ago.ts";
import { listOf } from "./lists.ts";

/** The action and its time, such as "Saved 2 min. ago: title, cover". */
export function describeEntry({ action, at, paths, undoes }: JournalEntry): string {
  const when = ago(at);
  const words: Record<JournalAction, string> = {
    save:
      undoes === undefined
        ? vscode.l10n.t("Saved {0}", when)
        : vscode.l10n.t("Undid a save {0}", when),
    replace:
      undoes === undefined
        ? vscode.l10n.t("Replaced the file {0}", when)
        : vscode.l10n.t("Restored the previous file {0}", when),
    publish: vscode.l10n.t("Published {0}", when),
    delete: vscode.l10n.t("Deleted {0}", when),
    create: vscode.l10n.t("Created {0}", when),
    localize: vscode.l10n.t("Added this locale {0}", when),
    restore: vscode.l10n.t("Restored {0}", when),
    unpublish: vscode.l10n.t("Unpublished {0}", when),
    discard: vscode.l10n.t("Changes discarded {0}", when),
  };
  return paths.length > 0 ? `${words[action]}: ${listOf(paths)}` : words[action];
}

/** The outcome of an entry, unless it simply succeeded. */
export function describeOutcome({ outcome, expected }: JournalEntry): string {
  switch (outcome) {
    case "done":
      return expected ? vscode.l10n.t("the service did not keep all of it") : "";
    case "failed":
      return vscode.l10n.t("refused: nothing changed");
    default:
      return vscode.l10n.t("it is not known whether it arrived");
  }
}
