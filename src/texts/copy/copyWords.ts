import * as l10n from "@vscode/l10n";
import type { Intent } from "../../model/import/importPlan.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";
import { namesSince } from "../../model/compare/comparison.ts";
import { verdictOf, type RowVerdict } from "../../model/copy/copySelection.ts";
import type { ComparedRow, Comparison, RowKind } from "../../model/compare/comparison.ts";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import type { CopyResult } from "../../model/copy/copyRun.ts";
import type { CopyItem, NamedDocument } from "../../model/copy/copySource.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { countUnread, type UnreadPart } from "../../model/compare/unreadParts.ts";
import { countedText, titleWords } from "../batch/batchWords.ts";
import { describeLeftOut } from "../compare/comparisonWords.ts";
import { fileWords } from "./fileCopyWords.ts";
import { countsText } from "../shared/countWords.ts";
import { conversionWords, firstConversions, planWords } from "../import/importWords.ts";
import { listOf, nonEmpty, wordsFor } from "../shared/nameList.ts";
import { otherChangesWords } from "../shared/changeReportWords.ts";
import { leftEmptyNames } from "./personalDataWords.ts";
import { describe, numeral } from "../shared/failureWords.ts";

/** How a row is listed: as its kind, but apart if it is a conflict or only needs to be published. */
export type RowGroup = RowKind | "conflict" | "unpublished";

export function rowGroupOf(row: ComparedRow): RowGroup {
  const verdict = verdictOf(row);
  return verdict === "conflict" || verdict === "unpublished" ? verdict : row.kind;
}

/** `from` and `to` are the names of the connections. */
export const headingOfGroup = (group: RowGroup, { from, to }: Sides<string>): string =>
  wordsFor(group, {
    new: l10n.t("New in {connection}", { connection: from }),
    different: l10n.t("Different"),
    conflict: l10n.t({
      message: "Conflicts",
      comment: ["Heading of documents that both connections changed, or may have changed"],
    }),
    "only-there": l10n.t("Only in {connection}", { connection: to }),
    unclear: l10n.t("Unclear"),
    unpublished: l10n.t("Not published in {connection}", { connection: to }),
    same: l10n.t("The same"),
  });

export function differenceWords(row: ComparedRow, names: Sides<string>): string {
  const { kind, names: fields = [], differences = [], unclear } = row;
  if (kind === "unclear") return unclear ? unclearWords(unclear, names, firstTitles(unclear)) : "";
  if (kind !== "different") {
    return nonEmpty(oneSidedWords(row, names), ...notReadWords(row, names)).join(" · ");
  }
  const [conflicts, keptFields] = [namesSince(row, "both"), namesSince(row, "to")];
  const openFields = namesSince(row, "either");
  const connection = names.to;
  return nonEmpty(
    listOf(fields),
    ...differences.map(
      (difference) =>
        difference.kind === "locale" &&
        (difference.isDeleted
          ? l10n.t("localization {locale} deleted in {connection} since the last copy", {
              locale: difference.locale,
              connection: names[difference.lackedBy],
            })
          : l10n.t("no localization {locale} in {connection}", {
              locale: difference.locale,
              connection: names[difference.lackedBy],
            })),
    ),
    conflicts.length > 0 && l10n.t("conflict: {fields}", { fields: listOf(conflicts) }),
    openFields.length > 0 &&
      l10n.t("may have changed in {connection}: {fields}", {
        connection,
        fields: listOf(openFields),
      }),
    keptFields.length > 0 &&
      l10n.t("changed only in {connection}: {fields}", { connection, fields: listOf(keptFields) }),
    row.isTargetNewer && l10n.t("changed later in {connection}", { connection }),
    ...notReadWords(row, names),
  ).join(" · ");
}

/** The parts of a row that were not read, and whether a copy would show the rest at once. */
function notReadWords(
  { unread = [], isIncomplete }: ComparedRow,
  { to: connection }: Sides<string>,
): string[] {
  const fields = fieldsIn(unread);
  if (fields === "") return [];
  return [
    isIncomplete
      ? l10n.t("would be published in {connection} without {fields}", { connection, fields })
      : l10n.t("not read: {fields}", { fields }),
  ];
}

const fieldsIn = (unread: readonly UnreadPart[]): string =>
  listOf([...new Set(unread.map(({ path }) => path))]);

function oneSidedWords(row: ComparedRow, names: Sides<string>): string {
  if (row.isDeleted) {
    const connection = row.kind === "new" ? names.to : names.from;
    return l10n.t("deleted in {connection} since the last copy", { connection });
  }
  return row.namesakes
    ? l10n.t("{connection} has a document with this title", { connection: names.to })
    : headingOfGroup(rowGroupOf(row), names);
}

type Unclear = NonNullable<ComparedRow["unclear"]>;

function firstTitles({ candidates, isTruncated }: Unclear): string {
  const titles = candidates.map(({ id, title }) => title || id);
  return isTruncated
    ? l10n.t("{names} and more than {count} others", {
        names: listOf(titles.slice(0, 3)),
        count: titles.length - 3,
      })
    : listOf(titles);
}

/** `documents` are the names of the candidates. */
export const unclearWords = (
  { why }: Pick<Unclear, "why">,
  { to: connection }: Sides<string>,
  documents: string,
): string =>
  wordsFor(why, {
    several: l10n.t("Several documents in {connection} match: {documents}", {
      connection,
      documents,
    }),
    contradiction: l10n.t(
      "The document ID and the key match different documents in {connection}: {documents}",
      { connection, documents },
    ),
    taken: l10n.t("The match in {connection} also matches another document: {documents}", {
      connection,
      documents,
    }),
  });

/** A summary such as `3 new in Staging, 2 different, 1 only in Live, 120 the same`. */
export function comparisonSummary(rows: Comparison["rows"], names: Sides<string>): string {
  const count = (group: RowGroup): number => rows.filter((row) => rowGroupOf(row) === group).length;
  const sameAsRead = rows.filter((row) => verdictOf(row) === "same-as-read").length;
  const counts = {
    new: count("new"),
    different: count("different"),
    conflicting: count("conflict"),
    onlyThere: count("only-there"),
    unclear: count("unclear"),
    toPublish: count("unpublished"),
    same: count("same") - sameAsRead,
    sameAsRead,
  };
  return countsText(counts, names) || l10n.t("no documents");
}

/** Like `comparisonSummary`, with what a copy makes of each row. Empty without rows. */
export function verdictSummary(rows: Comparison["rows"], names: Sides<string>): string {
  const count = (verdict: RowVerdict) => rows.filter((row) => verdictOf(row) === verdict).length;
  const counts = {
    new: count("new"),
    namesake: count("title-there"),
    incomplete: count("incomplete"),
    different: count("different"),
    changedThere: count("changed-there"),
    newerThere: count("newer-there"),
    deletedThere: count("deleted-there"),
    conflicting: count("conflict"),
    onlyThere: count("only-there"),
    unclear: count("unclear"),
    same: count("same"),
    sameAsRead: count("same-as-read"),
  };
  return countsText(counts, names);
}

export const documentsOf = (items: readonly CopyItem[]): CopyItem["document"][] => [
  ...new Set(items.map(({ document }) => document)),
];

const nameOf = (document: NamedDocument, headingOf: (uid: string) => string): string =>
  `${titleWords(document)} (${headingOf(document.type)})`;

/** `headingOf` returns the name of a type by its uid. */
export const copyDetails = (
  plan: CopyPlan,
  names: Sides<string>,
  headingOf: (uid: string) => string,
): string[] =>
  nonEmpty(
    planWords(plan),
    ...plannedWords(plan, headingOf),
    ...copyEffectWords(plan, names, headingOf),
    ...refusedWords(plan, headingOf),
  );

/** What a copy does besides what was chosen, and what it leaves out. `isCompared` as below. */
export function copyEffectWords(
  plan: CopyPlan,
  names: Sides<string>,
  headingOf: (uid: string) => string,
  isCompared = true,
): string[] {
  const { planned, linking, live, converted } = plan;
  const empty = leftEmptyNames(plan, headingOf);
  const brought = documentsOf(planned).filter(({ broughtBy }) => broughtBy);
  return nonEmpty(
    ...live.map((uid) =>
      l10n.t(
        "{collection} has no drafts. Its documents are published as soon as they are written.",
        { collection: headingOf(uid) },
      ),
    ),
    brought.length > 0 &&
      l10n.t("Also copies documents that they refer to: {names}.", {
        names: listOf(brought.map((document) => nameOf(document, headingOf))),
      }),
    ...partialCopyWords(plan, names, headingOf, isCompared),
    ...fileWords(plan, names),
    empty.length > 0 &&
      l10n.t("Leaves empty in {connection}: {names}.", {
        connection: names.to,
        names: listOf(empty),
      }),
    linking.length > 0 &&
      l10n.t(
        "Texts link to files that the media library of {connection} doesn't list. These links are copied unchanged: {names}.",
        { connection: names.from, names: listOf(documentsOf(linking).map(titleWords)) },
      ),
    ...otherChangesWords(planned.flatMap(({ elsewhere }) => elsewhere)),
    ...firstConversions(
      converted.map(
        ({ document, conversions }) => `${titleWords(document)}: ${conversionWords(conversions)}`,
      ),
    ),
  );
}

export function plannedWords(
  { planned, publishing, live }: Pick<CopyPlan, "planned" | "publishing" | "live">,
  headingOf: (uid: string) => string,
): string[] {
  const namesOf = (...kinds: readonly Intent["kind"][]): string[] =>
    planned.flatMap(({ intent, document, locale }) => {
      if (!kinds.includes(intent.kind)) return [];
      const details = nonEmpty(headingOf(document.type), locale).join(", ");
      const fields = "names" in intent ? listOf(intent.names) : "";
      return nonEmpty(`${titleWords(document)} (${details})`, fields).join(": ");
    });
  const [created, localized] = [namesOf("create"), namesOf("localize")];
  const updated = namesOf("change", "link");
  return nonEmpty(
    created.length > 0 && l10n.t("Creates: {names}.", { names: listOf(created) }),
    localized.length > 0 && l10n.t("Adds localizations: {names}.", { names: listOf(localized) }),
    updated.length > 0 &&
      l10n.t("Updates: {names}.", { names: listOf(updated, updated.length, "; ") }),
    publishing.length > 0
      ? l10n.t("Publishes: {names}.", { names: listOf(documentsOf(publishing).map(titleWords)) })
      : planned.some(({ document }) => !live.includes(document.type)) &&
          l10n.t("The copies are drafts."),
  );
}

/**
 * The documents that are copied in part, or not at all, because the source did not return parts.
 * `isCompared`: a comparison has given the reasons for those that the user chose.
 */
function partialCopyWords(
  { lacking, incomplete }: Pick<CopyPlan, "lacking" | "incomplete">,
  names: Sides<string>,
  headingOf: (uid: string) => string,
  isCompared: boolean,
): string[] {
  const connection = names.from;
  const partial = new Set(
    lacking.map(({ document, unread }) => `${nameOf(document, headingOf)}: ${fieldsIn(unread)}`),
  );
  const unexplained = lacking.filter(({ document }) => !isCompared || document.broughtBy);
  const counted = countUnread(unexplained.map(({ document, unread }) => [document, unread]));
  return nonEmpty(
    ...counted.map((part) => describeLeftOut(part, names, headingOf)),
    partial.size > 0 &&
      l10n.t("Copies these without what {connection} doesn't return: {names}.", {
        connection,
        names: listOf([...partial], partial.size, "; "),
      }),
    incomplete.length > 0 &&
      l10n.t(
        "Not created, because they would be published at once without what {connection} doesn't return: {names}.",
        { connection, names: listOf(incomplete.map((document) => nameOf(document, headingOf))) },
      ),
  );
}

export const refusedWords = (
  { refused }: Pick<CopyPlan, "refused">,
  headingOf: (uid: string) => string,
): string[] =>
  [...groupedBy(refused, ({ failure }) => describe(failure))].map(([reason, items]) =>
    l10n.t("Skipped: {names}. {reason}", {
      names: listOf(documentsOf(items).map((document) => nameOf(document, headingOf))),
      reason,
    }),
  );

/** The texts of the steps of a copy, or of Bring Here. */
export interface CopySteps {
  /** The title of the list of differences. */
  readonly title: (names: Sides<string>, summary: string) => string;
  /** The row that ends the choice of documents. The plan may add others, and asks. */
  readonly chooseButton: (count: number) => string;
  /** Tells the documents that the user chose from those that these need. */
  readonly question: (documents: readonly CopyItem["document"][], names: Sides<string>) => string;
  readonly button: (count: number) => string;
}

export const copySteps: CopySteps = {
  title: ({ from, to }, summary) =>
    l10n.t("Copy from {from} to {to}: {summary}", { from, to, summary }),
  chooseButton: (count) =>
    count === 1
      ? l10n.t("Copy 1 Document…")
      : l10n.t("Copy {count} Documents…", { count: numeral(count) }),
  question: (documents, { from, to }) => {
    const chosen = documents.filter(({ broughtBy }) => !broughtBy);
    const brought = numeral(documents.length - chosen.length);
    return countedText((document, count) => {
      if (chosen.length === documents.length)
        return [
          l10n.t("Copy {document} from {from} to {to}?", { document, from, to }),
          l10n.t("Copy {count} documents from {from} to {to}?", { count, from, to }),
        ];
      return [
        l10n.t("Copy {document} and what it refers to ({brought}) from {from} to {to}?", {
          document,
          brought,
          from,
          to,
        }),
        l10n.t("Copy {count} documents and what they refer to ({brought}) from {from} to {to}?", {
          count,
          brought,
          from,
          to,
        }),
      ];
    })(chosen);
  },
  button: (count) =>
    count === 1
      ? l10n.t("Copy 1 Document")
      : l10n.t("Copy {count} Documents", { count: numeral(count) }),
};

/** The user chooses one document. */
export const bringHereSteps: CopySteps = {
  title: ({ from, to }, summary) =>
    l10n.t("Bring Here from {from} to {to}: {summary}", { from, to, summary }),
  chooseButton: () => l10n.t("Bring 1 Document Here…"),
  question: (documents, { from, to }) => {
    const chosen = documents.find(({ broughtBy }) => !broughtBy) ?? documents[0];
    const document = chosen ? titleWords(chosen) : "";
    if (documents.length < 2)
      return l10n.t("Bring {document} from {from} to {to}?", { document, from, to });
    const brought = numeral(documents.length - 1);
    return l10n.t("Bring {document} and what it refers to ({brought}) from {from} to {to}?", {
      document,
      brought,
      from,
      to,
    });
  },
  button: (count) =>
    count === 1
      ? l10n.t("Bring 1 Document Here")
      : l10n.t("Bring {count} Documents Here", { count: numeral(count) }),
};

export const copiedWords = countedText((document, count) => [
  l10n.t("Copied {document}.", { document }),
  l10n.t("Copied {count} documents.", { count }),
]);

export const resumesCopyWords = (): string =>
  l10n.t("Resumes an earlier copy that wasn't completed.");

export const notRememberedWords = ({
  notRemembered: error,
}: Pick<CopyResult, "notRemembered">): string | undefined =>
  error === undefined
    ? undefined
    : l10n.t("The copies can't be remembered for the next comparison: {error}", { error });

/** The documents that a copy doesn't publish, although the source has published them. */
export function unpublishedWords({ modified, unfinished }: CopyPlan, connection: string): string[] {
  const count = documentsOf(modified).length;
  const partial = documentsOf(unfinished).length;
  return nonEmpty(
    count === 1 &&
      l10n.t(
        "1 document stays a draft, because its draft in {connection} has changed since it was published.",
        { connection },
      ),
    count > 1 &&
      l10n.t(
        "{count} documents stay drafts, because their drafts in {connection} have changed since they were published.",
        { count: numeral(count), connection },
      ),
    partial === 1 &&
      l10n.t("1 new document stays a draft, because {connection} doesn't return all of it.", {
        connection,
      }),
    partial > 1 &&
      l10n.t(
        "{count} new documents stay drafts, because {connection} doesn't return all of them.",
        { count: numeral(partial), connection },
      ),
  );
}
