import { stat } from "node:fs/promises";
import * as vscode from "vscode";
import { batchResultWords } from "../../texts/batch/batchWords.ts";
import {
  importedWords,
  importQuestion,
  planDetails,
  planWords,
  notImportedWords,
  convertedWords,
  intentWords,
  plannedPlace,
  refusedRecordWords,
} from "../../texts/import/importWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { ImportPlan, PlannedRecord } from "../../model/import/importPlan.ts";
import { readForPlan, reviewChanges, runPlanned, splitForReview } from "../runs/plannedRun.ts";
import type { PlannedRun } from "../runs/plannedRun.ts";
import { confirmUndo } from "../runs/undoRun.ts";
import { visible } from "../../model/foundation/visibleText.ts";
import type { ResultsFile } from "../../model/import/resultsFile.ts";
import type { Places } from "../../model/import/importFiles.ts";
import type { ImportTarget, RecordSource } from "../../model/import/sourceRecord.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import type { Imports } from "../../model/import/imports.ts";

type Results = readonly ItemResult<PlannedRecord>[];

export const runImport = (dependencies: ImportCommands, request: ImportRequest): Promise<void> =>
  runPlanned(dependencies, importRun(dependencies, request, new Set()));

/** A retry leaves out what the user deselected before. */
function importRun(
  dependencies: ImportCommands,
  request: ImportRequest,
  deselectedBefore: ReadonlySet<string>,
): PlannedRun<PreviewedPlan, Results> {
  const { source, connection, fileName, connectionName, results: resultsFile } = request;
  const logName = resultsFile.name;
  return {
    connection,
    doing: vscode.l10n.t("Importing {file}", { file: fileName }),
    plan: async () => {
      const plan = await previewPlan(dependencies, request);
      return typeof plan === "string" ? plan : { plan, deselectedBefore };
    },
    review: async (previewed) => ({
      ...previewed,
      deselectedBefore: await reviewPlan(dependencies, request, previewed),
    }),
    question: (previewed) => {
      const plan = { ...previewed.plan, planned: selectedIn(previewed) };
      return Promise.resolve({
        question: importQuestion(request, connectionName),
        details: [
          planWords(plan),
          ...request.detail,
          ...planDetails(plan, source),
          vscode.l10n.t("The result of each record is saved in {file}.", { file: logName }),
        ],
        button: importButton(plan.planned.length),
        count: plan.planned.length,
        undo: {
          words: vscode.l10n.t(
            "Undo restores updated documents and deletes created documents that aren't referenced. It skips documents that were changed or published after the import.",
          ),
          bytes: async () => {
            const stats = await Promise.all(request.paths.map((path) => stat(path)));
            return sizeOf(
              plan,
              stats.reduce((sum, { size }) => sum + size, 0),
            );
          },
        },
      });
    },
    run: (previewed, steps) => {
      const without = new Set(previewed.plan.planned.map(({ line }) => line));
      for (const { line } of selectedIn(previewed)) without.delete(line);
      const options = { results: resultsFile, without, ...steps };
      return dependencies.imports.run(source, previewed.plan, options);
    },
    report: ({ plan }, results) => ({
      words: [
        batchResultWords(importedWords, results),
        ...notImportedWords(plan),
        ...request.gaps,
      ].join(" "),
      results,
      showResults: async () => vscode.window.showTextDocument(vscode.Uri.file(resultsFile.path)),
      undo: (id) => confirmUndo(dependencies, connection, id),
    }),
    retry: ({ deselectedBefore: deselected }) => importRun(dependencies, request, deselected),
  };
}

async function previewPlan(
  { imports, versionTexts }: ImportCommands,
  { source, targets, results, fileName: file, gaps }: ImportRequest,
): Promise<ImportPlan | string> {
  const title = vscode.l10n.t("Preparing the import of {file}", { file });
  const plan = await readForPlan(title, (steps) =>
    imports.preview(source, targets, { results, ...steps }),
  );
  const { planned, refused, converted } = plan;
  const summary = planWords(plan);
  if (refused.length + converted.length > 0) {
    const lines = [
      ...refused.map((record) => refusedRecordWords(record, source)),
      ...converted.map((record) => convertedWords(record, source)),
    ];
    const text = [summary, "", ...lines.map(visible), ""].join("\n");
    const name =
      refused.length > 0
        ? vscode.l10n.t("Import {file}: Records with Errors", { file })
        : vscode.l10n.t("Import {file}: Records with Warnings", { file });
    const textUri = versionTexts.show(`${name}.txt`, text, name);
    await vscode.window.showTextDocument(textUri, { preserveFocus: true, preview: true });
  }
  if (planned.length > 0) return plan;
  const nothing = vscode.l10n.t("Nothing to import from {file}: {summary}.", { file, summary });
  return [nothing, ...gaps].join(" ");
}

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
  const { listed, unlisted } = splitForReview(plan.planned, isPlanned);
  const choices = listed.map((value) => ({
    description: intentWords(value.intent),
    detail: plannedPlace(value, request.source),
    picked: isPlanned(value),
    value,
  }));
  const summary = planWords(plan);
  const selected = await reviewChanges(dependencies, choices, {
    title: vscode.l10n.t("Import {file}: {summary}", { file: request.fileName, summary }),
    placeholder: vscode.l10n.t("Press Enter on a record to compare before and after"),
    proceed: ({ length: count }) => importButton(count + unlisted.length),
    selectHint: selectHint(unlisted.length),
    sidesOf: ({ line }) => dependencies.imports.sides(request.source, plan, line),
    keyOf: ({ line }) => `${request.results.path} ${line}`,
  });
  const deselected = new Set(deselectedBefore);
  for (const record of listed) deselected.add(nameIn(plan, record));
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

export type ImportCommands = RunContext & { readonly imports: Imports };

export interface ImportRequest {
  readonly connection: string;
  /** The paths of the files. */
  readonly paths: readonly string[];
  readonly source: RecordSource & Places;
  readonly targets: readonly ImportTarget[];
  readonly results: ResultsFile;
  /** The name of the file or folder. */
  readonly fileName: string;
  readonly collectionName: string;
  /** With its environment, as a question names it. */
  readonly connectionName: string;
  /** What a folder or the service lacks. */
  readonly gaps: readonly string[];
  readonly detail: readonly string[];
}

/** The approximate size of a journal entry besides its contents, in bytes. */
const entrySize = 1_000;

/** The approximate size in the journal: the imported share of the files, before and after. */
const sizeOf = ({ planned, index }: ImportPlan, fileSize: number): number =>
  planned.length * ((2 * fileSize) / index.all.length + entrySize);
