import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { must } from "../../host/shared/commandFailure.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { ask, decide, iconButton } from "../../host/shared/prompts.ts";
import { review, type ReviewItem } from "../../host/shared/reviewPick.ts";
import { showDiff, tell } from "../../host/surfaces/messages.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { BeforeAndAfter } from "../../model/runs/batchAction.ts";
import type { Failure } from "../../model/failure.ts";
import { groupMark } from "../../model/foundation/marks.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import { progressSteps, type RunSteps } from "../../texts/shared/progressWords.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { RunContext } from "../shared/commandContexts.ts";
import { reportRun, type RunReport } from "./runReport.ts";

/**
 * A batch, an import, a copy or an undo in the window. `runPlanned` takes each of them through the
 * same steps: it plans, shows the plan, asks, runs with progress and Cancel, and reports. If the
 * user retries, it begins again with what is left. An action only describes its steps.
 */
export interface PlannedRun<Plan extends object, Result> {
  /** The id of the connection that the run writes to. */
  readonly connection: string;
  /** The title of the progress, such as `Publishing documents`. */
  readonly doing: string;
  /** A text says why there is nothing to do. */
  readonly plan: () => Promise<Plan | string>;
  /** Lists the plan, and returns what the user selects. Throws CancellationError if the user cancels. */
  readonly review?: (plan: Plan) => Promise<Plan>;
  readonly question: (plan: Plan) => Promise<RunQuestion<Plan>>;
  readonly run: (plan: Plan, steps: RunSteps) => Promise<Result>;
  readonly report: (plan: Plan, result: Result) => RunReport;
  /** Absent if a run can't be retried. */
  readonly retry?: (plan: Plan, result: Result) => PlannedRun<Plan, Result>;
}

interface RunQuestion<Plan> {
  readonly question: string;
  readonly details: readonly string[];
  readonly button: string;
  /** A large number, which the user types to confirm. */
  readonly count?: number;
  /** What Undo does, and the bytes that it needs in the journal; undefined if nothing can be undone. */
  readonly undo?: { readonly words: string; readonly bytes: () => Promise<number> } | undefined;
  /** Another answer. It changes the plan, and the user is asked again. */
  readonly other?: { readonly label: string; readonly change: () => Promise<Plan> } | undefined;
  /** A second question. Throws CancellationError unless the user agrees. */
  readonly askAgain?: (() => Promise<void>) | undefined;
}

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
  const reviewed = planned.review ? await planned.review(plan) : plan;
  const agreed = await askUntilAgreed(context, planned, reviewed);
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

/** Returns the plan that the user agrees to; else, throws CancellationError. */
async function askUntilAgreed<Plan extends object, Result>(
  context: RunContext,
  run: PlannedRun<Plan, Result>,
  plan: Plan,
): Promise<Plan> {
  const runQuestion = await run.question(plan);
  const { question, details, button, count = 0, undo, other, askAgain } = runQuestion;
  const words = [...details, ...(await undoWords(context, run.connection, undo))].filter(Boolean);
  const answer = await decide(question, words, other ? [button, other.label] : [button]);
  if (answer === other?.label) return askUntilAgreed(context, run, await other.change());
  if (count > manyItems) {
    const number = String(count);
    await ask({
      title: question,
      prompt: vscode.l10n.t("Type {count} to continue", { count: number }),
      validateInput: (typed) =>
        typed.trim() === number
          ? undefined
          : vscode.l10n.t("Type {count} to continue.", { count: number }),
    });
  }
  await askAgain?.();
  return plan;
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

/**
 * Lists changes, each with the texts before and after it. Returns those that stay selected.
 * `keyOf` distinguishes texts with the same title.
 */
export function reviewChanges<T extends { readonly title: string }>(
  { versionTexts }: RunContext,
  changes: readonly (Omit<ReviewItem<T>, "label"> & { readonly description: string })[],
  {
    sidesOf,
    keyOf,
    ...options
  }: Omit<Parameters<typeof review<T>>[1], "onOpen"> & {
    readonly sidesOf: (value: T) => Promise<Outcome<BeforeAndAfter, Failure>>;
    readonly keyOf: (value: T) => string;
  },
): Promise<readonly T[]> {
  const titleOf = ({ title }: T): string => title || untitled();
  const buttons = [iconButton("diff", vscode.l10n.t("Show Before and After"))];
  const items = changes.map((change) => ({ ...change, label: titleOf(change.value), buttons }));
  const descriptions = new Map(changes.map(({ value, description }) => [value, description]));
  return review(items, {
    ...options,
    onOpen: async (value) => {
      const { before, after } = must(await sidesOf(value));
      const [document, key] = [titleOf(value), keyOf(value)];
      const beforeName = vscode.l10n.t("{document} (before)", { document });
      const afterName = vscode.l10n.t("{document} (after)", { document });
      await showDiff(
        versionTexts.show(beforeName, before, `before ${key}`),
        versionTexts.show(afterName, after, `after ${key}`),
        `${document}: ${descriptions.get(value) ?? ""}`,
        { preview: true, preserveFocus: true },
      );
    },
  });
}
