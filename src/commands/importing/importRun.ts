import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { tell } from "../../host/surfaces/messages.ts";
import { batchResultWords } from "../../texts/batchWords.ts";
import { must } from "../../host/commandFailure.ts";
import {
  importedWords,
  planDetails,
  planWords,
  refusedCountWords,
  convertedWords,
  intentWords,
  plannedPlace,
  refusedRecordWords,
} from "../../texts/importWords.ts";
import { runTask } from "../../host/progress.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import { numeral, untitled } from "../../texts/words.ts";
import type { ItemResult } from "../../model/bulk/batch/running.ts";
import type { ImportPlan, PlannedRecord } from "../../model/bulk/importing/plan.ts";
import { confirmMany, runPlanned, showSides, sidesButton, undoWords } from "../runs/plannedRun.ts";
import type { PlannedRun } from "../runs/plannedRun.ts";
import type { RunReport } from "../runs/runReport.ts";
import { confirmUndo } from "../runs/undoRun.ts";
import { visible } from "../../model/foundation/legible.ts";
import { review } from "../../host/reviewPick.ts";
import type { ResultsFile } from "../../model/bulk/files/resultsFile.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";
import type { ImportFile } from "../../model/bulk/importing/recordFile.ts";
import type { RunContext } from "../dependencies.ts";

/** A retry keeps the group, and leaves out what the user deselected. */
export const runImport = (dependencies: ImportCommands, request: ImportRequest): Promise<void> =>
  runPlanned(dependencies, importRun(dependencies, request, randomUUID(), new Set()));

type Results = readonly ItemResult<PlannedRecord>[];

const importRun = (
  dependencies: ImportCommands,
  request: ImportRequest,
  group: string,
  deselectedBefore: ReadonlySet<string>,
): PlannedRun<PreviewedPlan, Results> => ({
  ...{ group, connection: request.target.connection },
  doing: vscode.l10n.t("Importing {file}", { file: request.fileName }),
  plan: async () => {
    const plan = await previewPlan(dependencies, request);
    return plan && { plan, deselectedBefore };
  },
  agree: async ({ plan, deselectedBefore }) => {
    const deselected = await reviewPlan(dependencies, request, { plan, deselectedBefore });
    const planned = selectedIn({ plan, deselectedBefore: deselected });
    await confirmImport(dependencies, request, { ...plan, planned });
    return { plan, deselectedBefore: deselected };
  },
  totalOf: (agreed) => selectedIn(agreed).length,
  run: (agreed, steps) => {
    const { source, results } = request;
    const without = new Set(agreed.plan.planned.map(({ line }) => line));
    for (const { line } of selectedIn(agreed)) without.delete(line);
    return dependencies.imports.run(source, agreed.plan, { results, without, ...steps });
  },
  report: ({ plan }, results) => reportOf(dependencies, request, plan, results),
  retry: ({ deselectedBefore: deselected }) => importRun(dependencies, request, group, deselected),
});

/** Undefined if there is nothing to import, which the user is told. */
async function previewPlan(
  dependencies: ImportCommands,
  request: ImportRequest,
): Promise<ImportPlan | undefined> {
  const { source, target, results, fileName: file } = request;
  const title = vscode.l10n.t("Preparing the import of {file}", { file });
  const plan = await runTask(title, (signal, say) => {
    const { onRead } = progressSteps(say);
    return dependencies.imports.preview(source, target, { results, signal, onRead });
  });
  if (plan.refused.length + plan.converted.length > 0)
    await showProblems(dependencies, request, plan);
  if (plan.planned.length > 0) return plan;
  const summary = planWords(plan);
  tell(vscode.l10n.t("Nothing to import from {file}: {summary}.", { file, summary }));
  return undefined;
}

/** The maximum number of records in the list for review; users can't review a longer list. */
const maxListed = 2_000;

interface PreviewedPlan {
  readonly plan: ImportPlan;
  /** The names of the records that the user deselected when the file was reviewed before. */
  readonly deselectedBefore: ReadonlySet<string>;
}

const selectedIn = ({ plan, deselectedBefore }: PreviewedPlan): readonly PlannedRecord[] =>
  plan.planned.filter((record) => !deselectedBefore.has(nameIn(plan, record)));

/** The name of a record, which identifies it in a file that was corrected since. */
export const nameIn = ({ index }: ImportPlan, { line }: PlannedRecord): string =>
  index.at(line)?.name ?? "";

/** Returns the names of the records that the user deselects. */
export async function reviewPlan(
  dependencies: ImportCommands,
  request: ImportRequest,
  { plan, deselectedBefore }: PreviewedPlan,
): Promise<ReadonlySet<string>> {
  const isPlanned = (record: PlannedRecord) => !deselectedBefore.has(nameIn(plan, record));
  const first = plan.planned.slice(0, maxListed);
  const others = plan.planned.slice(maxListed).filter(isPlanned).length;
  const button = sidesButton();
  const choices = first.map((value) => ({
    label: value.title || untitled(),
    description: intentWords(value.intent),
    detail: plannedPlace(value, request.file.format),
    buttons: [button],
    picked: isPlanned(value),
    value,
  }));
  const selected = await review(choices, {
    title: vscode.l10n.t("Import {file}: {summary}", {
      file: request.fileName,
      summary: planWords(plan),
    }),
    placeholder: vscode.l10n.t("Press Enter on a record to compare before and after"),
    proceed: ({ length: count }) => importButton(count + others),
    selectHint: selectHint(others),
    onOpen: async ({ line, title, intent }) => {
      const sides = must(await dependencies.imports.sides(request.source, plan, line));
      const key = `${request.uri.toString()} ${line}`;
      await showSides(dependencies.versions, sides, title || untitled(), intentWords(intent), key);
    },
  });
  const deselected = new Set(deselectedBefore);
  for (const record of first) deselected.add(nameIn(plan, record));
  for (const record of selected) deselected.delete(nameIn(plan, record));
  return deselected;
}

function selectHint(others: number): string {
  if (others === 0) return vscode.l10n.t("Select the records to import");
  return others === 1
    ? vscode.l10n.t("Select the records to import (1 record that isn't listed is also imported)")
    : vscode.l10n.t(
        "Select the records to import ({count} records that aren't listed are also imported)",
        { count: numeral(others) },
      );
}

const importButton = (count: number): string =>
  count === 1
    ? vscode.l10n.t("Import 1 Record")
    : vscode.l10n.t("Import {count} Records", { count: numeral(count) });

async function showProblems(
  { versions }: ImportCommands,
  { fileName, file }: ImportRequest,
  plan: ImportPlan,
): Promise<void> {
  const lines = [
    ...plan.refused.map((record) => refusedRecordWords(record, file.format)),
    ...plan.converted.map((record) => convertedWords(record, file.format)),
  ];
  const text = [planWords(plan), "", ...lines.map(visible), ""].join("\n");
  const name =
    plan.refused.length > 0
      ? vscode.l10n.t("Import {file}: Records with Errors", { file: fileName })
      : vscode.l10n.t("Import {file}: Records with Warnings", { file: fileName });
  const textUri = versions.show(`${name}.txt`, text, name);
  await vscode.window.showTextDocument(textUri, { preserveFocus: true, preview: true });
}

export interface ImportCommands extends RunContext {
  readonly imports: Imports;
}

export interface ImportRequest {
  readonly uri: vscode.Uri;
  readonly file: ImportFile;
  readonly source: RecordSource;
  readonly target: ImportTarget;
  readonly results: ResultsFile;
  /** Without its folder. */
  readonly fileName: string;
  readonly collectionName: string;
  /** With its environment, as a question names it. */
  readonly connectionName: string;
  readonly detail: readonly string[];
}

async function confirmImport(
  dependencies: ImportCommands,
  { uri, file, fileName, collectionName, connectionName, target, detail, results }: ImportRequest,
  plan: ImportPlan,
): Promise<void> {
  const question = vscode.l10n.t("Import {file} into {collection} on {connection}?", {
    file: fileName,
    collection: collectionName,
    connection: connectionName,
  });
  const undo = vscode.l10n.t(
    "Undo restores updated documents and deletes created documents that aren't referenced. It skips documents that were changed or published after the import.",
  );
  const needed = async () => sizeOf(plan, (await vscode.workspace.fs.stat(uri)).size);
  const words = [
    planWords(plan),
    ...detail,
    ...planDetails(plan, file.format),
    vscode.l10n.t("The result of each record is saved in {file}.", { file: results.name }),
    ...(await undoWords(dependencies, target.connection, undo, needed)),
  ];
  const count = plan.planned.length;
  await confirmMany(question, words, importButton(count), count);
}

/** The approximate size of a journal entry besides its contents, in bytes. */
const entrySize = 1_000;

/** The approximate size in the journal: the imported share of the file, before and after. */
const sizeOf = ({ planned, index }: ImportPlan, fileSize: number): number =>
  planned.length * ((2 * fileSize) / index.all.length + entrySize);

const reportOf = (
  dependencies: ImportCommands,
  { target: { connection }, results: resultsFile }: ImportRequest,
  plan: ImportPlan,
  results: Results,
): RunReport => ({
  words: [batchResultWords(importedWords, results), ...refusedCountWords(plan)].join(" "),
  isWarning: results.some(({ outcome }) => outcome !== "done"),
  results,
  hasChanged: results.some(({ outcome }) => outcome === "done"),
  showResults: async () => vscode.window.showTextDocument(vscode.Uri.file(resultsFile.path)),
  undo: (id) => confirmUndo(dependencies, connection, { id }),
});
