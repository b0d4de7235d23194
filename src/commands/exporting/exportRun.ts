import * as vscode from "vscode";
import { showInformation, showWarning } from "../../host/surfaces/messages.ts";
import { exportResultWords } from "../../texts/exportWords.ts";
import { oddRowLines } from "../../texts/oddRowWords.ts";
import { withProgress } from "../../host/progress.ts";
import { dropFile, ExportFile } from "../../model/bulk/files/exportFile.ts";
import type { Button } from "../../host/remedyButtons.ts";
import { countOf } from "../../texts/words.ts";
import { exportRecords } from "../../model/bulk/exporting/exporting.ts";
import type { ExportResult, ExportRequest } from "../../model/bulk/exporting/exporting.ts";
import { connectionOf } from "../batch/batchTargets.ts";
import type { BatchCommands } from "../batch/batching.ts";
import type { TargetDependencies } from "../targets.ts";
import { retryButtons, isRetry } from "../batch/batchResults.ts";

interface ExportDestination {
  readonly file: vscode.Uri;
  /** The number of records at the time of the count. */
  readonly total: number;
  readonly title: string;
}

/** Exports to a file, and reports the result. A failed export can be retried from the beginning. */
export async function runExport(
  exporting: BatchCommands,
  wanted: ExportRequest,
  destination: ExportDestination,
  earlierParts: readonly string[] = [],
): Promise<void> {
  const { result, part } = await exportWithProgress(exporting, wanted, destination);
  const { outcome, count } = result;
  if (outcome === "whole") {
    await Promise.all(earlierParts.map(dropFile));
    await reportWhole(result, destination, wanted.exportable.type.name);
    return;
  }
  if (outcome === "cancelled" && count === 0) return;
  const again = retryButtons(exporting, connectionOf(wanted.target), [result]);
  const answer = await reportPartial(result, destination, part, again);
  const parts = count > 0 ? [...earlierParts, part] : earlierParts;
  if (await isRetry(again, answer)) await runExport(exporting, wanted, destination, parts);
}

async function reportWhole(
  result: ExportResult,
  { file, total }: ExportDestination,
  type: string,
): Promise<void> {
  const words = exportResultWords(result, total, vscode.workspace.asRelativePath(file));
  const lines = oddRowLines(result.leftOut, type);
  const open = openFile();
  const show = lines.length > 0 ? showWarning : showInformation;
  const answer = await show([words, ...lines].join(" "), open);
  if (answer === open) await openInEditor(file);
}

/** Reports the partial file `part`. Returns the button that the user pressed. */
async function reportPartial(
  result: ExportResult,
  { total }: ExportDestination,
  part: string,
  again: readonly Button[],
): Promise<string | undefined> {
  const written = vscode.Uri.file(part);
  const words = exportResultWords(result, total, vscode.workspace.asRelativePath(written));
  const open = openFile();
  const answers = [...again.map(({ label }) => label), ...(result.count > 0 ? [open] : [])];
  const answer = await showWarning(words, ...answers);
  if (answer === open) await openInEditor(written);
  return answer;
}

const openFile = (): string => vscode.l10n.t("Open File");

/** VS Code has its own prompt for files that are too large for an editor. */
const openInEditor = (file: vscode.Uri): Thenable<unknown> =>
  vscode.commands.executeCommand("vscode.open", file);

/** The result, and the path of the file if it is incomplete. */
async function exportWithProgress(
  models: TargetDependencies,
  wanted: ExportRequest,
  { file, total, title }: ExportDestination,
): Promise<{ readonly result: ExportResult; readonly part: string }> {
  const records = new ExportFile(file.fsPath);
  const result = await withProgress(title, async (signal, say) => {
    const onCount = (count: number) => {
      say(countOf(count, total));
    };
    const read = await exportRecords(wanted, records, models, { signal, onCount });
    const why = read.outcome === "whole" ? await records.finish() : await records.leave();
    return why === undefined ? read : unwritten(read, why);
  });
  return { result, part: records.part };
}

const unwritten = ({ count, leftOut }: ExportResult, why: string): ExportResult => ({
  outcome: "failed",
  count,
  leftOut,
  failure: { code: "not-written", why },
});
