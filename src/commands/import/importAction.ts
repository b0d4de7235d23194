import { stat } from "node:fs/promises";
import * as vscode from "vscode";
import { iconButton } from "../../host/shared/prompts.ts";
import { choosing } from "../../host/shared/reviewPick.ts";
import { batchResultWords, titleWords } from "../../texts/batch/batchWords.ts";
import {
  importedWords,
  importQuestion,
  planDetails,
  planWords,
  lineWords,
  notImportedWords,
  convertedWords,
  intentWords,
  plannedPlace,
  refusedRecordWords,
} from "../../texts/import/importWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { ImportPlan, PlannedRecord } from "../../model/import/importPlan.ts";
import { compareSides, maxListed, readForPlan, runPlanned } from "../runs/plannedRun.ts";
import { splitForReview, type PlannedRun } from "../runs/plannedRun.ts";
import { confirmUndo } from "../runs/undoRun.ts";
import type { ResultsFile } from "../../model/import/resultsFile.ts";
import type { Places, RecordPlace } from "../../model/import/importFiles.ts";
import { positionOfElement } from "../../model/records/jsonReader.ts";
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
    question: (previewed) => {
      const { plan } = previewed;
      const planned = selectedIn(previewed);
      return Promise.resolve({
        question:
          planned.length > 0
            ? importQuestion(request, connectionName)
            : nothingWords(plan, fileName),
        details: [
          planWords({ ...plan, planned }),
          ...request.detail,
          ...planDetails({ ...plan, planned }, source),
          vscode.l10n.t("The result of each record is saved in {file}.", { file: logName }),
        ],
        button: importButton(planned.length),
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
        list: planList(dependencies, request, previewed),
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
  { imports }: ImportCommands,
  { source, targets, results, fileName: file, gaps }: ImportRequest,
): Promise<ImportPlan | string> {
  const title = vscode.l10n.t("Preparing the import of {file}", { file });
  const plan = await readForPlan(title, (steps) =>
    imports.preview(source, targets, { results, ...steps }),
  );
  return plan.planned.length + plan.refused.length > 0
    ? plan
    : [nothingWords(plan, file), ...gaps].join(" ");
}

const nothingWords = (plan: ImportPlan, file: string): string =>
  vscode.l10n.t("Nothing to import from {file}: {summary}.", { file, summary: planWords(plan) });

export interface PreviewedPlan {
  readonly plan: ImportPlan;
  /** The names of the records that the user deselected when the file was reviewed before. */
  readonly deselectedBefore: ReadonlySet<string>;
}

export const selectedIn = ({ plan, deselectedBefore }: PreviewedPlan): readonly PlannedRecord[] =>
  plan.planned.filter((record) => !deselectedBefore.has(nameIn(plan, record)));

/** The name of a record, which identifies it in a file that was corrected since. */
export const nameIn = ({ index }: ImportPlan, { line }: PlannedRecord): string =>
  index.at(line)?.name ?? "";

/** The records with errors, which Enter opens in their file, and those that are imported. */
function planList(
  dependencies: ImportCommands,
  { source, results }: ImportRequest,
  previewed: PreviewedPlan,
) {
  const { plan } = previewed;
  const { listed, unlisted } = splitForReview(plan.planned, () => true);
  const selected = new Set(selectedIn(previewed));
  const items = listed.map((value) => ({
    label: value.title || lineWords(source.placeOf(value.line)),
    description: intentWords(value.intent),
    detail: plannedPlace(value, source),
    picked: selected.has(value),
    value,
  }));
  const errorHeading = planWords({ planned: [], unchanged: [], refused: plan.refused });
  const buttons = [iconButton("diff", vscode.l10n.t("Show Before and After"))];
  const choose = (chosen: readonly PlannedRecord[]): PreviewedPlan => {
    const deselected = new Set(previewed.deselectedBefore);
    for (const record of listed) deselected.add(nameIn(plan, record));
    for (const record of chosen) deselected.delete(nameIn(plan, record));
    return { plan, deselectedBefore: deselected };
  };
  return {
    count: selected.size,
    placeholder: vscode.l10n.t("Press Enter on a record to compare before and after"),
    actions:
      items.length > 1
        ? [
            choosing(
              items,
              { title: importButton(selected.size), hint: selectHint(unlisted.length) },
              choose,
            ),
          ]
        : [],
    errors: plan.refused.slice(0, maxListed).map(({ line, title, failure }) => ({
      label: nonEmpty(lineWords(source.placeOf(line)), title).join(" · "),
      detail: describe(failure),
      heading: errorHeading,
      iconPath: new vscode.ThemeIcon("error"),
      value: () => openRecord(source.placeOf(line)),
    })),
    rows: items
      .filter(({ picked }) => picked)
      .map(({ label, description, detail, value: { line } }) => ({
        ...{ label, description, detail, buttons },
        value: () =>
          compareSides(
            dependencies,
            { title: label, change: description, key: `${results.path} ${line}` },
            dependencies.imports.sides(source, plan, line),
          ),
      })),
    lines: () =>
      [
        ...plan.refused.map((record) => refusedRecordWords(record, source)),
        ...plan.converted.map((record) => convertedWords(record, source)),
        ...plan.planned.map(
          (record) =>
            `${plannedPlace(record, source)}: ${titleWords(record)}: ${intentWords(record.intent)}`,
        ),
      ].map((text) => ({ text })),
  };
}

/** Opens the file at a record, beside which the list stays open. */
async function openRecord({ path, line, format }: RecordPlace): Promise<void> {
  const document = await vscode.workspace.openTextDocument(path);
  const at = format === "json" ? positionOfElement(document.getText(), line) : undefined;
  const start = new vscode.Position((at?.line ?? line) - 1, (at?.column ?? 1) - 1);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(start, start),
    preserveFocus: true,
    preview: false,
  });
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
