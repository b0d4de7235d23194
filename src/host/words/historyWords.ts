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
        ? vscode.l10n.t("Saved {time}", { time: when })
        : vscode.l10n.t("Undid a save {time}", { time: when }),
    replace:
      undoes === undefined
        ? vscode.l10n.t("Replaced the file {time}", { time: when })
        : vscode.l10n.t("Restored the previous file {time}", { time: when }),
    publish: vscode.l10n.t("Published {time}", { time: when }),
    delete: vscode.l10n.t("Deleted {time}", { time: when }),
    create: vscode.l10n.t("Created {time}", { time: when }),
    localize: vscode.l10n.t("Added this localization {time}", { time: when }),
    restore: vscode.l10n.t("Restored {time}", { time: when }),
    unpublish: vscode.l10n.t("Unpublished {time}", { time: when }),
    discard: vscode.l10n.t("Discarded changes {time}", { time: when }),
  };
  return paths.length > 0 ? `${words[action]}: ${listOf(paths)}` : words[action];
}

/** The outcome of an entry, unless it simply succeeded. */
export function describeOutcome({ outcome, expected }: JournalEntry): string {
  switch (outcome) {
    case "done":
      return expected ? vscode.l10n.t("the service didn't save all changes") : "";
    case "failed":
      return vscode.l10n.t("failed, nothing was changed");
    default:
      return vscode.l10n.t("outcome not known");
  }
}
