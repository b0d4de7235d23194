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
import { printResults, recordActionWords, warningsAt } from "../runs/runResults.ts";
import { Table } from "../shared/table.ts";
import type { PrintedRecord } from "../shared/table.ts";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import type { RowVerdict } from "../../model/copy/copySelection.ts";
import { verdictOf } from "../../model/copy/copySelection.ts";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { differenceWords } from "../../texts/copy/copyWords.ts";

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
  await printResults(output, uploads, {
    factsOf: ({ name }) => ({ file: name }),
    nameOf: ({ name }) => name,
    finished: () => "uploaded",
  });
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

export async function printUncopied(
  output: Output,
  rows: readonly ComparedRow[],
  type: string,
  services: Sides<string>,
): Promise<void> {
  for (const row of rows) {
    const { title } = row;
    const remedy = remedies[verdictOf(row)] ?? "";
    const reason = `${differenceWords(row, services)}. ${remedy}`;
    output.note(`${titleWords(row)} (${type}) isn't copied: ${reason}`);
    const ids = { documentId: row.fromId, otherDocumentId: row.toId };
    await output.record({ type, ...ids, title, outcome: "skipped", reason });
  }
}

/** What the user can do about a document that isn't copied. */
const remedies: Partial<Record<RowVerdict, string>> = {
  unclear: "To choose one, pass --map, or decide in the file of --plan.",
  "title-there": "The type has no key. To match both, pass --key or --map.",
  incomplete: "To copy it anyway, pass --incomplete.",
  conflict: "To copy the source's values, pass --source-wins.",
  "newer-there": "To copy it, pass --overwrite-newer.",
  "deleted-there": "To copy it again, pass --overwrite-newer.",
};
