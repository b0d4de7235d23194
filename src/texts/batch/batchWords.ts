import * as l10n from "@vscode/l10n";
import { visible } from "../../model/foundation/visibleText.ts";
import type { BatchChange } from "../../model/runs/batchAction.ts";
import type { SkippedItem, TitledAddress } from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Address } from "../../model/foundation/address.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { JournalAction, JournalBatch, JournalEntry } from "../../model/journal/journal.ts";
import { isObject, type Json } from "../../model/foundation/json.ts";
import { countsText } from "../shared/countWords.ts";
import { describeDifferences } from "../publish/versionDifferenceWords.ts";
import { elsewhereRemarks, reportRemarks } from "../shared/changeReportWords.ts";
import { collectionHeading } from "../shared/headings.ts";
import { listOf, nonEmpty, wordsBy, wordsFor } from "../shared/nameList.ts";
import { describe, numeral, statusWord, untitled } from "../shared/failureWords.ts";

export function describeChange(change: BatchChange): string {
  return wordsBy<"kind", BatchChange>({
    published: ({ from, restoredRelations }) =>
      restoredRelations
        ? l10n.t("publish again to restore {fields}", { fields: listOf(restoredRelations) })
        : `${statusWord(from)} → ${statusWord("published")}`,
    unpublished: ({ from }) => `${statusWord(from)} → ${statusWord("draft")}`,
    deleted: ({ from, locales }) => nonEmpty(from && statusWord(from), ...locales).join(" · "),
    replaced: ({ count }) =>
      count === 1
        ? l10n.t("1 occurrence")
        : l10n.t("{count} occurrences", { count: numeral(count) }),
    changed: ({ name, before, after }) => `${name}: ${brief(before)} → ${brief(after)}`,
  })(change.kind, change);
}

/** The rows for a change's replacements, and the number of replacements that are not listed. */
export function replacementRows(
  change: BatchChange,
): { readonly label: string; readonly description: string }[] {
  if (change.kind !== "replaced") return [];
  const rows = change.occurrences.map(({ field, before, after }) => ({
    label: `${before} → ${after}`,
    description: field,
  }));
  const more = change.count - rows.length;
  const others = { label: l10n.t("{count} more", { count: numeral(more) }), description: "" };
  return more > 0 ? [...rows, others] : rows;
}

const maxValueCharacters = 60;

/** A value as JSON, truncated if it is long. An object with a name is shown by its name. */
export function brief(value: Json): string {
  if (isObject(value) && typeof value["name"] === "string") return value["name"];
  const text = JSON.stringify(value);
  return text.length > maxValueCharacters ? `${text.slice(0, maxValueCharacters)}…` : text;
}

/** The collection and the locale of an item, such as `Articles · en`. */
export const locationWords = (address: Address, catalog: Catalog | undefined): string =>
  nonEmpty(collectionHeading(address, catalog), address.locale).join(" · ");

export const titleWords = ({ title }: Pick<TitledAddress, "title">): string =>
  `'${visible(title.trim()) || untitled()}'`;

/** A text about items. `words` has one about a single item, and one about any other number. */
export const countedText =
  <Others extends readonly unknown[]>(
    words: (title: string, count: string, ...others: Others) => readonly [string, string],
  ) =>
  (items: readonly Pick<TitledAddress, "title">[], ...others: Others): string => {
    const [first] = items;
    const title = first ? titleWords(first) : "";
    const [singular, plural] = words(title, numeral(items.length), ...others);
    return items.length === 1 ? singular : plural;
  };

export const skippedLines = (skipped: readonly SkippedItem[]): string[] =>
  byReason(skipped).map(([reason, items]) => {
    const names = listOf(items.map(titleWords));
    switch (items.length > 1 ? items[0].failure.code : undefined) {
      case "gone":
        return l10n.t("Skipped because they no longer exist on the service: {names}.", { names });
      case "unsaved":
        return l10n.t(
          "Skipped because they have unsaved changes in an editor: {names}. Save or revert them first.",
          { names },
        );
      default:
        return l10n.t("Skipped: {names}. {reason}", { names, reason });
    }
  });

export const byReason = <T extends SkippedItem>(items: readonly T[]) => [
  ...groupedBy(items, ({ failure }) => describe(failure)),
];

/** A summary of a batch in the journal, such as `1 created, 29 updated`. */
export function describeBatch({ counts }: JournalBatch): string {
  const count = (...actions: readonly JournalAction[]) =>
    actions.reduce((sum, action) => sum + (counts.get(action) ?? 0), 0);
  return countsText({
    created: count("create", "localize"),
    updated: count("save"),
    deleted: count("delete"),
    published: count("publish"),
    unpublished: count("unpublish"),
    restored: count("restore"),
  });
}

/** The subject of a batch's entries, such as `kicker · Articles · Magazine`. */
export function describeEntries(
  entries: readonly JournalEntry[],
  catalog: Catalog | undefined,
  connection: string,
): string {
  const saves = entries.filter(({ action }) => action === "save");
  const fields = [...new Set(saves.flatMap(({ paths }) => paths))];
  const collectionNames = [
    ...new Set(entries.map(({ address }) => collectionHeading(address, catalog))),
  ];
  return nonEmpty(listOf(fields), listOf(collectionNames), connection).join(" · ");
}

type Kind = ItemResult<unknown>["outcome"];

/** How many items are not done, by outcome, in the order in which the user must check them. */
export const undoneCounts = (results: readonly { readonly outcome: Kind }[]) => {
  const count = (kind: Kind) => results.filter(({ outcome }) => outcome === kind).length;
  return {
    failed: count("failed"),
    unknown: count("unknown"),
    skipped: count("skipped"),
    untried: count("untried"),
  };
};

/**
 * The result of a batch, with failures first. What was only not attempted, after Cancel, comes after
 * what was done. `done` is about the successful items.
 */
export function batchResultWords<T>(
  done: (items: readonly T[]) => string,
  results: readonly (ItemRemarks & Pick<ItemResult<T>, "item" | "outcome">)[],
): string {
  const doneItems = results.filter(({ outcome }) => outcome === "done").map(({ item }) => item);
  const isKnown = results.every(({ outcome }) => outcome !== "unknown");
  const isOnlyCancelled = results.every(({ outcome }) => /^(done|untried)$/.test(outcome));
  const others = countsText(undoneCounts(results));
  const othersWords = others && `${others}.`;
  return nonEmpty(
    !isOnlyCancelled && othersWords,
    doneItems.length > 0 && done(doneItems),
    doneItems.length === 0 && isKnown && l10n.t("Nothing was changed."),
    isOnlyCancelled && othersWords,
    ...whatDiffers(results),
  ).join(" ");
}

export const resultRemarks = ({ compared, lacking = [], report }: ItemRemarks): string[] => [
  ...reportRemarks(report),
  ...elsewhereRemarks(report),
  ...(compared ? describeDifferences(compared) : []),
  ...lackingWords(lacking),
];

export type ItemRemarks = Pick<ItemResult<unknown>, "compared" | "lacking" | "report">;

export const lackingWords = (paths: readonly string[]): string[] =>
  nonEmpty(paths.length > 0 && l10n.t("Not restored: {fields}.", { fields: listOf(paths) }));

/** Whether the published version differs from its draft, or the comparison failed. */
export const differsFromDraft = ({ compared }: ItemRemarks): boolean =>
  compared !== undefined && describeDifferences(compared).length > 0;

export const isServiceChanged = ({ report }: ItemRemarks): boolean =>
  report !== undefined && report.deviations.length > 0;

function whatDiffers(results: readonly ItemRemarks[]): string[] {
  const changed = results.filter(isServiceChanged).length;
  const unverified = results.filter(({ report }) => report?.unverified).length;
  const differing = results.filter(differsFromDraft);
  const unknown = differing.filter(({ compared }) => compared?.[0]).length;
  const count = differing.length - unknown;
  return nonEmpty(
    changed === 1 && l10n.t("The service changed values of 1 document."),
    changed > 1 &&
      l10n.t("The service changed values of {count} documents.", { count: numeral(changed) }),
    unverified === 1 && l10n.t("The result for 1 document couldn't be verified."),
    unverified > 1 &&
      l10n.t("The results for {count} documents couldn't be verified.", {
        count: numeral(unverified),
      }),
    count === 1 && l10n.t("1 published version differs from its draft."),
    count > 1 &&
      l10n.t("{count} published versions differ from their drafts.", { count: numeral(count) }),
    unknown === 1 && l10n.t("1 document couldn't be compared with its draft."),
    unknown > 1 &&
      l10n.t("{count} documents couldn't be compared with their drafts.", {
        count: numeral(unknown),
      }),
  );
}

export const outcomesByUrgency: readonly Kind[] = [
  "failed",
  "unknown",
  "skipped",
  "untried",
  "done",
];

export const headingOfKind = (kind: Kind): string =>
  wordsFor(kind, {
    done: l10n.t("Done"),
    failed: l10n.t("Failed"),
    unknown: l10n.t("Outcome unknown (check the service before you retry)"),
    skipped: l10n.t("Skipped"),
    untried: l10n.t("Not attempted"),
  });
