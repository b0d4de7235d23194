import * as vscode from "vscode";
import type { Versions } from "../../editor/versions.ts";
import { withProgress } from "../../host/progress.ts";
import { ask, decide, iconButton } from "../../host/prompts.ts";
import { showDiff } from "../../host/surfaces/messages.ts";
import { requireUnlocked } from "../../host/unlocking.ts";
import type { BeforeAndAfter } from "../../model/bulk/batch/batchAction.ts";
import { progressSteps } from "../../texts/progressWords.ts";
import type { RunSteps } from "../../texts/progressWords.ts";
import type { RunContext } from "../dependencies.ts";
import { reportRun } from "./runReport.ts";
import type { RunReport } from "./runReport.ts";

/**
 * A batch, an import or a copy in the window. `runPlanned` takes each of them through the same
 * steps: it plans, shows the plan, asks, runs with progress and Cancel, and reports. If the user
 * retries, it begins again with what is left. An action only says how it does each step.
 */
export interface PlannedRun<Plan, Result> {
  /** The id of the connection that the run writes to. */
  readonly connection: string;
  /** The id that all journal entries of the run and of its retries share. */
  readonly group: string;
  /** The title of the progress, such as `Publishing documents`. */
  readonly doing: string;
  /** Undefined if there is nothing to do, which the user is told. */
  readonly plan: () => Promise<Plan | undefined>;
  /** Shows the plan and asks. Returns the plan that the user agrees to; else, throws CancellationError. */
  readonly agree: (plan: Plan) => Promise<Plan>;
  readonly totalOf: (plan: Plan) => number;
  readonly run: (plan: Plan, steps: RunSteps) => Promise<Result>;
  readonly report: (plan: Plan, result: Result) => RunReport;
  readonly retry: (plan: Plan, result: Result) => PlannedRun<Plan, Result>;
}

export async function runPlanned<Plan, Result>(
  context: RunContext,
  planned: PlannedRun<Plan, Result>,
): Promise<void> {
  const { connection, group, doing } = planned;
  await requireUnlocked(context.locks, connection);
  const plan = await planned.plan();
  if (plan === undefined) return;
  const agreed = await planned.agree(plan);
  // The prompts may have been open for a long time.
  await requireUnlocked(context.locks, connection);
  const result = await withProgress(doing, (signal, say) => {
    const steps = progressSteps(say, planned.totalOf(agreed));
    return planned.run(agreed, { group, signal, ...steps });
  });
  const isRetried = await reportRun(context, planned, planned.report(agreed, result));
  if (isRetried) await runPlanned(context, planned.retry(agreed, result));
}

/** Above this number of items, the user types the number to confirm. */
const manyItems = 20;

/** Asks; for many items, the user types the number. False if the user chooses the other answer. */
export async function confirmMany(
  question: string,
  detail: readonly string[],
  action: string,
  count: number,
  other?: string,
): Promise<boolean> {
  const answers = other === undefined ? [action] : [action, other];
  if ((await decide(question, detail.filter(Boolean), answers)) === other) return false;
  if (count <= manyItems) return true;
  const number = String(count);
  await ask({
    title: question,
    prompt: vscode.l10n.t("Type {count} to continue", { count: number }),
    validateInput: (typed) =>
      typed.trim() === number
        ? undefined
        : vscode.l10n.t("Type {count} to continue.", { count: number }),
  });
  return true;
}

/** What Undo does, and whether the journal has room. `needed` returns the bytes that it needs. */
export async function undoWords(
  { journal }: RunContext,
  connection: string,
  undo: string | undefined,
  needed: () => Promise<number>,
): Promise<string[]> {
  if (undo === undefined) return [];
  if (!journal.isEnabled({ connection }))
    return [vscode.l10n.t("This can't be undone because this connection has no journal.")];
  if ((await needed()) < journal.maxSize) return [undo];
  return [
    undo,
    vscode.l10n.t(
      "The journal may be too small to undo everything. The action stops when the journal is full. Increase the setting cms.journal.maxSizeMB, or change fewer documents at a time.",
    ),
  ];
}

export const sidesButton = (): vscode.QuickInputButton =>
  iconButton("diff", vscode.l10n.t("Show Before and After"));

/** Shows both texts behind the open prompt. `key` distinguishes texts with the same title. */
export async function showSides(
  versions: Versions,
  { before, after }: BeforeAndAfter,
  title: string,
  change: string,
  key: string,
): Promise<void> {
  const beforeName = vscode.l10n.t("{document} (before)", { document: title });
  const afterName = vscode.l10n.t("{document} (after)", { document: title });
  await showDiff(
    versions.show(beforeName, before, `before ${key}`),
    versions.show(afterName, after, `after ${key}`),
    `${title}: ${change}`,
    { preview: true, preserveFocus: true },
  );
}
