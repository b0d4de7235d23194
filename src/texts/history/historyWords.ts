import * as l10n from "@vscode/l10n";
import type { JournalEntry } from "../../model/journal/journal.ts";
import { ago } from "../shared/textLanguage.ts";
import { listOf, wordsFor } from "../shared/nameList.ts";

/** The action and its time, such as "Saved 2 min ago: title, cover". */
export function describeEntry(entry: JournalEntry): string {
  const { action, undoes, paths } = entry;
  const [time, fields] = [ago(entry.at), listOf(paths)];
  if (paths.length > 0) {
    switch (action) {
      case "save":
        return undoes === undefined
          ? l10n.t("Saved {time}: {fields}", { time, fields })
          : l10n.t("Undid a save {time}: {fields}", { time, fields });
      case "publish":
        return l10n.t("Published {time}: {fields}", { time, fields });
      case "discard":
        return l10n.t("Discarded changes {time}: {fields}", { time, fields });
      default:
        break;
    }
  }
  return wordsFor(action, {
    save:
      undoes === undefined
        ? l10n.t("Saved {time}", { time })
        : l10n.t("Undid a save {time}", { time }),
    replace:
      undoes === undefined
        ? l10n.t("Replaced the file {time}", { time })
        : l10n.t("Restored the previous file {time}", { time }),
    publish: l10n.t("Published {time}", { time }),
    delete: l10n.t("Deleted {time}", { time }),
    create: l10n.t("Created {time}", { time }),
    localize: l10n.t("Added this localization {time}", { time }),
    restore: l10n.t("Restored {time}", { time }),
    unpublish: l10n.t("Unpublished {time}", { time }),
    discard: l10n.t("Discarded changes {time}", { time }),
  });
}

/** The outcome of an entry, unless it simply succeeded. */
export function describeOutcome({ outcome, expected }: JournalEntry): string {
  switch (outcome) {
    case "done":
      return expected ? l10n.t("the service didn't save all changes") : "";
    case "failed":
      return l10n.t("failed, nothing was changed");
    default:
      return l10n.t("outcome unknown");
  }
}
