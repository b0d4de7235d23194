import * as vscode from "vscode";
import type { JournalAction, JournalEntry } from "../../model/changes/journal/journal.ts";
import { ago } from "./ago.ts";
import { listOf } from "./lists.ts";

/** The action and its time, such as "Saved 2 min ago: title, cover". */
export function describeEntry(entry: JournalEntry): string {
  const { action, undoes, paths } = entry;
  const [time, fields] = [ago(entry.at), listOf(paths)];
  if (paths.length > 0) {
    switch (action) {
      case "save":
        return undoes === undefined
          ? vscode.l10n.t("Saved {time}: {fields}", { time, fields })
          : vscode.l10n.t("Undid a save {time}: {fields}", { time, fields });
      case "publish":
        return vscode.l10n.t("Published {time}: {fields}", { time, fields });
      case "discard":
        return vscode.l10n.t("Discarded changes {time}: {fields}", { time, fields });
      default:
        break;
    }
  }
  const words: Record<JournalAction, string> = {
    save:
      undoes === undefined
        ? vscode.l10n.t("Saved {time}", { time })
        : vscode.l10n.t("Undid a save {time}", { time }),
    replace:
      undoes === undefined
        ? vscode.l10n.t("Replaced the file {time}", { time })
        : vscode.l10n.t("Restored the previous file {time}", { time }),
    publish: vscode.l10n.t("Published {time}", { time }),
    delete: vscode.l10n.t("Deleted {time}", { time }),
    create: vscode.l10n.t("Created {time}", { time }),
    localize: vscode.l10n.t("Added this localization {time}", { time }),
    restore: vscode.l10n.t("Restored {time}", { time }),
    unpublish: vscode.l10n.t("Unpublished {time}", { time }),
    discard: vscode.l10n.t("Discarded changes {time}", { time }),
  };
  return words[action];
}

/** The outcome of an entry, unless it simply succeeded. */
export function describeOutcome({ outcome, expected }: JournalEntry): string {
  switch (outcome) {
    case "done":
      return expected ? vscode.l10n.t("the service didn't save all changes") : "";
    case "failed":
      return vscode.l10n.t("failed, nothing was changed");
    default:
      return vscode.l10n.t("outcome unknown");
  }
}
