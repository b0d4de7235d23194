import type { ItemResult } from "../../model/runs/run.ts";
import { factsOfReport } from "../../model/writing/changeReport.ts";
import type { CopyPlan, PlannedCopy } from "../../model/copy/copyPlan.ts";
import type { CopyResult } from "../../model/copy/copyRun.ts";
import type { CopyItem } from "../../model/copy/copySource.ts";
import { titleWords } from "../../texts/batch/batchWords.ts";
import { countsText } from "../../texts/shared/countWords.ts";
import { planWords, writtenWords } from "../../texts/import/importWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { reasonOf } from "../shared/cliError.ts";
import type { Output } from "../shared/output.ts";
import { printResults, printUploads, recordActionWords } from "../runs/runResults.ts";
import { warningsAt } from "../runs/runResults.ts";
import { Table, type PrintedRecord } from "../shared/table.ts";
import { namesSince, type ComparedRow } from "../../model/compare/comparison.ts";
import { verdictOf, type RowVerdict } from "../../model/copy/copySelection.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { differenceWords, unclearWords } from "../../texts/copy/copyWords.ts";

const factsOf = (
  {
    document: { type, fromId, toId, title, broughtBy },
    locale,
    line,
    unread = [],
  }: CopyItem & Partial<Pick<PlannedCopy, "unread">>,
  plan: CopyPlan,
): PrintedRecord => ({
  type: typeName(type, plan),
  documentId: fromId,
  otherDocumentId: toId,
  locale,
  title,
  neededBy: broughtBy?.fromId,
  unread: unread.length > 0 ? unread.map(({ path }) => path) : undefined,
  warnings: warningsAt(plan.parts.records, line),
});

const nameOf = ({ document, locale }: CopyItem, plan: CopyPlan): string =>
  `${titleWords(document)} (${nonEmpty(typeName(document.type, plan), locale).join(", ")})`;

/** The name of a type in the source. */
export const typeName = (uid: string, { parts }: CopyPlan): string =>
  parts.types.of(uid)?.from.type.name ?? uid;

export async function printCopyPlan(output: Output, plan: CopyPlan): Promise<void> {
  const table = new Table(output, ["action", "document", "title", "fields", "neededBy"]);
  const isPublished = new Set(plan.publishing.map(({ line }) => line));
  const isWritten = new Set(plan.planned.map(({ line }) => line));
  // Without an intent, the document is only published.
  const items: readonly (CopyItem & Partial<Pick<PlannedCopy, "intent" | "elsewhere">>)[] = [
    ...plan.planned,
    ...plan.publishing.filter(({ line }) => !isWritten.has(line)),
  ];
  await table.print(
    items.map((item) => {
      const { intent, line, locale } = item;
      const { type, fromId, title, broughtBy } = item.document;
      const fields = intent && "names" in intent ? intent.names : [];
      const action = intent ? recordActionWords[intent.kind].planned : "publish";
      return output.isJson
        ? {
            ...factsOf(item, plan),
            outcome: action,
            fields: fields.length > 0 ? fields : undefined,
            publish: isPublished.has(line) ? true : undefined,
            ...factsOfReport(item),
          }
        : {
            action,
            document: nonEmpty(typeName(type, plan), fromId, locale).join("/"),
            title: title || untitled(),
            fields: fields.join(", "),
            neededBy: broughtBy?.title ?? "",
          };
    }),
  );
  await printRefused(output, plan);
  if (!output.isJson) output.note(`Plan: ${planWords(plan)}.`);
}

async function printRefused(output: Output, plan: CopyPlan): Promise<void> {
  for (const { failure, ...item } of plan.refused) {
    await output.record({ ...factsOf(item, plan), outcome: "failed", reason: reasonOf(failure) });
  }
}

export const refusedLines = (plan: CopyPlan): string[] =>
  plan.refused.map(({ failure, ...item }) => `${nameOf(item, plan)}: ${reasonOf(failure)}`);

export async function printCopyResults(
  output: Output,
  { items, uploads, uploaded, published }: CopyResult,
  plan: CopyPlan,
): Promise<void> {
  const format = {
    factsOf: (item: CopyItem) => factsOf(item, plan),
    nameOf: (item: CopyItem) => nameOf(item, plan),
  };
  const finished = ({ intent }: PlannedCopy) => recordActionWords[intent.kind].finished;
  await printResults(output, items, { ...format, finished });
  await printResults(output, published, { ...format, finished: () => "published" });
  await printUploads(output, uploads);
  for (const folder of uploaded.folders.map((path) => path.join(" / "))) {
    await output.record({ folder, outcome: "created" });
    if (!output.isJson) output.note(`Folder created: ${folder}.`);
  }
  for (const file of uploaded.unplaced) {
    await output.record({ file, outcome: "unplaced" });
    if (!output.isJson) output.note(`${file}: uploaded, but not to its folder.`);
  }
  await printRefused(output, plan);
}

/** A summary such as `12 created, 3 updated, 1 failed. 2 files uploaded.` */
export function copySummary({ items, uploads, published }: CopyResult, plan: CopyPlan): string {
  const countDone = (results: readonly ItemResult<unknown>[]) =>
    results.filter(({ outcome }) => outcome === "done").length;
  const more = countsText({ filesUploaded: countDone(uploads), published: countDone(published) });
  return nonEmpty(`${writtenWords(items, plan)}.`, more && `${more}.`).join(" ");
}

/** The verdicts on documents that are only copied if the user decides so. */
export type OpenVerdict = Extract<
  RowVerdict,
  "unclear" | "title-there" | "incomplete" | "conflict" | "newer-there" | "deleted-there"
>;

export interface OpenRow {
  readonly row: ComparedRow;
  readonly verdict: OpenVerdict;
}

/** The rows about which the user decides. */
export const openRowsOf = (rows: readonly ComparedRow[]): readonly OpenRow[] =>
  rows.flatMap((row) => {
    const verdict = verdictOf(row);
    return isOpen(verdict) ? { row, verdict } : [];
  });

const isOpen = (verdict: RowVerdict): verdict is OpenVerdict => verdict in remedies;

export async function printUncopied(
  output: Output,
  rows: readonly OpenRow[],
  type: string,
  services: Sides<string>,
): Promise<void> {
  for (const { row, verdict } of rows) {
    const { title, unclear } = row;
    const reason = `${uncopiedReason(row, verdict, services)} ${remedies[verdict]}`;
    output.note(`${titleWords(row)} (${type}) isn't copied: ${reason}`);
    await output.record({
      type,
      documentId: row.fromId,
      otherDocumentId: row.toId,
      title,
      outcome: "skipped",
      reason,
      candidates: unclear?.candidates.map(({ id }) => id),
      hasMoreCandidates: unclear?.isTruncated === true ? true : undefined,
    });
  }
}

/** Complete, in contrast to `differenceWords`: a user of --map needs the id of each candidate. */
function uncopiedReason(row: ComparedRow, verdict: OpenVerdict, services: Sides<string>): string {
  const { unclear } = row;
  if (unclear) {
    const names = unclear.candidates.map((document) => `${titleWords(document)} (${document.id})`);
    const candidates = names.join(", ") + (unclear.isTruncated ? " and others" : "");
    return `${unclearWords(unclear, services, candidates)}.`;
  }
  if (verdict === "incomplete") {
    const fields = [...new Set(row.unread?.map(({ path }) => path))].join(", ");
    return `the type has no drafts, so the target would publish it without ${fields}.`;
  }
  if (verdict !== "conflict") return `${differenceWords(row, services)}.`;
  const [both, either] = [namesSince(row, "both"), namesSince(row, "either")];
  return nonEmpty(
    both.length > 0 && `both services changed ${both.join(", ")} since the last copy.`,
    either.length > 0 &&
      `it was never copied, and the target may have changed ${either.join(", ")}.`,
  ).join(" ");
}

/** What the user can do about a document that isn't copied. */
const remedies: Readonly<Record<OpenVerdict, string>> = {
  unclear: "To choose one, pass --map, or decide in the file of --plan.",
  "title-there": "The type has no key. To match both, pass --key or --map.",
  incomplete: "To copy it anyway, pass --incomplete.",
  conflict: "To copy the source's values, pass --source-wins.",
  "newer-there": "To copy it, pass --overwrite-newer.",
  "deleted-there": "To copy it again, pass --overwrite-newer.",
};
