import * as vscode from "vscode";
import { showInformation, showWarning } from "../../host/surfaces/messages.ts";
import type { LinkedLine } from "../../editor/compare/versionTexts.ts";
import {
  headingOfKind,
  differsFromDraft,
  isServiceChanged,
  resultRemarks,
  outcomesByUrgency,
  locationWords,
  titleWords,
  batchResultWords,
} from "../../texts/batch/batchWords.ts";
import type { ItemRemarks } from "../../texts/batch/batchWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import type { SkippedItem, TitledAddress } from "../../model/batch/batches.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import { canUndoEntry } from "../../model/history/runUndo.ts";
import { allFieldsButton, tokenButton } from "../../host/failures/failureNotifications.ts";
import type { Button } from "../../host/failures/failureNotifications.ts";
import { remediesOf, type Remedy } from "../../model/remedies.ts";
import type { Failure } from "../../model/failure.ts";
import type { RunContext } from "../shared/commandContexts.ts";

export interface ResultsReport {
  readonly action: string;
  readonly done: (items: readonly TitledAddress[]) => string;
  readonly connection: string;
  readonly results: readonly ItemResult<TitledAddress>[];
  readonly skipped: readonly SkippedItem[];
  /** The results whose documents can no longer be opened under their address. */
  readonly goneResults: readonly ItemResult<TitledAddress>[];
  readonly notes?: readonly string[] | undefined;
}

/** Opens a text that lists the result of each item; a title in it links to its document. */
export async function showReport(
  { catalogs, connections, versionTexts }: RunContext,
  report: ResultsReport,
): Promise<void> {
  const name = vscode.l10n.t("{action}: Results", { action: report.action });
  const [, service] = await catalogs.service(report.connection);
  const connectionName = connections.get(report.connection)?.name ?? "";
  const lines = linesOf(report, connectionName, service?.catalog);
  await vscode.window.showTextDocument(versionTexts.showLinked(`${name}.txt`, lines));
}

/** The results that need the user's attention come first. */
function linesOf(
  report: ResultsReport,
  connection: string,
  catalog: Catalog | undefined,
): readonly LinkedLine[] {
  const { results, skipped, goneResults, notes = [] } = report;
  const lineOf = (line: ResultLine): LinkedLine => {
    const { address, title, failure, isGone } = line;
    const where = `${locationWords(address, catalog)} · ${address.id}`;
    const reasons = [...(failure ? [describe(failure)] : []), ...resultRemarks(line)];
    const why = reasons.length > 0 ? `: ${reasons.join(" ").replace(/\s+/g, " ")}` : "";
    const [indent, name] = ["  ", titleWords({ title })];
    const link = { start: indent.length, length: name.length, address, title };
    return { text: `${indent}${name} (${where})${why}`, ...(!isGone && { link }) };
  };
  const sectionOf = (heading: string, lines: readonly ResultLine[]): LinkedLine[] =>
    lines.length === 0
      ? []
      : [{ text: "" }, { text: `${heading} (${numeral(lines.length)})` }, ...lines.map(lineOf)];
  const lines = results.map((result) => {
    const { item, ...resultFields } = result;
    return { ...item, ...resultFields, isGone: goneResults.includes(result) };
  });
  const isChanged = (line: (typeof lines)[number]) =>
    line.outcome === "done" && isServiceChanged(line) && !differsFromDraft(line);
  const others = lines.filter((line) => !differsFromDraft(line) && !isChanged(line));
  return [
    { text: batchResultWords(report.done, results) },
    { text: connection },
    ...sectionOf(
      vscode.l10n.t("Published, with differences from the draft"),
      lines.filter(differsFromDraft),
    ),
    ...sectionOf(vscode.l10n.t("Changed by the service"), lines.filter(isChanged)),
    ...outcomesByUrgency.flatMap((kind) =>
      sectionOf(
        headingOfKind(kind),
        others.filter(({ outcome }) => outcome === kind),
      ),
    ),
    ...sectionOf(
      vscode.l10n.t("Skipped before the action started"),
      skipped.map((item) => ({ ...item, isGone: item.failure.code === "gone" })),
    ),
    ...(notes.length > 0 ? ["", ...notes] : []).map((text) => ({ text })),
    { text: "" },
  ];
}

type ResultLine = TitledAddress &
  ItemRemarks &
  Pick<ItemResult<unknown>, "failure"> & {
    readonly isGone: boolean;
  };

export interface RunReport {
  readonly words: string;
  /** By default, whether something is not done. */
  readonly isWarning?: boolean;
  readonly results: readonly Pick<ItemResult<unknown>, "outcome" | "failure">[];
  /** Whether a document was changed; by default, whether something is done. */
  readonly hasChanged?: boolean;
  readonly showResults: () => Promise<unknown>;
  /** Undoes the batch of the journal with this id; undefined for an action that can't be undone. */
  readonly undo?: ((batch: string) => Promise<unknown>) | undefined;
}

const isDone = ({ outcome }: Pick<ItemResult<unknown>, "outcome">): boolean => outcome === "done";

/**
 * `id` is the mark of the run, and of those that it retries. Returns whether to retry the remaining
 * items, if the run `canRetry`.
 */
export async function reportRun(
  context: RunContext,
  {
    connection,
    id,
    canRetry,
  }: { readonly canRetry: boolean } & Record<"connection" | "id", string>,
  report: RunReport,
): Promise<boolean> {
  const { journal } = context;
  const { words, results, showResults, undo } = report;
  const { isWarning = !results.every(isDone), hasChanged = results.some(isDone) } = report;
  const [undoLabel, show] = [vscode.l10n.t("Undo"), vscode.l10n.t("Show Results")];
  const retryOptions = canRetry ? retryButtons(context, connection, results) : [];
  // Undo may also revert something of a run that this one retries.
  const canUndo =
    undo !== undefined &&
    journal.isEnabled({ connection }) &&
    (hasChanged || (await journal.batch(connection, { id })).some(canUndoEntry));
  const answers = [...(canUndo ? [undoLabel] : []), ...retryOptions.map(({ label }) => label)];
  const message = isWarning ? showWarning : showInformation;
  let answer = await message(words, ...answers, show);
  if (answer === show) {
    await showResults();
    // The user reads why items failed before retrying them, and no other prompt offers a retry.
    answer = retryOptions.length > 0 ? await message(words, ...answers) : undefined;
  }
  if (answer === undoLabel) await undo?.(id);
  return isRetry(retryOptions, answer);
}

/** The buttons to retry what is not complete, after a fix of what failed if there is one. */
export function retryButtons(
  { connections, signIns }: RunContext,
  id: string,
  results: readonly { readonly outcome: string; readonly failure?: Failure }[],
): readonly Button[] {
  if (results.every(({ outcome }) => outcome === "done")) return [];
  const connection = connections.get(id);
  const failures = results.flatMap(({ failure }) => failure ?? []);
  const fixable = (remedy: Remedy) =>
    failures.find((failure) => remediesOf(failure).includes(remedy));
  const [refusal, partial] = [fixable("token"), fixable("allFields")];
  return [
    connection && refusal && tokenButton(signIns, connection, refusal),
    partial && allFieldsButton(connections, id, partial),
    { label: vscode.l10n.t("Retry"), run: () => true },
  ].filter((button) => button !== undefined);
}

/** Whether the user chose to retry and the retry is possible. */
export const isRetry = async (buttons: readonly Button[], answer?: string): Promise<boolean> =>
  (await buttons.find(({ label }) => label === answer)?.run()) === true;
