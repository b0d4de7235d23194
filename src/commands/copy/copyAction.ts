import * as vscode from "vscode";
import { must } from "../../host/shared/commandFailure.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { pickMany } from "../../host/shared/prompts.ts";
import { batchResultWords } from "../../texts/batch/batchWords.ts";
import {
  copiedWords,
  copyDetails,
  documentsOf,
  notRememberedWords,
  resumesCopyWords,
  unpublishedWords,
  refusedWords,
  type CopySteps,
} from "../../texts/copy/copyWords.ts";
import { keptByUndo, undoOfCopy, uploadedLines } from "../../texts/copy/fileCopyWords.ts";
import { intentWords, planWords } from "../../texts/import/importWords.ts";
import { connectionName } from "../../texts/connect/environmentWords.ts";
import { joinReports } from "../../model/writing/changeReport.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { leftEmptyLines } from "../../texts/copy/personalDataWords.ts";
import { describe, numeral, untitled } from "../../texts/shared/failureWords.ts";
import type { ItemResult } from "../../model/runs/run.ts";
import type { TitledAddress } from "../../model/batch/batches.ts";
import { singleId } from "../../model/foundation/address.ts";
import type { ComparedRow } from "../../model/compare/comparison.ts";
import type { UploadsAgain } from "../../model/media/fileTransfer.ts";
import type { ChosenRow } from "../../model/copy/copySelection.ts";
import type { CopyChoices } from "../../model/copy/copies.ts";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import type { CopyResult } from "../../model/copy/copyRun.ts";
import type { CopyItem } from "../../model/copy/copySource.ts";
import { runPlanned, type PlannedRun } from "../runs/plannedRun.ts";
import { showReport, type RunReport } from "../runs/runReport.ts";
import { confirmUndo } from "../runs/undoRun.ts";
import {
  compareConnections,
  copiedGroups,
  leftOutWords,
  rowsIn,
  showRow,
  summaryOf,
} from "../compare/comparisonList.ts";
import { reviewCopy } from "./copyReview.ts";
import { untilCurrent } from "../compare/matchingPrompts.ts";
import { askPersonalFields } from "../compare/personalDataPrompt.ts";
import type {
  ComparisonRequest,
  CopyContext,
  RequestedComparison,
} from "../compare/matchingPrompts.ts";

export interface CopyRequest extends ComparisonRequest {
  /** Whether documents get the publication status of the source. */
  readonly publish: boolean;
  readonly steps: CopySteps;
  /** Whether to ask which fields with personal data are left empty. */
  readonly asksPersonal?: boolean;
}

export const compareAndCopy = (dependencies: CopyContext, request: CopyRequest): Promise<void> =>
  runPlanned(dependencies, copyRun(dependencies, request));

function copyRun(dependencies: CopyContext, request: CopyRequest): PlannedRun<Copy, CopyResult> {
  const { names, connections, steps } = request;
  return {
    connection: connections.to,
    doing: vscode.l10n.t("Copying from {from} to {to}", { from: names.from, to: names.to }),
    plan: () => planCopy(dependencies, request),
    question: async (copy) => {
      const { plan, version, headingOf } = copy;
      const documents = documentsOf([...plan.planned, ...plan.publishing]);
      const leftOut = leftOutWords(copy);
      const more = leftOut.length - maxLeftOut;
      const fullNames = {
        from: connectionName(dependencies.connections, connections.from),
        to: connectionName(dependencies.connections, connections.to),
      };
      return {
        question: steps.question(documents, fullNames),
        details: nonEmpty(
          ...copyDetails(plan, names, headingOf),
          ...unpublishedWords(plan, names.from),
          version === "published" &&
            vscode.l10n.t("Copies the published versions of {connection}.", {
              connection: fullNames.from,
            }),
          ...copy.selection.detail,
          leftOut.length > 0 && vscode.l10n.t("Left out:"),
          ...leftOut.slice(0, maxLeftOut),
          more > 0 && vscode.l10n.t("{count} more", { count: numeral(more) }),
          (await dependencies.runs.isInterrupted(connections)) && resumesCopyWords(),
        ),
        button: steps.button(documents.length),
        undo: {
          words: undoOfCopy(plan),
          bytes: () => Promise.resolve(documents.length * entrySize),
        },
        list: planList(dependencies, copy),
      };
    },
    run: ({ plan }, runSteps) => dependencies.copies.run(plan, runSteps),
    report: (copy, result) => {
      revealCopy(dependencies, copy, result);
      return reportOf(dependencies, copy, result);
    },
    retry: () => copyRun(dependencies, request),
  };
}

const keyOf = ({ type, fromId = "" }: Pick<ComparedRow, "type" | "fromId">): string =>
  `${type} ${fromId}`;

/** Selects the row of the copy if the user chose one document, besides what it refers to. */
function revealCopy({ selectRow }: CopyContext, copy: Copy, { items }: CopyResult): void {
  const [key, ...others] = new Set(copy.chosen.map(({ row }) => keyOf(row)));
  const result = items.find(
    ({ item, outcome }) => outcome === "done" && keyOf(item.document) === key,
  );
  if (result && others.length === 0) void selectRow(itemOf(copy, result.item).address);
}

/** What happens to each document, if there are several or a file may be uploaded again. */
function planList(dependencies: CopyContext, copy: Copy) {
  const { plan, chosen, headingOf } = copy;
  const { length: count } = documentsOf([...plan.planned, ...plan.publishing]);
  const isAlike = alikeFiles(plan).length > 0;
  if (count < 2 && !isAlike) return undefined;
  const chosenRows = new Map(chosen.map(({ row }) => [keyOf(row), row]));
  const items = [
    ...plan.planned.map((item) => ({ item, description: intentWords(item.intent) })),
    ...plan.publishing.map((item) => ({ item, description: vscode.l10n.t("publish") })),
  ].map(({ item: { document, locale }, description }) => {
    const row = chosenRows.get(keyOf(document));
    return {
      ...{ label: document.title || untitled(), description },
      detail: nonEmpty(headingOf(document.type), locale).join(" · "),
      ...(row && { value: () => showRow(dependencies, copy, row) }),
    };
  });
  return {
    count,
    placeholder: vscode.l10n.t("Press Enter on a document to show its differences"),
    actions: isAlike
      ? [
          {
            label: vscode.l10n.t("Upload Files Again…"),
            icon: "cloud-upload",
            run: (state: Copy) => withUploads(dependencies, state),
          },
        ]
      : [],
    errors: [],
    rows: items,
    lines: () =>
      items.map(({ label, description, detail }) => ({
        text: `${label} (${detail}): ${description}`,
      })),
  };
}

async function planCopy(dependencies: CopyContext, request: CopyRequest): Promise<Copy | string> {
  const reviewed = await untilCurrent(async () => {
    const requested = await compareConnections(dependencies, request);
    return rowsIn(requested, [...copiedGroups, "unclear"]).length === 0
      ? nothingWords(requested)
      : { requested, chosen: await reviewCopy(dependencies, requested, request.steps) };
  });
  if (typeof reviewed === "string") return reviewed;
  const { requested } = reviewed;
  const chosenCopy = { ...request, ...requested, chosen: reviewed.chosen };
  let plan = await planWithProgress(dependencies, chosenCopy);
  let personal: PlanChoices | undefined;
  if (request.asksPersonal === true && !isEmpty(plan)) {
    personal = await askPersonalFields(plan, requested);
    // The user leaves other fields empty than the last time.
    if (personal) plan = await planWithProgress(dependencies, chosenCopy, personal);
  }
  if (!isEmpty(plan)) return { ...chosenCopy, personal, plan };
  await dependencies.copies.finish(plan);
  return nothingWords(requested, plan);
}

type ChosenCopy = CopyRequest & RequestedComparison & { readonly chosen: readonly ChosenRow[] };

type Copy = ChosenCopy & {
  readonly plan: CopyPlan;
  /** The fields that the user leaves empty, unless they are those of the last copy. */
  readonly personal?: PlanChoices | undefined;
};

const isEmpty = ({ planned, publishing }: CopyPlan): boolean =>
  planned.length + publishing.length === 0;

type PlanChoices = Pick<CopyChoices, "leaveEmpty" | "keep" | "uploadAgain">;

/** The files that only probably match, and those that the user uploads again instead. */
const alikeFiles = ({ files }: CopyPlan): CopyPlan["files"] =>
  files.filter(({ match, replaces }) => match === "probably" || replaces !== undefined);

/** Plans again with the files that the user uploads again. */
async function withUploads(dependencies: CopyContext, copy: Copy): Promise<Copy> {
  const choices = alikeFiles(copy.plan).map(({ name, size, fromId, replaces }) => ({
    label: name,
    description: vscode.l10n.t("{size} KB", { size: numeral(Math.ceil(size)) }),
    picked: replaces !== undefined,
    value: fromId,
  }));
  const chosenIds = await pickMany(choices, {
    title: vscode.l10n.t("Upload Files Again"),
    placeholder: vscode.l10n.t("Select the files to upload again"),
    noneHint: vscode.l10n.t("Uses the files of the target"),
  });
  const uploadAgain: UploadsAgain = ({ fromId }) => chosenIds.includes(fromId);
  const plan = await planWithProgress(dependencies, copy, { ...copy.personal, uploadAgain });
  return { ...copy, plan };
}

function nothingWords(requested: RequestedComparison, plan?: CopyPlan): string {
  const reasons = plan ? refusedWords(plan, requested.headingOf) : [];
  const planSummary = plan ? planWords(plan) : "";
  const summary = planSummary === "" ? summaryOf(requested) : planSummary;
  return [
    vscode.l10n.t("Nothing to copy: {summary}.", { summary }),
    ...reasons.slice(0, 3),
    ...leftOutWords(requested).slice(0, 3),
  ].join(" ");
}

const planWithProgress = (
  { copies }: CopyContext,
  { comparison, pairs, version, publish, chosen }: ChosenCopy,
  more: PlanChoices = {},
): Promise<CopyPlan> =>
  withProgress(vscode.l10n.t("Preparing the copy"), async (signal) => {
    const choices = { rows: chosen, version, publish, ...more };
    const planned = await copies.plan(comparison, choices, { pairs, signal });
    if (signal.aborted) throw new vscode.CancellationError();
    return must(planned);
  });

const maxLeftOut = 5;

/** The approximate size of a journal entry, in bytes. */
const entrySize = 10_000;

function reportOf(dependencies: CopyContext, copy: Copy, result: CopyResult): RunReport {
  const { plan, connections } = copy;
  const { items, uploads, published, uploaded } = result;
  const results = documentResults(copy, result);
  const failures = uploads.filter(({ outcome }) => outcome === "failed" || outcome === "unknown");
  const names = listOf(failures.map(({ item }) => item.name));
  const [firstFailure] = failures.map(({ failure }) => failure);
  const words = nonEmpty(
    batchResultWords(copiedWords, results),
    failures.length > 0 && vscode.l10n.t("Not uploaded: {names}.", { names }),
    firstFailure && describe(firstFailure),
    notRememberedWords(result),
  );
  const notes = [
    ...leftEmptyLines(plan, copy.headingOf),
    ...uploadedLines(uploadedNames(result), uploaded),
  ];
  const resultsReport = {
    ...{ action: vscode.l10n.t("Copy"), done: copiedWords, results, notes },
    connection: connections.to,
    skipped: plan.refused.map(({ failure, ...item }) => ({ ...itemOf(copy, item), failure })),
    goneResults: results.filter(({ item }) => item.address.id === ""),
  };
  return {
    words: words.join(" "),
    results: [...items, ...uploads, ...published],
    hasChanged: results.some(({ outcome }) => outcome === "done"),
    showResults: () => showReport(dependencies, resultsReport),
    undo: (id) => undoCopy(dependencies, copy, result, id),
  };
}

/** Undoes the copy, and forgets the digests of the undone documents, which no longer apply. */
const undoCopy = (
  dependencies: CopyContext,
  { connections, comparison, pairs }: Copy,
  result: CopyResult,
  id: string,
): Promise<void> => {
  const notes = keptByUndo(uploadedNames(result), result.uploaded);
  return confirmUndo(dependencies, connections.to, id, notes, async (undoResults) => {
    const keptDocuments = new Set(
      undoResults.flatMap(({ item: { address }, outcome }) =>
        outcome === "done" ? [] : `${address.type} ${address.id}`,
      ),
    );
    for (const { type, fromId } of documentsOf(result.items.map(({ item }) => item))) {
      const pair = pairs.document(type, fromId);
      const name = comparison.typeNames.get(type)?.to ?? type;
      const isKept = [pair?.to, singleId].some((id) => keptDocuments.has(`${name} ${id}`));
      if (pair && !isKept) await pairs.forgetCopy(pair);
    }
  });
};

const uploadedNames = ({ uploads }: CopyResult): string[] =>
  uploads.flatMap(({ item, outcome }) => (outcome === "done" ? [item.name] : []));

/** The result of each document in each locale, first of the writes, then of the publishes. */
function documentResults(
  copy: Copy,
  { items, published }: CopyResult,
): ItemResult<TitledAddress>[] {
  const publishedByLine = new Map(published.map((result) => [result.item.line, result]));
  const writeResults = items.map(({ item, ...result }) => {
    const { compared, report } = publishedByLine.get(item.line) ?? {};
    const reports = [result.report, report].filter((changeReport) => changeReport !== undefined);
    const joined = { ...result, item: itemOf(copy, item), report: joinReports(reports) };
    return compared ? { ...joined, compared } : joined;
  });
  // A document that was written and published counts once.
  const failedPublishes = published.filter(
    ({ item, outcome }) =>
      outcome !== "done" || !items.some(({ item: { line } }) => line === item.line),
  );
  return [
    ...writeResults,
    ...failedPublishes.map(({ item, ...result }) => ({ ...result, item: itemOf(copy, item) })),
  ];
}

/** A document that was not created has no id. */
function itemOf(
  { pairs, comparison, connections }: Copy,
  { document, locale }: CopyItem,
): TitledAddress {
  const { type: uid, fromId, toId, title } = document;
  const type = comparison.typeNames.get(uid)?.to ?? uid;
  const id = pairs.document(uid, fromId)?.to ?? toId ?? "";
  return { address: { connection: connections.to, type, id, ...(locale && { locale }) }, title };
}
