import * as l10n from "@vscode/l10n";
import { changeReportOf, type ChangeReport } from "../../model/writing/changeReport.ts";
import type { Deviation } from "../../model/writing/verification.ts";
import type { Json } from "../../model/foundation/json.ts";
import { listOf, nonEmpty, type NameList } from "./nameList.ts";
import { describe, otherRelationsWords } from "./failureWords.ts";
import type { OtherChange, OtherChanges } from "../../model/journal/journalEntry.ts";

/** Where a document differs from what was expected after a write, in sentences; empty if it does not. */
export function reportRemarks(report: ChangeReport | undefined): string[] {
  const { deviations, partialType, unverified } = report ?? changeReportOf({});
  const lost = deviations.filter(({ isLost }) => isLost).map(({ path }) => path);
  return nonEmpty(
    changedWords(deviations.filter(({ isLost }) => !isLost)),
    lost.length > 0 && l10n.t("The service did not keep {fields}.", { fields: listOf(lost) }),
    partialType !== undefined &&
      l10n.t("Only changes were sent, and a hook of the service may need all fields."),
    unverified &&
      l10n.t("The result couldn't be verified. {reason}", { reason: describe(unverified) }),
  );
}

export const elsewhereRemarks = (
  { elsewhere, unrestored }: ChangeReport = changeReportOf({}),
): string[] => [...otherChangesWords(elsewhere), ...unrestoredWords(unrestored)];

/** `The service changed slug from "tea" to "tea-1".` */
function changedWords(deviations: readonly Deviation[]): string | undefined {
  const [first] = deviations;
  if (!first) return undefined;
  if (deviations.length === 1 && isShort(first.expected) && isShort(first.actual)) {
    return l10n.t("The service changed {field} from {oldValue} to {newValue}.", {
      field: first.path,
      oldValue: JSON.stringify(first.expected),
      newValue: JSON.stringify(first.actual),
    });
  }
  return l10n.t("The service changed {fields}.", {
    fields: listOf(deviations.map(({ path }) => path)),
  });
}

const isShort = (value: Json): boolean => JSON.stringify(value).length <= 40;

/** The changes of other documents: a sentence for each version that gets or loses relations. */
export function otherChangesWords(
  changes: readonly OtherChange[],
  list: NameList = listOf,
): string[] {
  const of = (version: OtherChange["version"], change: OtherChange["change"]) =>
    otherRelationsWords(
      changes.filter((other) => other.version === version && other.change === change),
      list,
    );
  const [draftGets, draftLoses] = [of("draft", "gets"), of("draft", "loses")];
  const [liveGets, liveLoses] = [of("published", "gets"), of("published", "loses")];
  return nonEmpty(
    draftGets &&
      l10n.t("Drafts of other documents get relations: {relations}.", { relations: draftGets }),
    draftLoses &&
      l10n.t("Drafts of other documents lose relations: {relations}.", { relations: draftLoses }),
    liveGets &&
      l10n.t("Published versions of other documents get relations: {relations}.", {
        relations: liveGets,
      }),
    liveLoses &&
      l10n.t("Published versions of other documents lose relations: {relations}.", {
        relations: liveLoses,
      }),
  );
}

/** The same for changes that were predicted, and what could not be predicted. */
export const predictedChangesWords = (
  { changed, isTruncated, unsearchable }: OtherChanges,
  list: NameList = listOf,
): string[] =>
  nonEmpty(
    ...otherChangesWords(changed, list),
    isTruncated && l10n.t("Relations of documents that aren't listed may also change."),
    unsearchableWords({ unsearchable }, list),
  );

/** The relations that may exist without being found; empty if there are none. */
export const unsearchableWords = (
  { unsearchable }: Pick<OtherChanges, "unsearchable">,
  list: NameList = listOf,
): string =>
  unsearchable.length > 0
    ? l10n.t("Relations that can't be looked up: {fields}.", { fields: list(unsearchable) })
    : "";

const unrestoredWords = (changes: readonly OtherChange[]): string[] =>
  nonEmpty(
    changes.length > 0 &&
      l10n.t("Relations of other documents that were not restored: {relations}.", {
        relations: otherRelationsWords(changes),
      }),
    changes.some(({ version }) => version === "published") &&
      l10n.t("A published version changes only with a publish. Publish these documents again."),
  );
