import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { LinkedLine } from "../../editor/compare/versionTexts.ts";
import { must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { decide } from "../../host/shared/prompts.ts";
import { noteRows, review } from "../../host/shared/reviewPick.ts";
import type { OtherRow, ReviewAction, ReviewList } from "../../host/shared/reviewPick.ts";
import { showDiff, tell } from "../../host/surfaces/messages.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { BeforeAndAfter } from "../../model/runs/batchAction.ts";
import type { Failure } from "../../model/failure.ts";
import { groupMark } from "../../model/foundation/marks.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import { progressSteps, type RunSteps } from "../../texts/shared/progressWords.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import { reportRun, type RunReport } from "./runReport.ts";

/**
 * A batch, an import, a copy or an undo in the window. `runPlanned` takes each of them through the
 * same steps: it plans, asks once, runs with progress and Cancel, and reports. Where there is
 * something to list, the list is the question. If the user retries, it begins again with what is
 * left. An action only describes its steps.
 */
export interface PlannedRun<Plan extends object, Result> {
  /** The id of the connection that the run writes to. */
  readonly connection: string;
  /** The title of the progress, such as `Publishing documents`. */
  readonly doing: string;
  /** A text says why there is nothing to do. */
  readonly plan: () => Promise<Plan | string>;
  readonly question: (plan: Plan) => Promise<RunQuestion<Plan>>;
  readonly run: (plan: Plan, steps: RunSteps) => Promise<Result>;
  readonly report: (plan: Plan, result: Result) => RunReport;
  /** Absent if a run can't be retried. */
  readonly retry?: (plan: Plan, result: Result) => PlannedRun<Plan, Result>;
}

/** Shows what a row of a list is about. */
type Open = () => Promise<unknown>;

interface RunQuestion<Plan> {
  readonly question: string;
  readonly details: readonly string[];
  readonly button: string;
  /** What Undo does, and the bytes that it needs in the journal; undefined if nothing can be undone. */
  readonly undo?: { readonly words: string; readonly bytes: () => Promise<number> } | undefined;
  /** A second question. Throws CancellationError unless the user agrees. */
  readonly askAgain?: (() => Promise<void>) | undefined;
  /** What is changed, in a list that asks. Without it, a dialog asks. */
  readonly list?:
    | {
        readonly placeholder: string;
        /** How many items are changed. Users type a large number to confirm. */
        readonly count: number;
        /** Each changes the plan. */
        readonly actions: readonly ReviewAction<Open, Plan>[];
        /** What can't be done. It comes before everything else. */
        readonly errors: readonly OtherRow<Open>[];
        readonly rows: readonly OtherRow<Open>[];
        /** The whole list as a text, for which a list may have no room. */
        readonly lines: () => readonly LinkedLine[];
      }
    | undefined;
}

const emptyList = {
  ...{ count: 0, placeholder: "", actions: [], errors: [], rows: [] },
  lines: () => [],
};

/** `group` is the id that all journal entries of the run and of its retries share. */
export async function runPlanned<Plan extends object, Result>(
  context: RunContext,
  planned: PlannedRun<Plan, Result>,
  group: string = randomUUID(),
): Promise<void> {
  const { connection, doing } = planned;
  await requireUnlocked(context.locks, connection);
  const plan = await planned.plan();
  if (typeof plan === "string") {
    tell(plan);
    return;
  }
  const agreed = await askUntilAgreed(context, planned, plan);
  // The prompts may have been open for a long time.
  await requireUnlocked(context.locks, connection);
  const { pauses } = context;
  const result = await withProgress(doing, (signal, say) => {
    const untilContinued = (): Promise<void> => {
      if (pauses.isPaused) say(vscode.l10n.t("paused"));
      return pauses.untilContinued(signal);
    };
    const steps = { group, signal, ...progressSteps(say, untilContinued) };
    return pauses.during(doing, () => planned.run(agreed, steps));
  });
  const { retry } = planned;
  const report = planned.report(agreed, result);
  const id = groupMark(group);
  const run = { connection, id, canRetry: retry !== undefined };
  const isRetried = await reportRun(context, run, report);
  if (retry && isRetried) await runPlanned(context, retry(agreed, result), group);
}

/** Reads for a plan, with progress. Throws like `must` if that fails. */
export const readForPlan = <T>(
  title: string,
  read: (steps: Omit<RunSteps, "group">) => Promise<Outcome<T, Failure>>,
): Promise<T> => runTask(title, (signal, say) => read({ signal, ...progressSteps(say) }));

/** Above this number of items, the user types the number to confirm. */
const manyItems = 20;

/** Asks once, in a list or a dialog. Returns the plan that the user agrees to. */
async function askUntilAgreed<Plan extends object, Result>(
  context: RunContext,
  run: PlannedRun<Plan, Result>,
  plan: Plan,
): Promise<Plan> {
  const questionOf = async (state: Plan) => {
    const runQuestion = await run.question(state);
    const undoNotes = await undoWords(context, run.connection, runQuestion.undo);
    const notes = [...runQuestion.details, ...undoNotes].filter(Boolean);
    return { ...runQuestion, notes };
  };
  let current = await questionOf(plan);
  let agreed = plan;
  if (current.list) {
    agreed = await review<Open, Plan>(plan, async (state) => {
      if (state !== plan) current = await questionOf(state);
      return listOf(context, current);
    });
  } else await decide(current.question, current.notes, [current.button]);
  await current.askAgain?.();
  return agreed;
}

function listOf<Plan>(
  { versionTexts }: RunContext,
  {
    question: title,
    button: label,
    notes,
    list: { count, placeholder, actions, errors, rows, lines } = emptyList,
  }: RunQuestion<Plan> & { readonly notes: readonly string[] },
): ReviewList<Open, Plan> {
  const showAll = {
    label: vscode.l10n.t("Show All"),
    icon: "list-flat",
    description: vscode.l10n.t("in one editor"),
    run: async () => {
      const head = [title, "", ...notes, ""].map((text) => ({ text }));
      const uri = versionTexts.showLinked(`${title}.txt`, [...head, ...lines()]);
      await vscode.window.showTextDocument(uri, { preview: false, preserveFocus: true });
      return undefined;
    },
  };
  const number = count > manyItems ? count : undefined;
  return {
    ...{ title, placeholder },
    proceed: count === 0 ? undefined : { label, number },
    actions: [...actions, showAll],
    rows: [...errors, ...noteRows(notes), ...rows],
    onOpen: (open) => open(),
  };
}

/** What Undo does, and whether the journal has room. */
async function undoWords(
  { journal }: RunContext,
  connection: string,
  undo: RunQuestion<unknown>["undo"],
): Promise<string[]> {
  if (undo === undefined) return [];
  if (!journal.isEnabled({ connection }))
    return [vscode.l10n.t("This can't be undone because this connection has no journal.")];
  if ((await undo.bytes()) < journal.maxSize) return [undo.words];
  return [
    undo.words,
    vscode.l10n.t(
      "The journal may be too small to undo everything. The action stops when the journal is full. Increase the setting cms.journal.maxSizeMB, or change fewer documents at a time.",
    ),
  ];
}

/** The maximum number of rows in a list; users can't review a longer one. */
export const maxListed = 2_000;

/** Splits items into those that a list shows, and the selected ones that it has no room for. */
export const splitForReview = <T>(items: readonly T[], isSelected: (item: T) => boolean) => ({
  listed: items.slice(0, maxListed),
  unlisted: items.slice(maxListed).filter(isSelected),
});

/** Compares a document before and after a change. `key` distinguishes texts with the same title. */
export async function compareSides(
  { versionTexts }: RunContext,
  { title: document, change, key }: Record<"title" | "change" | "key", string>,
  sides: Promise<Outcome<BeforeAndAfter, Failure>>,
): Promise<void> {
  const { before, after } = must(await sides);
  await showDiff(
    versionTexts.show(vscode.l10n.t("{document} (before)", { document }), before, `before ${key}`),
    versionTexts.show(vscode.l10n.t("{document} (after)", { document }), after, `after ${key}`),
    `${document}: ${change}`,
    { preview: true, preserveFocus: true },
  );
}
