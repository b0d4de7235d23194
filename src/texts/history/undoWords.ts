import * as l10n from "@vscode/l10n";
import type { UndoItem } from "../../model/history/undoItem.ts";
import type { UndoPlan } from "../../model/history/runUndo.ts";
import type { RunState } from "../../model/runs/runLogs.ts";
import { byReason, titleWords } from "../batch/batchWords.ts";
import { listOf, nonEmpty } from "../shared/nameList.ts";
import { numeral } from "../shared/failureWords.ts";

export const undoQuestion = (count: number, connection: string): string =>
  count === 1
    ? l10n.t("Undo 1 change on {connection}?", { connection })
    : l10n.t("Undo {count} changes on {connection}?", { count: numeral(count), connection });

export const undoResultWords = ({ length }: { readonly length: number }): string =>
  length === 1
    ? l10n.t("Undid 1 change.")
    : l10n.t("Undid {count} changes.", { count: numeral(length) });

/** Empty for a run that was not undone. */
export function describeUndone({ undone, left }: Partial<RunState> = {}): string {
  if (undone === undefined) return "";
  if (undone === "whole") return l10n.t("undone");
  return left === undefined
    ? l10n.t("partly undone")
    : l10n.t("partly undone, {count} left", { count: numeral(left) });
}

export function undoPlanWords({ planned, keptItems, unchanged }: UndoPlan): string[] {
  const namesOf = (items: readonly UndoItem[]): string => listOf(items.map(titleWords));
  const ofKind = (undoKind: UndoItem["kind"]) => planned.filter(({ kind }) => kind === undoKind);
  const [deleted, localizations] = [ofKind("delete"), ofKind("delete-localization")];
  const reverted = ofKind("revert");
  const withdrawn = reverted.filter(({ entries }) =>
    entries.some(({ action }) => action === "publish"),
  );
  const [restored, published] = [ofKind("restore"), ofKind("publish")];
  return nonEmpty(
    deleted.length > 0 &&
      l10n.t("Deletes created documents: {names}.", { names: namesOf(deleted) }),
    localizations.length > 0 &&
      l10n.t("Deletes added localizations: {names}.", { names: namesOf(localizations) }),
    deleted.length + localizations.length > 0 &&
      l10n.t(
        "Relations in dynamic zones, and in content that the token has no permission to read, aren't checked.",
      ),
    withdrawn.length > 0 && l10n.t("Unpublishes: {names}.", { names: namesOf(withdrawn) }),
    reverted.length > 0 &&
      l10n.t("Restores earlier values: {names}. Fields that only changed later stay.", {
        names: namesOf(reverted),
      }),
    restored.length > 0 &&
      l10n.t(
        "Restores what was deleted as drafts: {names}. Restored documents get new documentIds, and relations to them are not restored.",
        { names: namesOf(restored) },
      ),
    published.length > 0 && l10n.t("Publishes again: {names}.", { names: namesOf(published) }),
    ...byReason(keptItems).map(([reason, items]) =>
      l10n.t("Not undone: {names}. {reason}", { names: namesOf(items), reason }),
    ),
    unchanged.length > 0 && l10n.t("Nothing to undo: {names}.", { names: namesOf(unchanged) }),
  );
}
