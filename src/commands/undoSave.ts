import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { Guidance, must } from "../host/commandFailure.ts";
import { tell } from "../host/notifications.ts";
import { ago } from "../host/words/ago.ts";
import { connectionName } from "../host/words/environmentWords.ts";
import { listed } from "../host/words/lists.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { requireUnlocked } from "../host/unlocking.ts";
import { untitled } from "../host/words/words.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Reader } from "../model/documents/snapshot/reader.ts";
import type { JournalEntry } from "../model/changes/journal/journal.ts";
import { additionEntryOf } from "../model/changes/lifecycle/deleteLocalization.ts";
import type { Lifecycle } from "../model/changes/lifecycle/lifecycle.ts";
import { deleteCreated } from "../model/bulk/batch/undoing.ts";
import { undoLastSave } from "../model/changes/saving/undo.ts";
import type { HistoryDependencies } from "./showHistory.ts";

type UndoDependencies = HistoryDependencies & {
  readonly reader: Reader;
  readonly lifecycle: Lifecycle;
};

/** Takes back what was saved last, on the service; an editor without unsaved changes shows it. */
export async function undoDocumentSave(parts: UndoDependencies, address: Address): Promise<void> {
  if (openDocuments(address).some(({ isDirty }) => isDirty)) {
    throw new Guidance(
      vscode.l10n.t(
        "The document has unsaved changes: save or revert them before you undo a save.",
      ),
    );
  }
  await requireUnlocked(parts.locks, address.connection);
  const title = vscode.l10n.t("Undoing the Last Save");
  const outcome = await withProgress(title, () => undoLastSave(address, parts));
  if (outcome[0]?.code === "nothing-to-undo") {
    const added = await additionEntryOf(address, parts.journal);
    if (added) {
      await undoLocalization(parts, added);
      return;
    }
  }
  const { entry, paths } = must(outcome);
  const words = vscode.l10n.t(
    "Undid what was saved {0} in {1} on {2}: {3}.",
    ago(entry.at),
    `'${entry.title || untitled()}'`,
    connectionName(parts.connections, address.connection),
    listed(paths),
  );
  tell(words);
}

/** Deletes the localization that the first save added, where nothing but its document depends on it. */
async function undoLocalization(parts: UndoDependencies, entry: JournalEntry): Promise<void> {
  const { address } = entry;
  const { locale = "" } = address;
  const title = `'${entry.title || untitled()}'`;
  const name = connectionName(parts.connections, address.connection);
  await confirm(
    vscode.l10n.t("Delete the localization {0} of {1} on {2}?", locale, title, name),
    vscode.l10n.t("Your last save added it. The other localizations stay."),
    vscode.l10n.t("Delete Localization"),
  );
  const doing = vscode.l10n.t("Undoing the Last Save");
  const failed = vscode.l10n.t("The localization {0} of {1} was not deleted.", locale, title);
  must(await withProgress(doing, () => deleteCreated(entry, parts)), failed);
  parts.content.refresh(address);
  tell(vscode.l10n.t("Deleted the localization {0} of {1} on {2}.", locale, title, name));
}
